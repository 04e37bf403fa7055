import { scriptFor } from '../../cloning/research.ts';
import type { Espeak, LanePool } from '../../engine/research.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { pairMs, type SentenceTimes, sentenceMs, sentenceTimes, wholeMs } from './durations.ts';
import type { Variety } from './varieties.ts';

export interface Range {
  readonly least: number;
  readonly most: number;
}

export interface Durations {
  readonly sentences: number;
  readonly words: number;
  readonly wholeMs: number;
  readonly sentenceMs: Range;
  readonly pairMs: Range;
  readonly previewMs: number;
}

export interface Evaluated {
  readonly variety: Variety;
  readonly durations: Durations;
  readonly coverage: Coverage;
  /** Number of common diphones that the script was compared with. */
  readonly common: number;
}

/** Measures the script for a variety of a language. */
export async function evaluateScript(
  variety: Variety,
  common: readonly string[],
  espeak: Espeak,
  lanes: LanePool,
): Promise<Evaluated> {
  const script = scriptFor(variety.lang);
  if (script === null) throw new Error(`there is no script for ${variety.lang}`);
  const { sentences, preview } = script;
  const times = await sentenceTimes(sentences, variety, lanes);
  const previewMs = wholeMs(await sentenceTimes([preview], variety, lanes));
  return {
    variety,
    durations: durationsOf(sentences, times, previewMs),
    coverage: coverageOf(sentences, variety, common, espeak),
    common: common.length,
  };
}

function durationsOf(
  sentences: readonly string[],
  times: readonly SentenceTimes[],
  previewMs: number,
): Durations {
  return {
    sentences: sentences.length,
    words: sentences
      .join(' ')
      .split(/\s+/u)
      .filter((word) => /\p{L}/u.test(word)).length,
    wholeMs: wholeMs(times),
    sentenceMs: range(sentenceMs(times)),
    pairMs: range(pairMs(times)),
    previewMs,
  };
}

const range = (values: readonly number[]): Range => ({
  least: Math.min(...values),
  most: Math.max(...values),
});
