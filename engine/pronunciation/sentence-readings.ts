/** Words that are written alike and said in two ways, as their sentence has them said. */
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

/** The readings of English are American; other voices of the language say these words as espeak-ng does. */
const AMERICAN = 'en-us';

export interface Reader {
  /** Of the inventory that the IPA is read with; null for a language without one. */
  readonly key: InventoryKey | null;
  /** Of the synthesizer. */
  readonly espeakVoice: string;
  /** The text that the spans of the words are of. */
  readonly source: string;
}

/**
 * The same words, heteronyms with the reading that their sentence decides for. Nothing changes where it decides for
 * none, where espeak-ng has chosen that reading and has joined it to its neighbours, and where a tag or a dictionary
 * says how a word is said.
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
    // Only what is said as it is written: not "5" or "Dr."
    if (word.ipa !== null || word.spoken !== word.unit) return token;
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
