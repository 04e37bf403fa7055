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

test('ignores marks and capitals, and the end of a sentence may move later', () => {
  const words = new PartialWords();
  words.hear('Hello. my name');
  expect(words.hear('Hello, My name is').stable).toBe('Hello My name');
});

test('stable words stay', () => {
  const passes = fc.array(fc.array(fc.constantFrom('a', 'b', 'c.', 'd'), { maxLength: 6 }));
  fc.assert(
    fc.property(passes, (texts) => {
      const words = new PartialWords();
      let before = '';
      for (const text of texts) {
        const { text: all, stable } = words.hear(text.join(' '));
        expect(`${stable} `.startsWith(before === '' ? '' : `${before} `)).toBe(true);
        expect(all.startsWith(stable)).toBe(true);
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
