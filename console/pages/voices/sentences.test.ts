import { expect, test } from 'vitest';
import { isOneSentence, sentencesOf } from './sentences.ts';

test.each([
  'The ferry leaves at noon',
  'The ferry leaves at noon.',
  '“The ferry leaves at noon!” ***',
  'Fährt die Fähre um zwölf, oder fährt sie um eins?',
  '渡轮中午出发。',
])('%s is one sentence', (script) => {
  expect(isOneSentence(script)).toBe(true);
});

test.each([
  '',
  'It leaves at noon. We wait.',
  'It leaves at noon!\nwe wait',
  '“It leaves.” “When?”',
  '渡轮中午出发。我们等。',
  // In uncertain cases the server decides.
  'It leaves at 12 p.m. on Mondays.',
])('%j may be more than one, or nothing', (script) => {
  expect(isOneSentence(script)).toBe(false);
});

test('a text is divided into sentences, also in languages that the browser does not know', () => {
  expect(sentencesOf('It leaves. We wait. ', 'en')).toEqual(['It leaves.', 'We wait.']);
  expect(sentencesOf('It leaves. We wait. ', 'not a language')).toEqual(['It leaves.', 'We wait.']);
});
