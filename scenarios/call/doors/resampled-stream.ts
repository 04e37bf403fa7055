import { createResamplerState, resample } from '../../../media/resampler.ts';

/** Resamples a stream piece by piece. */
export function resampledStream(fromRate: number, toRate: number): (samples: Float32Array) => Float32Array {
  let state = createResamplerState(fromRate, toRate);
  return (samples) => {
    const resampled = resample(state, samples, false);
    state = resampled.state;
    return resampled.output;
  };
}
