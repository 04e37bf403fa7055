import { mean } from '../../media/statistics.ts';
import { EVIDENCE_STEP, type Evidence } from './evidence.ts';
import type { FoundPath } from './frame-alignment.ts';
import { FAINT } from './pauses.ts';
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
  /** Share of the words, by their durations in the rendition, that fit hardly better than chance. */
  readonly nearChance: number;
  /** How much the pace changes from word to word, relative to the rendition: deviation of the logarithm. */
  readonly uneven: number;
  /** Share of the loud frames that belong to no word, breaths and the like aside. */
  readonly extraneous: number;
  /** How much of the gain over chance that the best path makes is lost on the path found. */
  readonly lost: number;
}

interface WordEvidence {
  /** How much cheaper the word is than chance. */
  readonly advantage: number;
  /** Logarithm of its duration over that in the rendition. */
  readonly stretch: number;
  /** Its duration in the rendition, in pieces of evidence. */
  readonly usual: number;
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

/**
 * The weights are those of a logistic regression over right and wrong transcripts of people, but for that of extraneous
 * sound, of which they had little. See docs/evaluation-alignment.md.
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
  /** Mean over the words, the longer counting for more. */
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
