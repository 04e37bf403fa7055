/** Checks whether a sound is the same speech as another without noise, because services may return anything. */

import { clippedShare } from '../../../media/clipping.ts';
import { rmsDbfs } from '../../../media/level.ts';
import { resampleAll } from '../../../media/resampler.ts';
import type { Sound } from '../types.ts';
import { type BandEnvelopes, bandEnvelopes, ENVELOPE_HOP_MS, envelopeCorrelation } from './band-envelopes.ts';

export type Verdict =
  | { readonly plausible: true; readonly samples: Float32Array }
  /** The reason completes "the answer of the enhancer ...". */
  | { readonly plausible: false; readonly reason: string };

/** Tolerance for the length: filters round it to their frames. */
const LENGTH_TOLERANCE_MS = 5;
const MIN_RATE = 8000;
const MAX_RATE = 192_000;
const SILENT_DBFS = -60;
const MIN_CLIPPED_SHARE = 0.02;
const CLIPPED_FACTOR = 2;
const MAX_LAG_MS = 500;

/** See docs/enhancer.md. */
const MIN_LIKENESS = 0.5;
const MIN_PART_LIKENESS = 0.3;
const LAG_TOLERANCE_MS = 10;
const PART_MS = 3000;
const PART_STEP_MS = 500;
/** Parts with less speech than this share of the average are not compared. */
const MIN_PART_SHARE = 0.3;

/**
 * Checks an answer, and converts it to the rate and the length of the recording.
 * @param original the recording as it was sent, not empty
 */
export function checkPlausibility(original: Sound, answer: Sound): Verdict {
  const { samples, sampleRate } = original;
  if (answer.sampleRate < MIN_RATE || answer.sampleRate > MAX_RATE) {
    return implausible(`has a sample rate of ${answer.sampleRate} Hz`);
  }
  if (!answer.samples.every(Number.isFinite)) return implausible('contains samples that are not numbers');
  const offMs = (answer.samples.length / answer.sampleRate - samples.length / sampleRate) * 1000;
  if (Math.abs(offMs) > LENGTH_TOLERANCE_MS) {
    return implausible(`is ${Math.round(Math.abs(offMs))} ms too ${offMs > 0 ? 'long' : 'short'}`);
  }
  const fitted = new Float32Array(samples.length);
  fitted.set(resampleAll(answer.samples, answer.sampleRate, sampleRate).subarray(0, samples.length));
  if (rmsDbfs(fitted) < SILENT_DBFS) return implausible('is silent');
  if (clippedShare(fitted) > Math.max(MIN_CLIPPED_SHARE, CLIPPED_FACTOR * clippedShare(samples))) {
    return implausible('is clipped');
  }
  const likeness = compare(original, { samples: fitted, sampleRate });
  if (Math.abs(likeness.lagMs) > LAG_TOLERANCE_MS && likeness.shifted >= MIN_LIKENESS) {
    const ms = Math.round(Math.abs(likeness.lagMs));
    return implausible(`comes ${ms} ms too ${likeness.lagMs > 0 ? 'late' : 'early'}`);
  }
  if (likeness.whole < MIN_LIKENESS) return implausible('is not the same speech');
  if (likeness.worstPart < MIN_PART_LIKENESS) return implausible('is not the same speech everywhere');
  return { plausible: true, samples: fitted };
}

export interface Likeness {
  /** Correlation of the two sounds without alignment. */
  readonly whole: number;
  /** Correlation of the least similar part, which lasts some seconds. */
  readonly worstPart: number;
  /** The lag of the highest similarity, and that similarity; positive if the second sound is later. */
  readonly lagMs: number;
  readonly shifted: number;
}

/** Two sounds of one rate and length. */
export function compare(original: Sound, answer: Sound): Likeness {
  const one = bandEnvelopes(original);
  const other = bandEnvelopes(answer);
  const { lagMs, shifted } = bestLag(one, other);
  return { whole: envelopeCorrelation(one, other), worstPart: worstPart(one, other), lagMs, shifted };
}

function bestLag(one: BandEnvelopes, other: BandEnvelopes): { lagMs: number; shifted: number } {
  const reach = Math.min(MAX_LAG_MS / ENVELOPE_HOP_MS, Math.floor(one.frames / 4));
  const at = (lag: number) => envelopeCorrelation(one, other, { lag });
  let best = 0;
  let shifted = at(0);
  for (let lag = -reach; lag <= reach; lag++) {
    const likeness = at(lag);
    if (likeness > shifted) {
      shifted = likeness;
      best = lag;
    }
  }
  return { lagMs: (best + peakOffset(at(best - 1), shifted, at(best + 1))) * ENVELOPE_HOP_MS, shifted };
}

/**
 * Position of the vertex of a parabola through three neighbours, relative to the middle one, which is the highest: -0.5
 * to 0.5.
 */
function peakOffset(before: number, top: number, after: number): number {
  const bend = before - 2 * top + after;
  return bend >= 0 ? 0 : Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend)));
}

/** Parts overlap. Those with hardly any speech are left out. */
function worstPart(one: BandEnvelopes, other: BandEnvelopes): number {
  const length = Math.min(PART_MS / ENVELOPE_HOP_MS, one.frames);
  const average = liveliness(one, 0, one.frames);
  let worst = 1;
  for (let from = 0; from + length <= one.frames; from += PART_STEP_MS / ENVELOPE_HOP_MS) {
    const to = from + length;
    if (liveliness(one, from, to) < MIN_PART_SHARE * average) continue;
    worst = Math.min(worst, envelopeCorrelation(one, other, { from, to }));
  }
  return worst;
}

/** Variance of the loudness, over all bands. */
function liveliness({ bands }: BandEnvelopes, from: number, to: number): number {
  let sum = 0;
  for (const band of bands) {
    const part = band.subarray(from, to);
    const mean = part.reduce((total, value) => total + value, 0) / part.length;
    for (const value of part) sum += (value - mean) ** 2;
  }
  return sum / (to - from);
}

function implausible(reason: string): Verdict {
  return { plausible: false, reason };
}
