import { type Evidence, weighEvidence } from '../../../../engine/forced-alignment/evidence.ts';
import type { RefinedReadings } from './refine-readings.ts';
import { type WordMismatch, wordMismatches } from './word-mismatch.ts';

/** The judgement of readings by one voice. */
export interface VoiceVerdict {
  readonly refined: RefinedReadings;
  /** Indices of the chosen readings, in order. */
  readonly readings: readonly number[];
  readonly evidence: Evidence;
  /** The mismatch of each of its words (`wordMismatches`). */
  readonly mismatches: readonly WordMismatch[];
  /** Cost advantage of the readings over chance, per frame. */
  readonly advantage: number;
}

export function verdictOf(refined: RefinedReadings, readings: readonly number[]): VoiceVerdict {
  const { found, rendition } = refined;
  const evidence = weighEvidence(found.path, found.recording);
  const { chance, forced, spoken } = evidence;
  let gain = 0;
  let count = 0;
  for (let i = 0; i < spoken.length; i++) {
    if (spoken[i] === 0) continue;
    gain += chance[i]! - forced[i]!;
    count++;
  }
  const mismatches = wordMismatches(found, rendition, evidence);
  return { refined, readings, evidence, mismatches, advantage: gain / Math.max(1, count) };
}

/**
 * For each word of a verdict the mismatch by the voice that fits it best: every voice has an accent and peculiarities,
 * so a word that matches one voice was read correctly.
 * @param verdict on all readings
 */
export function leastMismatches(
  { refined, mismatches }: VoiceVerdict,
  verdicts: readonly VoiceVerdict[],
): WordMismatch[] {
  const least = [...mismatches];
  for (const other of verdicts)
    for (const [at, reading] of other.readings.entries()) {
      const { start, end } = refined.words[reading]!;
      const from = other.refined.words[at]!.start;
      for (let word = start; word < end; word++) {
        const { strict, lenient } = other.mismatches[from + word - start]!;
        const before = least[word]!;
        least[word] = { strict: Math.min(before.strict, strict), lenient: Math.min(before.lenient, lenient) };
      }
    }
  return least;
}
