import { localInference } from '../local-inference.ts';

/** The model hears the last 1.2 s (mono, 16 kHz). It accepts more but makes no use of it. */
export const MODEL_INPUT_MS = 1200;
const MAX_SAMPLES = MODEL_INPUT_MS * 16;
/**
 * The model was hardly trained on digital silence: for callers whose line is silent between words it took two ends in
 * three for pauses. Noise of -61 dBFS makes them sound like other callers (ends found: from 44 to 98 %).
 */
const FAINT_NOISE = 52;

/**
 * How probably a caller's turn is over, from the sound alone.
 * @param windows the caller's latest audio in order, mono, 16 kHz; only the last 1.2 s count
 * @returns 0 to 1
 * @throws Error when the model fails
 */
export async function endOfTurnProbability(windows: readonly Int16Array[]): Promise<number> {
  const samples = new Int16Array(MAX_SAMPLES);
  let at = MAX_SAMPLES;
  for (let i = windows.length - 1; i >= 0 && at > 0; i--) {
    const window = windows[i]!;
    const taken = window.subarray(Math.max(0, window.length - at));
    at -= taken.length;
    samples.set(taken, at);
  }
  return await localInference().predict(samples.subarray(at).map(withFaintNoise));
}

/** Loads the model for this process. @throws Error when it cannot run on this machine */
export async function prepareEndOfTurnModel(): Promise<void> {
  localInference().initEot();
  // The first run of a model is slower than the following ones.
  await localInference().predict(new Int16Array(MAX_SAMPLES));
}

function withFaintNoise(sample: number): number {
  const noisy = sample + Math.round((Math.random() * 2 - 1) * FAINT_NOISE);
  return Math.min(32_767, Math.max(-32_768, noisy));
}
