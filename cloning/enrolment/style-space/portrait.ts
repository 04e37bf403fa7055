/**
 * Describes a voice for the search of a near base: its speaker embedding without its average spectrum, and that
 * spectrum.
 */

import type { PitchStatistics } from '../../../engine/conversion/codes.ts';
import { averageSpectrum, designEqualiser, filtered } from '../../../engine/conversion/equaliser.ts';
import { trackPitch } from '../../../media/pitch.ts';
import { resampleAll } from '../../../media/resampler.ts';
import { loadedEncoder } from '../../../recordings/speaker-encoder/installed-encoder.ts';
import { pitchStatistics } from '../../learning/learn-base.ts';
import { STYLE_SPACE } from './style-space.ts';

export interface VoicePortrait {
  /**
   * Speaker embedding of the sound after equalisation to the spectrum of `STYLE_SPACE`, so that filters have no effect.
   */
  readonly embedding: Float32Array;
  readonly pitch: PitchStatistics;
  /** See `averageSpectrum`. */
  readonly spectrum: Float64Array;
}

const RATE = 16_000;
/** More sound hardly makes embeddings more accurate. */
export const MAX_DESCRIBED_SECONDS = 20;
/** The spectrum needs this sample rate; telephones have it. */
const LEAST_RATE = 16_000;

/** @param encoderPath where the speaker encoder is */
export async function describeVoice(
  samples: Float32Array,
  sampleRate: number,
  encoderPath: string,
): Promise<VoicePortrait> {
  const encoder = await loadedEncoder(encoderPath);
  const wide = sampleRate < LEAST_RATE ? resampleAll(samples, sampleRate, LEAST_RATE) : samples;
  const spectrum = averageSpectrum(wide, Math.max(sampleRate, LEAST_RATE));
  const sound = resampleAll(samples.subarray(0, MAX_DESCRIBED_SECONDS * sampleRate), sampleRate, RATE);
  const taps = designEqualiser(spectrum, STYLE_SPACE.spectrum, RATE);
  return {
    embedding: await encoder.embed(filtered(sound, taps), RATE),
    pitch: pitchStatistics(trackPitch(sound, RATE, { hopMs: 10 }).f0Hz),
    spectrum,
  };
}
