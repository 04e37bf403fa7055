import { expect, it } from 'vitest';
import { ANY_LANGUAGE, followedLanguage, isExpected } from './followed-languages.ts';

const isPossible = (lang: string): boolean => !lang.startsWith('gl') && !lang.startsWith('ja');

it.each<[string, string | null, string]>([
  ['es', 'es-mx', 'a list has it, with its region'],
  ['en', 'en-gb', 'the conversation began in it'],
  ['fr', null, 'it is not in the list'],
  ['gl', 'es-mx', 'it is heard in what a relative of it says'],
])('%s is %s, because %s', (found, expected, _why) => {
  const follows = ['en-gb', 'es-mx'];
  expect(followedLanguage(found, { first: 'en-gb', follows, isPossible })).toBe(expected);
});

it.each<[string, string | null]>([
  ['fr', 'fr'],
  ['en', 'en-us'],
  ['gl', 'es'],
  ['ja', null],
  ['ca', 'ca'],
])('of any language, %s is %s', (found, expected) => {
  expect(followedLanguage(found, { first: 'en-us', follows: ANY_LANGUAGE, isPossible })).toBe(expected);
});

it('is expected if it was named, or if agents are made for it', () => {
  expect(isExpected('cy', ['en', 'cy'])).toBe(true);
  expect(isExpected('pt-br', ANY_LANGUAGE)).toBe(true);
  expect(isExpected('cy', ANY_LANGUAGE)).toBe(false);
});
