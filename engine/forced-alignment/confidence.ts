import { mean } from '../../media/statistics.ts';
import { EVIDENCE_STEP, type Evidence } from './evidence.ts';
import type { FoundPath } from './frame-alignment.ts';
import { FAINT } from './pauses.ts';
import { SILENCE } from './state-graph.ts';
import type { Rendition } from './types.ts';

/** Evidence is smoothed over this many values on either side: 100 ms. */
const SMOOTHING = 5;
/** Share of the path's gain over chance that other words have to take to count as fitting better. */
const OUTSCORED = 0.35;
/** Gains below this are not informative. */
const LEAST_GAIN = 0.3;
/** A word whose gain over chance is below this is doubtful. */
const NEAR_CHANCE = 0.35;

/** Evidence against a transcript. Each value is 0 for a perfect one. */
export interface Mismatch {
  /** Share of the speech at which other words would fit clearly better. */
  readonly outscored: number;
  /** Share of the words, weighed by their durations in the rendition, that fit hardly better than chance. */
  readonly nearChance: number;
  /** Variation of the pace from word to word, relative to the rendition: standard deviation of its logarithm. */
  readonly uneven: number;
  /** Share of the loud frames that belong to no word, except breaths and the like. */
  readonly extraneous: number;
  /** Share of the best path's gain over chance that the found path loses. */
  readonly lost: number;
}

interface WordEvidence {
  /** Cost of chance minus cost of the word. */
  readonly advantage: number;
  /** Logarithm of the ratio of its duration to that in the rendition. */
  readonly stretch: number;
  /** Its duration in the rendition, in values of evidence. */
  readonly usual: number;
}

/** Probability that each word was said at the place where it was found, and that all of them were: 0 to 1. */
export function wordConfidences(
  found: FoundPath,
  rendition: Rendition,
  evidence: Evidence,
): { words: readonly number[]; whole: number } {
  const words = wordEvidence(found, rendition, evidence);
  return { words: words.map(wordConfidence), whole: overallConfidence(mismatchOf(found, words, evidence)) };
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Nine tenths of the spoken words have an advantage of at least 0.65; of other words, one in seven. */
const wordConfidence = ({ advantage }: WordEvidence): number => logistic(7 * (advantage - 0.55));

/**
 * Weights of a logistic regression over right and wrong transcripts of people, except that of extraneous sound, which
 * was rare in the data. See research/alignment/README.md.
 */
function overallConfidence({ outscored, nearChance, uneven, extraneous, lost }: Mismatch): number {
  return logistic(6 - 12 * outscored - 5 * nearChance - 9.3 * uneven - 8 * extraneous - 14.8 * lost);
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
  const total = words.reduce((sum, { usual }) => sum + usual, 0);
  /** Mean over the words, weighed by duration. */
  const average = (of: (word: WordEvidence) => number): number =>
    words.reduce((sum, word) => sum + of(word) * word.usual, 0) / total;
  const pace = average(({ stretch }) => stretch);
  return {
    outscored: outscoredShare(lead, gain),
    nearChance: average(({ advantage }) => (advantage < NEAR_CHANCE ? 1 : 0)),
    uneven: Math.sqrt(average(({ stretch }) => (stretch - pace) ** 2)),
    extraneous: extraneousShare(found),
    lost: Math.min(1, Math.max(0, mean(lead) / Math.max(0.1, mean(gain)))),
  };
}

/**
 * Share of the speech at which other words would fit clearly better.
 * @param lead cost advantage of the other words
 * @param gain cost advantage of the found words over chance; both for each value of evidence
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
    const usual = Math.max(0.5, (endSamples - startSamples) / frames.hopSamples / EVIDENCE_STEP);
    if (count === 0) return { advantage: 0, stretch: -2, usual };
    return { advantage: advantages[word]! / count, stretch: Math.log(count / usual), usual };
  });
}

function extraneousShare({ path, recording }: FoundPath): number {
  const { loudness, silenceLevel, contrast, kinds } = recording;
  let loud = 0;
  let extraneous = 0;
  for (let t = 0; t < path.states.length; t++) {
    if (loudness[t]! <= silenceLevel + 0.15 * contrast) continue;
    loud++;
    if (kinds[t] !== FAINT && path.graph.frames[path.states[t]!] === SILENCE) extraneous++;
  }
  return loud === 0 ? 1 : extraneous / loud;
}

function smoothed(values: readonly number[]): number[] {
  return values.map((_, i) => mean(values.slice(Math.max(0, i - SMOOTHING), i + SMOOTHING + 1)));
}
