import { mean } from '../../media/statistics.ts';
import { EVIDENCE_STEP, type Evidence } from './evidence.ts';
import type { FoundPath } from './frame-alignment.ts';
import { SILENCE } from './state-graph.ts';
import type { Rendition } from './types.ts';

/** Evidence is smoothed over this much on either side: 100 ms. */
const SMOOTHING = 5;
/** Other words fit better here: they take this much of what the path gains over chance. */
const OUTSCORED = 0.35;
/** Gains below this say nothing. */
const LEAST_GAIN = 0.3;
/** A word that fits no better than this above chance is in doubt. */
const NEAR_CHANCE = 0.35;

/** What speaks against a transcript. Each is 0 when nothing does. */
export interface Mismatch {
  /** Share of the speech at which other words would fit clearly better. */
  readonly outscored: number;
  /** Share of the words that fit hardly better than chance. */
  readonly nearChance: number;
  /** Deviation of the words' durations from those in the rendition, as logarithms. */
  readonly uneven: number;
  /** Share of the loud frames that belong to no word. */
  readonly extraneous: number;
  /** How much of the gain over chance that the best path makes is lost on the path found. */
  readonly lost: number;
}

interface WordEvidence {
  /** How much cheaper the word is than chance. */
  readonly advantage: number;
  /** Logarithm of its duration over that in the rendition. */
  readonly stretch: number;
}

/** How sure it is that each word, and all of them, were said where they were found: 0 to 1. */
export function wordConfidences(
  found: FoundPath,
  rendition: Rendition,
  evidence: Evidence,
): { words: readonly number[]; whole: number } {
  const words = wordEvidence(found, rendition, evidence);
  return { words: words.map(wordConfidence), whole: overallConfidence(mismatchOf(found, words, evidence)) };
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Nine tenths of the words that were said have an advantage of 0.65 at least, of others one in seven. */
const wordConfidence = ({ advantage }: WordEvidence): number => logistic(7 * (advantage - 0.55));

function overallConfidence({ outscored, nearChance, uneven, extraneous, lost }: Mismatch): number {
  return logistic(6.2 - 20 * outscored - 6 * nearChance - 8 * uneven - 8 * extraneous - 5 * lost);
}

function mismatchOf(found: FoundPath, words: readonly WordEvidence[], evidence: Evidence): Mismatch {
  const { forced, free, chance, spoken } = evidence;
  const lead: number[] = [];
  const gain: number[] = [];
  for (let i = 0; i < spoken.length; i++) {
    if (spoken[i] === 0) continue;
    lead.push(forced[i]! - free[i]!);
    gain.push(chance[i]! - free[i]!);
  }
  if (lead.length === 0) return { outscored: 1, nearChance: 1, uneven: 1, extraneous: 1, lost: 1 };
  const share = (part: readonly unknown[], whole: readonly unknown[]): number =>
    whole.length === 0 ? 1 : part.length / whole.length;
  return {
    outscored: outscoredShare(lead, gain),
    nearChance: share(
      words.filter(({ advantage }) => advantage < NEAR_CHANCE),
      words,
    ),
    uneven: Math.sqrt(mean(words.map(({ stretch }) => stretch ** 2))),
    extraneous: extraneousShare(found),
    lost: Math.min(1, Math.max(0, mean(lead) / Math.max(0.1, mean(gain)))),
  };
}

/**
 * Share of the speech at which other words would fit clearly better.
 * @param lead how much less they cost, for each piece of evidence
 * @param gain how much less they cost than chance
 */
export function outscoredShare(lead: readonly number[], gain: readonly number[]): number {
  if (lead.length === 0) return 1;
  const smoothGain = smoothed(gain);
  const outscored = smoothed(lead).filter((x, i) => x > OUTSCORED * Math.max(LEAST_GAIN, smoothGain[i]!));
  return outscored.length / lead.length;
}

function wordEvidence(
  { path, rendition: frames }: FoundPath,
  rendition: Rendition,
  { forced, chance, spoken }: Evidence,
): WordEvidence[] {
  const counts = new Float64Array(rendition.words.length);
  const advantages = new Float64Array(rendition.words.length);
  for (let i = 0; i < spoken.length; i++) {
    if (spoken[i] === 0) continue;
    const word = path.graph.words[path.states[i * EVIDENCE_STEP + EVIDENCE_STEP / 2]!]!;
    if (word < 0) continue;
    counts[word]!++;
    advantages[word]! += chance[i]! - forced[i]!;
  }
  return rendition.words.map(({ startSamples, endSamples }, word): WordEvidence => {
    const count = counts[word]!;
    if (count === 0) return { advantage: 0, stretch: -2 };
    const usual = (endSamples - startSamples) / frames.hopSamples / EVIDENCE_STEP;
    return { advantage: advantages[word]! / count, stretch: Math.log(count / Math.max(0.5, usual)) };
  });
}

function extraneousShare({ path, recording }: FoundPath): number {
  const { loudness, silenceLevel, contrast } = recording;
  let loud = 0;
  let extraneous = 0;
  for (let t = 0; t < path.states.length; t++) {
    if (loudness[t]! <= silenceLevel + 0.15 * contrast) continue;
    loud++;
    if (path.graph.frames[path.states[t]!] === SILENCE) extraneous++;
  }
  return loud === 0 ? 1 : extraneous / loud;
}

function smoothed(values: readonly number[]): number[] {
  return values.map((_, i) => mean(values.slice(Math.max(0, i - SMOOTHING), i + SMOOTHING + 1)));
}
