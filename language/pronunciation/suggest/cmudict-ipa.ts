import { sibilantEnding } from '../lexicon.ts';
import { arpabetToIpa } from './arpabet.ts';
import type { Cmudict } from './cmudict.ts';

export interface CmudictReading {
  readonly ipa: string;
  /** The stem of a derived form; null for a word that the dictionary contains. */
  readonly stem: string | null;
}

/** The readings of a word in lower case, most usual first; genitives and plurals are derived from their stems. */
export function cmudictIpa(cmudict: Cmudict, word: string): CmudictReading[] {
  const own = readings(cmudict, word);
  const stem = /^(.+?)(?:'s|s)$/.exec(word)?.[1];
  if (own.length > 0 || stem === undefined) return own.map((ipa) => ({ ipa, stem: null }));
  return readings(cmudict, stem).map((ipa) => ({ ipa: ipa + sibilantEnding(ipa), stem }));
}

const readings = (cmudict: Cmudict, word: string): string[] =>
  cmudict.lookUp(word).flatMap((arpabet) => arpabetToIpa(arpabet) ?? []);
