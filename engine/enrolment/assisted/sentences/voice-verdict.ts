import { type Evidence, weighEvidence } from '../../../forced-alignment/evidence.ts';
import type { RefinedReadings } from './refine-readings.ts';
import { wordDoubts } from './word-mismatch.ts';

/** Readings as one voice judges them. */
export interface Opinion {
  readonly refined: RefinedReadings;
  /** Which of the chosen readings they are, in order. */
  readonly readings: readonly number[];
  readonly evidence: Evidence;
  /** Of each of its words (`wordDoubts`). */
  readonly doubts: readonly number[];
  /** How much cheaper than chance the readings are, per frame. */
  readonly advantage: number;
}

export function opinionOf(refined: RefinedReadings, readings: readonly number[]): Opinion {
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
  const doubts = wordDoubts(found, rendition, evidence);
  return { refined, readings, evidence, doubts, advantage: gain / Math.max(1, count) };
}

/**
 * For each word of an opinion the doubt of the voice that doubts it least: every voice has an accent and oddities, and a
 * word that one says as it was read was read right.
 * @param opinion of all readings
 */
export function leastDoubts({ refined, doubts }: Opinion, opinions: readonly Opinion[]): number[] {
  const least = [...doubts];
  for (const other of opinions)
    for (const [at, reading] of other.readings.entries()) {
      const { start, end } = refined.words[reading]!;
      const from = other.refined.words[at]!.start;
      for (let word = start; word < end; word++)
        least[word] = Math.min(least[word]!, other.doubts[from + word - start]!);
    }
  return least;
}
