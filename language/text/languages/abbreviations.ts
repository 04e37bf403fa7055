import type { AbbreviationFile } from './abbreviation-schema.ts';
import { perUnit, withCapitals } from './common.ts';

/** The abbreviations in a language's file, written and spoken. A test compares the files with their schema. */
export const readAbbreviations = ({
  per,
  capitalised = {},
  words,
}: AbbreviationFile): Readonly<Record<string, string>> => ({
  ...withCapitals(capitalised),
  ...(per && perUnit(per.words, per.units)),
  ...words,
});
