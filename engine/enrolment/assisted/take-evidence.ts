import { EVIDENCE_STEP, weighEvidence } from '../../alignment/evidence.ts';
import type { FoundPath } from '../../alignment/frames.ts';
import { SILENCE } from '../../alignment/state-graph.ts';
import type { Rendition } from '../../alignment/types.ts';
import type { TextRange } from '../transcripts.ts';

/** How well a sentence fits where it was found. */
export interface SentenceEvidence {
  /** How much cheaper than chance it is, per frame. */
  readonly advantage: number;
  /** The same in the worst 400 ms of it. */
  readonly worst: number;
  /** Share of its words that fit hardly better than chance. */
  readonly doubted: number;
  /** Share of it at which other words of the script would fit clearly better. */
  readonly bettered: number;
  /** How much of the gain over chance that any words make is lost by taking these... */
  readonly lost: number;
  /** ...and in the worst 400 ms. */
  readonly worstLost: number;
  /** Deviation of its words' durations from those in the rendition, as logarithms. */
  readonly uneven: number;
  /** The longest time in it with loud sound that is no word, ms. */
  readonly strangeMs: number;
}
const SMOOTHING = 5;
const WINDOW = 20;
const BETTERED = 0.35;
const LEAST_GAIN = 0.3;
const DOUBTED_ADVANTAGE = 0.35;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);

/** @param sentences ranges of words */
export function weighSentences(
  { path, recording, rendition: frames }: FoundPath,
  rendition: Rendition,
  sentences: readonly TextRange[],
): SentenceEvidence[] {
  const { forced, free, chance, spoken } = weighEvidence(path, recording);
  const { graph, states } = path;
  const loud = recording.silenceLevel + 0.15 * recording.contrast;
  return sentences.map(({ start, end }) => {
    const gain: number[] = [];
    const lead: number[] = [];
    const best: number[] = [];
    const wordGain = Array.from({ length: end - start }, () => [] as number[]);
    for (let i = 0; i < spoken.length; i++) {
      if (!spoken[i]) continue;
      const word = graph.words[states[i * EVIDENCE_STEP + EVIDENCE_STEP / 2]!]!;
      if (word < start || word >= end) continue;
      gain.push(chance[i]! - forced[i]!);
      lead.push(forced[i]! - free[i]!);
      best.push(chance[i]! - free[i]!);
      wordGain[word - start]!.push(chance[i]! - forced[i]!);
    }
    const windows = (values: readonly number[], width: number): number[] =>
      values.length <= width
        ? [mean(values)]
        : values.slice(0, values.length - width + 1).map((_, i) => mean(values.slice(i, i + width)));
    const smooth = (values: readonly number[]): number[] =>
      values.map((_, i) => mean(values.slice(Math.max(0, i - SMOOTHING), i + SMOOTHING + 1)));
    const smoothGain = smooth(best);
    const bettered = smooth(lead).filter((x, i) => x > BETTERED * Math.max(LEAST_GAIN, smoothGain[i]!));
    const stretches = wordGain.map((gains, i) => {
      const { startSamples, endSamples } = rendition.words[start + i]!;
      const usual = (endSamples - startSamples) / frames.hopSamples / EVIDENCE_STEP;
      return Math.log(Math.max(0.3, gains.length) / Math.max(0.5, usual));
    });
    let strange = 0;
    let longest = 0;
    let inside = false;
    const last = states.findLastIndex((s) => graph.words[s]! >= start && graph.words[s]! < end);
    const first = states.findIndex((s) => graph.words[s]! >= start && graph.words[s]! < end);
    for (let t = first; t <= last; t++) {
      inside = graph.frames[states[t]!] === SILENCE && recording.loudness[t]! > loud;
      strange = inside ? strange + 1 : 0;
      longest = Math.max(longest, strange);
    }
    const doubted =
      wordGain.filter((gains) => mean(gains) < DOUBTED_ADVANTAGE).length / Math.max(1, wordGain.length);
    return {
      advantage: mean(gain),
      worst: Math.min(...windows(gain, WINDOW)),
      doubted,
      bettered: bettered.length / Math.max(1, lead.length),
      lost: mean(lead) / Math.max(0.1, mean(best)),
      worstLost: Math.max(...windows(lead, WINDOW)),
      uneven: Math.sqrt(mean(stretches.map((x) => (x - mean(stretches)) ** 2))),
      strangeMs: longest * 5,
    };
  });
}
