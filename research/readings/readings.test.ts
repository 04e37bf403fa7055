import { expect, test } from 'vitest';
import { kokoroCases, nemoCases, num2wordsCases } from './cases.ts';
import { verdictOf } from './compare.ts';
import { kindOf } from './kinds.ts';

test('cases are read from files as the suites have them', () => {
  expect(nemoCases('$5~five dollars\n\n~2/3\ntwo thirds\ntwo over three\n')).toEqual([
    { written: '$5', expected: ['five dollars'] },
    { written: '2/3', expected: ['two thirds', 'two over three'] },
  ]);
  const file = [
    'TEST_CASES_CARDINAL = (',
    "    (5.5, 'cinq virgule cinq'),",
    ')',
    'TEST_CASES_TO_CURRENCY = (',
    "    (2, 'deux euros'),",
    ')',
    'self.assertEqual(num2words(5, ordinal=True, lang="fr"), "cinquième")',
  ].join('\n');
  expect(
    num2wordsCases(file, 'fr').map(({ kind, written, expected }) => [kind, written, expected[0]]),
  ).toEqual([
    ['cardinal', '5,5', 'cinq virgule cinq'],
    ['currency', '2 €', 'deux euros'],
    ['ordinal', '<say-as interpret-as="ordinal">5</say-as>', 'cinquième'],
  ]);
  const asserted = 'assert (normalize_text(\n "f", normalization_options=Options()\n)\n == "g"\n)';
  expect(kokoroCases(asserted)).toMatchObject([{ written: 'f', expected: ['g'] }]);
  expect(kokoroCases('("a \\"b\\"", "c"),\n(\n  "d",\n  "e",\n),')).toMatchObject([
    { written: 'a "b"', expected: ['c'] },
    { written: 'd', expected: ['e'] },
  ]);
});

test('a case is judged again when its reading changes', () => {
  const one = { suite: 'NeMo', lang: 'en', kind: 'electronic', written: 'a123@b.com', expected: [] } as const;
  expect(kindOf(one, 'a one two three at b dot com')).toContain('addresses');
  expect(kindOf(one, 'a one hundred twenty-three at b dot com')).toBeNull();
  expect(kindOf({ ...one, kind: 'math', written: '1- 2 = 5' }, 'one two equals five')).toBeNull();
});

test.each([
  ['Twenty-one dollars.', 'twenty one dollars', 'same'],
  ['one hundred five', 'one hundred and five', '"and" in numbers'],
  ['eh B C', 'a b c', 'the names of letters'],
  ['bookshop', 'book shop', 'words written together or apart'],
  ['two dollars', 'two dollar', 'other'],
  ['five', 'six', 'other'],
])('%s beside %s: %s', (said, expected, verdict) => {
  expect(verdictOf(said, [expected], 'en')).toBe(verdict);
});
