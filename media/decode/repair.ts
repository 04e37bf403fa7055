import { mean, quantileLower } from '../statistics.ts';

/** Twice full scale: files of floats may go beyond full scale, but not by much. */
const NO_DOUBT = 2;
/** The level that is exceeded by one sample of a hundred; a broken writer leaves fewer broken ones. */
const LOUD_SHARE = 0.99;
/** Upper bound of peaks of speech, as a multiple of that level. */
const MOST_CREST = 16;
/** Offsets below this (-60 dBFS) do no harm. They are kept, so that files without an offset stay as they are. */
const LEAST_OFFSET = 0.001;
/** Shorter sounds may have a mean other than 0 without an offset. */
const LEAST_SECONDS = 0.5;

/**
 * Repairs decoded samples, in place. Samples that are not finite or far above the rest become 0, floats in the range of
 * integers are scaled to [-1, 1], and a DC offset is removed.
 */
export function repair(samples: Float32Array, sampleRate: number): void {
  let peak = 0;
  for (let i = 0; i < samples.length; i++) {
    if (!Number.isFinite(samples[i]!)) samples[i] = 0;
    peak = Math.max(peak, Math.abs(samples[i]!));
  }
  if (peak > NO_DOUBT) tame(samples);
  if (samples.length < LEAST_SECONDS * sampleRate) return;
  const offset = mean(samples);
  if (Math.abs(offset) < LEAST_OFFSET) return;
  for (let i = 0; i < samples.length; i++) samples[i]! -= offset;
}

function tame(samples: Float32Array): void {
  const sounding = samples.filter((sample) => sample !== 0).map(Math.abs);
  const limit = Math.max(NO_DOUBT, MOST_CREST * quantileLower(sounding, LOUD_SHARE, 0));
  let peak = 0;
  for (let i = 0; i < samples.length; i++) {
    if (Math.abs(samples[i]!) > limit) samples[i] = 0;
    peak = Math.max(peak, Math.abs(samples[i]!));
  }
  if (peak > NO_DOUBT) for (let i = 0; i < samples.length; i++) samples[i]! /= peak;
}
