/** Words whose stress depends on their meaning, decided by the words before them. */
import { lettersOf } from './letters.ts';

export interface HomographReading {
  readonly syllable: number;
  readonly note: string;
}

/** Neuter nouns whose plural moves the stress: bez imena (1), lijepa imena (2). The stem, and both syllables. */
const NEUTERS: ReadonlyMap<string, readonly [singular: number, plural: number]> = new Map([
  ['imen', [1, 2]],
  ['vremen', [1, 2]],
  ['ramen', [1, 2]],
  ['plemen', [1, 2]],
  ['sjemen', [1, 2]],
  ['semen', [1, 2]],
  ['breme', [1, 2]],
  ['jezer', [1, 2]],
  ['koljen', [1, 2]],
  ['kolen', [1, 2]],
]);
/** Contexts of the genitive singular: after prepositions, words of quantity, and the numbers from two to four. */
const BEFORE_GENITIVE =
  /^(?:bez|od|do|iz|kod|zbog|oko|prije|pre|poslije|posle|nakon|protiv|ispod|iznad|iza|ispred|između|pored|kraj|uoči|radi|malo|puno|mnogo|dosta|nema|dva|tri|četiri|oba|.*(?:og|oga|eg|ega))$/;
/** Words in the plural of the neuter: ova, naša, lijepa, sva. */
const BEFORE_PLURAL = /^(?:sva|ta|ova|ona|.{2,}a)$/;

/**
 * The readings of a homograph, the likelier one first; none for other words.
 * @param latin in Latin script, lower case
 * @param before the words before it in its sentence
 */
export function homographReadings(latin: string, before: string): readonly HomographReading[] {
  const forms = NEUTERS.get(latin.slice(0, -1));
  if (!latin.endsWith('a') || forms === undefined) return [];
  const singular = { syllable: forms[0], note: 'genitive singular' };
  const plural = { syllable: forms[1], note: 'plural' };
  const previous = lastWord(before);
  if (BEFORE_GENITIVE.test(previous)) return [singular, plural];
  if (BEFORE_PLURAL.test(previous)) return [plural, singular];
  return previous === '' ? [plural, singular] : [singular, plural];
}

/** The previous word, in Latin script; "" at the beginning or after a sign. */
function lastWord(before: string): string {
  const word = /[\p{L}\p{M}]+(?=\s+$)/u.exec(before.slice(-60))?.[0] ?? '';
  return lettersOf(word)
    .map(({ latin }) => latin)
    .join('');
}
