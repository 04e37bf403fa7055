/** Heteronyms: words with one spelling and several readings, chosen by their sentence. */
import { editDistance } from '../edit-distance.ts';
import type { Phoneme } from './espeak.ts';
import type { InventoryKey } from './inventory/index.ts';
import { parseIpa } from './ipa.ts';
import type { Pronounced } from './pronounce.ts';
import { spokenPhonemes } from './spoken-phonemes.ts';
import { chooseReading } from './suggest/heteronyms/choose.ts';
import { contextOf } from './suggest/heteronyms/context.ts';
import { heteronymsOf } from './suggest/heteronyms/index.ts';
import { occurrenceAt } from './suggest/occurrence.ts';

/** The English readings are American. Other English voices keep espeak-ng's. */
const AMERICAN = 'en-us';

export interface Reader {
  /** The inventory in which the IPA is parsed; null for a language without one. */
  readonly key: InventoryKey | null;
  /** Voice of the synthesizer. */
  readonly espeakVoice: string;
  /** The text that the spans of the words refer to. */
  readonly source: string;
}

/**
 * Gives heteronyms the reading that their sentence suggests. A word is kept if the sentence decides nothing, if
 * espeak-ng chose that reading and joined it to its neighbours, or if a tag or a dictionary gives its pronunciation.
 */
export function readBySentence(
  pronounced: readonly Pronounced[],
  { key, espeakVoice, source }: Reader,
): readonly Pronounced[] {
  const table = key === null ? null : heteronymsOf(key);
  if (key === null || table === null || (key === 'en' && espeakVoice !== AMERICAN)) return pronounced;
  return pronounced.map((token) => {
    if (token.kind !== 'word') return token;
    const { word, phonemes } = token;
    // Only words that are spoken as written, unlike "5" or "Dr."
    if (word.ipa !== null || word.lang !== undefined || word.spoken !== word.unit) return token;
    const heteronym = table.words.get(word.unit.toLowerCase());
    if (heteronym === undefined) return token;
    const context = contextOf(occurrenceAt(source, word.span.start, word.span.end));
    const { readings, isDecided } = chooseReading(heteronym, context, table.classes);
    if (!isDecided) return token;
    const spoken = readings.map(({ ipa }) => spokenPhonemes(parseIpa(ipa, key).phonemes));
    const distances = spoken.map((reading) => editDistance(symbolsOf(reading), symbolsOf(phonemes)));
    return distances[0] === Math.min(...distances) ? token : { ...token, phonemes: spoken[0] ?? phonemes };
  });
}

const symbolsOf = (phonemes: readonly Phoneme[]): string[] => [...phonemes.map(({ ipa }) => ipa).join('')];
