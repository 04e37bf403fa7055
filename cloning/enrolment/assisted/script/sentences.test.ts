import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EngineError } from '../../../../engine/errors.ts';
import { checkScript, MAX_SCRIPT_CHARACTERS, scriptSentences } from './sentences.ts';

const texts = (script: string, lang?: string): string[] =>
  scriptSentences(script, lang).map(({ text }) => text);

describe('sentences', () => {
  test.each([
    [
      'en',
      'Mr. Hale came at 5 p.m. and left. Did he? “He did!” she said.',
      ['Mr. Hale came at 5 p.m. and left.', 'Did he?', '“He did!”', 'she said.'],
    ],
    [
      'de',
      'Am 3. Mai kam Dr. Weber. Wer ist da? Niemand…',
      ['Am 3. Mai kam Dr. Weber.', 'Wer ist da?', 'Niemand…'],
    ],
    ['fr', 'M. Dupont dort. « Vraiment ? » Oui !', ['M. Dupont dort.', '« Vraiment ? »', 'Oui !']],
    [
      'es',
      '¿Vienes mañana? ¡Claro que sí! El Sr. Pérez espera.',
      ['¿Vienes mañana?', '¡Claro que sí!', 'El Sr. Pérez espera.'],
    ],
    ['it', 'Il sig. Rossi è qui. Che bello!', ['Il sig. Rossi è qui.', 'Che bello!']],
    ['nl', "Zij komt om 8.30 uur. 's Avonds regent het.", ['Zij komt om 8.30 uur.', "'s Avonds regent het."]],
    ['pt', 'O Dr. Silva chegou. Tudo bem?', ['O Dr. Silva chegou.', 'Tudo bem?']],
    [
      'ru',
      'Он жил в г. Москве. Почему? Никто не знает.',
      ['Он жил в г. Москве.', 'Почему?', 'Никто не знает.'],
    ],
    ['hi', 'कल बारिश हुई। आज धूप है। क्या आप आएँगे?', ['कल बारिश हुई।', 'आज धूप है।', 'क्या आप आएँगे?']],
    [
      'ko',
      '어제는 비가 왔어요. 오늘은 맑아요! 갈까요?',
      ['어제는 비가 왔어요.', '오늘은 맑아요!', '갈까요?'],
    ],
    [
      'hr',
      'Kiša je padala 3. svibnja. Zašto? Ne znam.',
      ['Kiša je padala 3. svibnja.', 'Zašto?', 'Ne znam.'],
    ],
    ['sr', 'Јуче је падала киша. Данас сија сунце!', ['Јуче је падала киша.', 'Данас сија сунце!']],
    ['ar', 'هل أنت هنا؟ نعم. شكرا!', ['هل أنت هنا؟', 'نعم.', 'شكرا!']],
  ])('%s', (lang, script, expected) => {
    expect(texts(script, lang)).toEqual(expected);
  });

  test('a paragraph ends one, a broken line does not', () => {
    expect(texts('The title\n\nIt was\nraining. It stopped.')).toEqual([
      'The title',
      'It was\nraining.',
      'It stopped.',
    ]);
  });

  test('what has no words belongs to the sentence before', () => {
    expect(texts('First. Second.\n\n* * *')).toEqual(['First.', 'Second.\n\n* * *']);
  });

  test('a long one stays whole', () => {
    const long = `${'and on '.repeat(120)}it goes.`;
    expect(texts(`${long} Then it ends.`)).toEqual([long, 'Then it ends.']);
  });

  test('whatever is written: in order, where they say they are, no word lost', () => {
    const part = fc.constantFrom(
      'word',
      ' ',
      '.',
      '. ',
      '!',
      '?',
      '…',
      '"',
      '\n\n',
      '।',
      'Dr. ',
      '3',
      '<',
      'я',
      '」',
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 40 }),
        fc.constantFrom('en', 'de', 'hi', 'ru'),
        (parts, lang) => {
          const script = parts.join('');
          let end = 0;
          let outside = '';
          for (const sentence of scriptSentences(script, lang)) {
            expect(sentence.text).toBe(script.slice(sentence.start, sentence.end));
            expect(sentence.text).toMatch(/[\p{L}\p{N}]/u);
            expect(sentence.start).toBeGreaterThanOrEqual(end);
            outside += script.slice(end, sentence.start);
            ({ end } = sentence);
          }
          expect(outside + script.slice(end)).not.toMatch(/[\p{L}\p{N}]/u);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a script is refused', () => {
  const refusal = (script: string): EngineError => {
    try {
      checkScript(script);
    } catch (error) {
      if (error instanceof EngineError) return error;
    }
    throw new Error('not refused');
  };

  test.each([
    ['without words', ' … ', /no words/],
    ['of one sentence', 'This is all there is to read', /single sentence/],
    ['that nobody can read in a minute', 'Read this. '.repeat(MAX_SCRIPT_CHARACTERS / 10), /2000/],
  ])('%s', (_, script, message) => {
    const error = refusal(script);
    expect(error).toMatchObject({ status: 422, field: 'script' });
    expect(error.message).toMatch(message);
  });

  test('but not otherwise', () => {
    expect(() => checkScript('One is short. Two are enough.')).not.toThrow();
  });
});
