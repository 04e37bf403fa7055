import { expect, test } from 'vitest';
import { CallerVocabulary } from './caller-vocabulary.ts';
import { expectedIn, namesIn } from './names.ts';

test.each([
  [
    'You are the receptionist of the Hotel Quaife in Poughkeepsie. Be brief. Never mention Mr. Llewellyn.',
    ['Hotel Quaife', 'Poughkeepsie', 'Llewellyn'],
  ],
  [
    'Ask for Nuzhat al Zaman and Bank of Kowloon. IMPORTANT: NEVER guess.',
    ['Nuzhat al Zaman', 'Bank of Kowloon'],
  ],
  // The first word of a sentence counts as a name if it also has a capital inside a sentence.
  ['Aoife works here. Tell callers that Aoife is away. Tables are free.', ['Aoife']],
  ["The table is free. The customer wants Table service at Xochitl's.", ['Xochitl']],
  ['Products:\n- Our iPhone stand\n- Widget by McKinnon & Sons', ['iPhone', 'McKinnon', 'Sons']],
  ['Rufen Sie Frau Jaworski in Düsseldorf an.', ['Sie', 'Jaworski', 'Düsseldorf']],
  ['नमस्ते, मैं Kowalczyk बोल रहा हूँ', ['Kowalczyk']],
  ['', []],
])('%s', (text, expected) => {
  expect(namesIn(text)).toEqual(expected);
});

test.each([
  ['Sherburn, letrozole, Bank of Kowloon.', ['Sherburn', 'letrozole', 'Bank of Kowloon']],
  ['Keywords:\n- Aoife\n- iPhone\n- Aoife', ['Aoife', 'iPhone']],
  ['The caller may ask for Nuzhat al Zaman. Expect names; Xochitl', ['Nuzhat al Zaman', 'Xochitl']],
  ['  ', []],
])('a client expects: %s', (prompt, expected) => {
  expect(expectedIn(prompt)).toEqual(expected);
});

test('the likeliest names come last: what the agent said, what the client lists, what it was told, words', () => {
  const vocabulary = new CallerVocabulary();
  expect(vocabulary.names).toEqual([]);
  vocabulary.agentIsTold('You work for Quaife.', 'Hello, this is Aoife.');
  vocabulary.list(['Xochitl', 'Quaife']);
  vocabulary.agentSaid('Shall I ask Zebulon?');
  vocabulary.agentSaid('Or is it Llewellyn?');
  expect(vocabulary.names).toEqual(['Xochitl', 'Aoife', 'Quaife', 'Zebulon', 'Llewellyn']);
  vocabulary.agentIsTold('You work for Ngozi.');
  vocabulary.expect(['Zebulon', 'Saoirse']);
  expect(vocabulary.names).toEqual(['Quaife', 'Xochitl', 'Ngozi', 'Saoirse', 'Zebulon', 'Llewellyn']);
});

test('however many names there are, the list stays short and keeps the likeliest', () => {
  const vocabulary = new CallerVocabulary();
  vocabulary.list(Array.from({ length: 500 }, (_, i) => `Word${i}`));
  for (let i = 0; i < 100; i++) vocabulary.agentSaid(`Do you mean Name${i}?`);
  expect(vocabulary.names.join(', ').length).toBeLessThanOrEqual(300);
  expect(vocabulary.names.slice(-2)).toEqual(['Name98', 'Name99']);
  expect(vocabulary.names).toContain('Word0');
  expect(vocabulary.names).not.toContain('Word400');
});
