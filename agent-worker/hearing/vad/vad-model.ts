import { localInference } from '../local-inference.ts';

/** Samples (mono, 16 kHz) that the VAD model judges at a time: 32 ms. */
export const WINDOW_SAMPLES = 512;
export const WINDOW_MS = 32;

/** Judges consecutive windows of one caller; keeps state between them. */
export interface VadModel {
  /** @param window `WINDOW_SAMPLES` samples @returns the probability of speech, 0 to 1 */
  predict(window: Int16Array): Promise<number>;
  reset(): void;
}

/** Creates a VAD model for one caller. */
export function createVadModel(): VadModel {
  return localInference().createVad();
}

/** Loads the model for this process. @throws Error when it cannot run on this machine */
export async function prepareVadModel(): Promise<void> {
  localInference().initVad();
  // The first run of a model is slower than the following ones.
  await createVadModel().predict(new Int16Array(WINDOW_SAMPLES));
}
