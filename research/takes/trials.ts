/** Takes of every kind, and the passage that is chosen. */
import { pairsOf, type ScoredPassage, scorePassages } from '../../cloning/research.ts';
import type { Sound } from '../../recordings/research.ts';
import { randomNumbers } from '../random.ts';
import { DEGRADATIONS, type Degradation } from './degradations.ts';
import type { Found } from './finder.ts';
import type { Reader } from './readers.ts';
import { msOf, type Reading, speechLevel } from './reading.ts';
import { makeTake, type Take } from './take.ts';

/** Every sentence degraded in a different way. */
export const MIXED = 'all kinds together';
export const STRENGTHS = ['weak', 'medium', 'strong'] as const;
export type Strength = (typeof STRENGTHS)[number] | 'any';

export interface Trial {
  readonly reader: string;
  readonly kind: string;
  readonly strength: Strength;
  readonly take: Take;
}

export interface Verdict {
  readonly reader: string;
  readonly kind: string;
  readonly strength: Strength;
  /** Whether the best passage has clean sentences only. */
  readonly right: boolean;
  /** Whether any passage was offered. */
  readonly found: boolean;
  /** Scores of two passages: the best one of clean sentences only, and the best one with other sentences. */
  readonly cleanScore: number;
  readonly spoiledScore: number;
  readonly best: ScoredPassage | null;
  readonly bestClean: ScoredPassage | null;
  readonly pairs: number;
  /** Number of clean sentences, and of those among them that were considered misread. */
  readonly clean: number;
  readonly misread: number;
  readonly ms: number;
}

export interface TrialTools {
  /** Maximum number of sentences per take. */
  readonly sentences: number;
  /** Returns speech of another speaker than the reader. */
  readonly otherVoice: (reader: string) => Float32Array;
  readonly misread: (reading: Reading, words: number, random: () => number) => Promise<Reading>;
}

const MOST_TAKE_MS = 52_000;

/**
 * Makes a take of some of a reader's sentences.
 * @param kind of `DEGRADATIONS`, or `MIXED`
 * @returns null when the reader has no passage of the right length
 */
export async function makeTrial(
  reader: Reader,
  kind: string,
  strength: Strength,
  seed: number,
  tools: TrialTools,
): Promise<Trial | null> {
  const random = randomNumbers(seed);
  for (let i = 0; i < 10; i++) random();
  const other = tools.otherVoice(reader.name);
  const readings = someOf(reader.readings, tools.sentences, random);
  const take = await makeTake(readings, {
    random,
    roomDb: 32 + 16 * random(),
    otherVoice: other.subarray(Math.floor(random() * 0.3 * other.length)),
    misread: (reading, words) => tools.misread(reading, words, random),
    degradationOf: () => {
      const degradation = degradationOf(kind, random);
      const index = strength === 'any' ? Math.floor(3 * random()) : STRENGTHS.indexOf(strength);
      return { degradation, strength: degradation.strengths[index]! };
    },
  });
  return take && { reader: reader.name, kind, strength, take };
}

function degradationOf(kind: string, random: () => number): Degradation {
  const found =
    kind === MIXED
      ? DEGRADATIONS[Math.floor(random() * DEGRADATIONS.length)]
      : DEGRADATIONS.find((s) => s.kind === kind);
  if (!found) throw new RangeError(`there is no degradation ${kind}`);
  return found;
}

/** Returns consecutive sentences from a random place, as many as one take holds with possible additions. */
function someOf(readings: readonly Reading[], most: number, random: () => number): Reading[] {
  const first = Math.floor(random() * readings.length);
  const chosen: Reading[] = [];
  let ms = 0;
  for (let i = 0; i < Math.min(readings.length, most); i++) {
    const reading = readings[(first + i) % readings.length]!;
    if (speechLevel(reading) === 0) continue;
    ms += msOf(reading.samples.length) + 500;
    if (ms > MOST_TAKE_MS) break;
    chosen.push(reading);
  }
  return chosen;
}

/**
 * Scores the passages of a take.
 * @param found its sentences, if they were searched for
 * @param cleaned the take cleaned by GTCRN
 */
export function judge(
  { reader, kind, strength, take }: Trial,
  found: Found = take,
  cleaned: Sound | null = null,
): Verdict {
  const began = performance.now();
  const passages = scorePassages({ ...take, take: found.aligned, cleaned });
  const ms = performance.now() - began;
  const isClean = (passage: ScoredPassage): boolean =>
    passage.sentences.every((index) => found.clean.includes(index));
  const best = passages[0] ?? null;
  return {
    reader,
    kind,
    strength,
    right: best !== null && isClean(best),
    found: best !== null,
    cleanScore: passages.find(isClean)?.score ?? 0,
    spoiledScore: passages.find((passage) => !isClean(passage))?.score ?? 0,
    best,
    bestClean: passages.find(isClean) ?? null,
    pairs: pairsOf(passages).length,
    clean: found.clean.length,
    misread: found.aligned.sentences.filter(
      ({ index, fault }) => fault === 'misread' && found.clean.includes(index),
    ).length,
    ms,
  };
}
