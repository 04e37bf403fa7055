import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AddedWords, PartialWords } from './partial-words.ts';

test('words are stable once two passes agree on them, the last one never', () => {
  const words = new PartialWords();
  expect(words.hear('I would.')).toEqual({ text: 'I would', stable: '' });
  expect(words.hear('I would lie.')).toEqual({ text: 'I would lie', stable: 'I would' });
  expect(words.hear('I would like to book.')).toEqual({ text: 'I would like to book', stable: 'I would' });
  expect(words.hear('I would like to book a table.').stable).toBe('I would like to book');
});

test('a word is stable at once if it is certain and others follow', () => {
  const words = new PartialWords();
  expect(words.hear('I would like', [0.99, 0.97, 0.99])).toEqual({ text: 'I would like', stable: 'I would' });
});

test('words that are unlikely to stay are not shown, above all the last one', () => {
  const words = new PartialWords();
  expect(words.hear('I would in', [0.99, 0.7, 0.7]).text).toBe('I would');
  expect(words.hear('I would introduce her', [0.99, 0.7, 0.4, 0.99]).text).toBe('I would');
  expect(words.hear('I would introduce her to', [0.99, 0.7, 0.4, 0.7, 0.5]).text).toBe(
    'I would introduce her',
  );
});

test('a shown word stays until a stable one takes its place', () => {
  const words = new PartialWords();
  expect(words.hear('the still', [0.99, 0.92]).text).toBe('the still');
  expect(words.hear('the stillness was', [0.99, 0.8, 0.8]).text).toBe('the still');
  expect(words.hear('the stillness was awful', [0.99, 0.8, 0.8, 0.5]).text).toBe('the stillness was');
});

test('at a pause all words are shown', () => {
  const words = new PartialWords();
  words.hear('the still', [0.7, 0.92]);
  expect(words.hear('The stillness was awful.').text).toBe('The stillness was awful');
});

test('ignores marks and capitals, and the end of a sentence may move later', () => {
  const words = new PartialWords();
  words.hear('Hello. my name');
  expect(words.hear('Hello, My name is').stable).toBe('Hello My name');
});

test('stable words stay', () => {
  const word = fc.tuple(fc.constantFrom('a', 'b', 'c.', 'd'), fc.constantFrom(0.3, 0.7, 0.92, 0.99));
  const passes = fc.array(fc.tuple(fc.array(word, { maxLength: 6 }), fc.boolean()));
  fc.assert(
    fc.property(passes, (texts) => {
      const words = new PartialWords();
      let before = '';
      for (const [pass, isCutOff] of texts) {
        const text = pass.map(([said]) => said).join(' ');
        const confidences = pass.map(([, confidence]) => confidence);
        const { text: all, stable } = words.hear(text, isCutOff ? confidences : undefined);
        expect(`${stable} `.startsWith(before === '' ? '' : `${before} `)).toBe(true);
        expect(`${all} `.startsWith(stable === '' ? '' : `${stable} `)).toBe(true);
        before = stable;
      }
    }),
  );
});

test('the joined deltas have every word once, even if it is respelled later', () => {
  const added = new AddedWords();
  expect(added.next('Hello')).toBe('Hello');
  expect(added.next('Hello how are')).toBe(' how are');
  expect(added.next('Hello how')).toBe('');
  expect(added.next('Hello, how are you?')).toBe(' you?');
  expect(added.next('Hello, how are you?')).toBe('');
});
