import { outscoredShare } from '../../../../engine/forced-alignment/confidence.ts';
import { EVIDENCE_STEP, type Evidence } from '../../../../engine/forced-alignment/evidence.ts';
import type { FoundPath } from '../../../../engine/forced-alignment/frame-alignment.ts';
import { HOP_MS } from '../../../../engine/forced-alignment/signals.ts';
import { SILENCE } from '../../../../engine/forced-alignment/state-graph.ts';
import type { Rendition } from '../../../../engine/forced-alignment/types.ts';
import { mean } from '../../../../media/statistics.ts';
import type { TextRange } from '../../transcripts.ts';
import type { WordMismatch } from './word-mismatch.ts';

/** Shortest duration of a misreading, one or two words: 400 ms. */
const WINDOW = 400 / (HOP_MS * EVIDENCE_STEP);

/** Evidence for a sentence at its found place. Costs are per frame. */
export interface SentenceEvidence {
  /** Number of its words. */
  readonly words: number;
  /** Its cost advantage over chance. */
  readonly advantage: number;
  /** The advantage in its worst 400 ms. */
  readonly worst: number;
  /** Share of the sentence at which other words of the script would fit clearly better. */
  readonly outscored: number;
  /** Cost advantage of other words of the script in the 400 ms that they fit best. */
  readonly worstLost: number;
  /** Deviation of its words' durations from those in the rendition, as logarithms. */
  readonly uneven: number;
  /** Longest time in it with loud sound that belongs to none of its words, ms. */
  readonly extraneousMs: number;
  /** Highest mismatch of its words. */
  readonly wordMismatch: WordMismatch;
}

/** @param sentences the words of each sentence @param mismatches result of `wordMismatches` */
export function weighSentences(
  found: FoundPath,
  rendition: Rendition,
  evidence: Evidence,
  mismatches: readonly WordMismatch[],
  sentences: readonly TextRange[],
): SentenceEvidence[] {
  return sentences.map((words) => {
    const own = mismatches.slice(words.start, words.end);
    const { gain, lead, most, counts } = costsOf(found, evidence, words);
    return {
      words: words.end - words.start,
      advantage: mean(gain),
      worst: Math.min(...windowMeans(gain)),
      outscored: outscoredShare(lead, most),
      worstLost: Math.max(...windowMeans(lead)),
      uneven: unevenness(found, rendition, words, counts),
      extraneousMs: longestExtraneousMs(found, words),
      wordMismatch: {
        strict: Math.max(...own.map(({ strict }) => strict)),
        lenient: Math.max(...own.map(({ lenient }) => lenient)),
      },
    };
  });
}

interface Costs {
  /** Cost advantage of the sentence over chance, in order. */
  readonly gain: readonly number[];
  /** Cost advantage of other words over the sentence. */
  readonly lead: readonly number[];
  /** Cost advantage of other words over chance. */
  readonly most: readonly number[];
  /** Number of values of evidence for each word. */
  readonly counts: readonly number[];
}

function costsOf(
  { path: { graph, states } }: FoundPath,
  { forced, free, chance, spoken }: Evidence,
  { start, end }: TextRange,
): Costs {
  const gain: number[] = [];
  const lead: number[] = [];
  const most: number[] = [];
  const counts = new Array<number>(end - start).fill(0);
  for (let i = 0; i < spoken.length; i++) {
    const word = graph.words[states[i * EVIDENCE_STEP + EVIDENCE_STEP / 2]!]!;
    if (spoken[i] === 0 || word < start || word >= end) continue;
    gain.push(chance[i]! - forced[i]!);
    lead.push(forced[i]! - free[i]!);
    most.push(chance[i]! - free[i]!);
    counts[word - start]!++;
  }
  return { gain, lead, most, counts };
}

/** Means over all windows; over all values if there are fewer. */
function windowMeans(values: readonly number[]): number[] {
  if (values.length <= WINDOW) return [mean(values)];
  const means: number[] = [];
  for (let from = 0; from + WINDOW <= values.length; from++)
    means.push(mean(values.slice(from, from + WINDOW)));
  return means;
}

/** The pace of the whole sentence is removed. */
function unevenness(
  { rendition: frames }: FoundPath,
  rendition: Rendition,
  { start }: TextRange,
  counts: readonly number[],
): number {
  const stretches = counts.map((count, i) => {
    const { startSamples, endSamples } = rendition.words[start + i]!;
    const usual = (endSamples - startSamples) / frames.hopSamples / EVIDENCE_STEP;
    return Math.log(Math.max(0.3, count) / Math.max(0.5, usual));
  });
  const pace = mean(stretches);
  return Math.sqrt(mean(stretches.map((stretch) => (stretch - pace) ** 2)));
}

function longestExtraneousMs(
  { path: { graph, states }, recording }: FoundPath,
  { start, end }: TextRange,
): number {
  const { loudness, silenceLevel, contrast } = recording;
  const isOwn = (state: number): boolean => graph.words[state]! >= start && graph.words[state]! < end;
  const from = states.findIndex(isOwn);
  const to = states.findLastIndex(isOwn);
  let longest = 0;
  let streak = 0;
  for (let t = Math.max(0, from); t <= to; t++) {
    const extraneous = graph.frames[states[t]!] === SILENCE && loudness[t]! > silenceLevel + 0.15 * contrast;
    streak = extraneous ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  return longest * HOP_MS;
}
