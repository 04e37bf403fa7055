import { sibilantEnding } from '../lexicon.ts';
import { arpabetToIpa } from './arpabet.ts';
import type { Cmudict } from './cmudict.ts';

export interface CmudictReading {
  readonly ipa: string;
  /** What it was made of, where the dictionary does not have the word itself. */
  readonly stem: string | null;
}

/** The readings of a word in lower case, most usual first; those of genitives and plurals from what they are of. */
export function cmudictIpa(cmudict: Cmudict, word: string): CmudictReading[] {
  const own = readings(cmudict, word);
  const stem = /^(.+?)(?:'s|s)$/.exec(word)?.[1];
  if (own.length > 0 || stem === undefined) return own.map((ipa) => ({ ipa, stem: null }));
  return readings(cmudict, stem).map((ipa) => ({ ipa: ipa + sibilantEnding(ipa), stem }));
}

const readings = (cmudict: Cmudict, word: string): string[] =>
  cmudict.lookUp(word).flatMap((arpabet) => arpabetToIpa(arpabet) ?? []);
