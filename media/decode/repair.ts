import { mean, quantileLower } from '../statistics.ts';

/** Twice full scale: files of floats may go beyond full scale, but not by much. */
const NO_DOUBT = 2;
/** The level that is exceeded by one sample of a hundred; a broken writer leaves fewer broken ones. */
const LOUD_SHARE = 0.99;
/** Peaks of speech lie below this many times that level. */
const MOST_CREST = 16;
/** An offset below this (-60 dBFS) does not matter, and files without one stay as they are. */
const LEAST_OFFSET = 0.001;
/** The mean of a shorter sound may be its own. */
const LEAST_SECONDS = 0.5;

/**
 * Mends what is broken in decoded samples, in place: those that are no finite number or beyond anything that the rest
 * could reach become 0, floats in the range of integers are brought to [-1, 1], and an offset at 0 Hz is taken out.
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
