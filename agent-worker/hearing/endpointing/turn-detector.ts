import { inference, type ipc } from '@livekit/agents';
import { localInference } from '../local-inference.ts';

/** Input of the end-of-turn model: the last 1.2 s (mono, 16 kHz). It accepts more but makes no use of it. */
const MAX_TURN_SAMPLES = 19_200;
/**
 * The end-of-turn model was hardly trained on digital silence: for callers whose line is silent between words it took
 * two ends in three for pauses. Noise of -61 dBFS makes them sound like other callers (ends found: from 44 to 98 %).
 */
const FAINT_NOISE = 52;
/**
 * Higher than the model's own (0.36), since it is more confident with the noise: pauses taken for ends stay at 53 %.
 */
const END_THRESHOLD = 0.45;

/**
 * Judges from the caller's audio whether the turn is over; runs locally, in this process, on the thread pool (the
 * framework would start a separate process). The session has no audio: it comes from the caller's hearing.
 */
export function createTurnDetector(hearing: {
  readonly recent: readonly Int16Array[];
}): inference.TurnDetector {
  const executor: ipc.InferenceExecutor = {
    async doInference(): Promise<unknown> {
      const samples = Int16Array.from(
        hearing.recent.flatMap((window) => [...window]),
        withFaintNoise,
      );
      const startMs = performance.now();
      const probability = await localInference().predict(samples.subarray(-MAX_TURN_SAMPLES));
      return { probability, inferenceDurationMs: performance.now() - startMs };
    },
  };
  return new inference.TurnDetector({ version: 'v1-mini', executor, unlikelyThreshold: END_THRESHOLD });
}

/** Loads the model for this process. @throws Error when it cannot run on this machine */
export async function prepareTurnDetector(): Promise<void> {
  localInference().initEot();
  // The first run of a model is slower than the following ones.
  await localInference().predict(new Int16Array(MAX_TURN_SAMPLES));
}

function withFaintNoise(sample: number): number {
  const noisy = sample + Math.round((Math.random() * 2 - 1) * FAINT_NOISE);
  return Math.min(32_767, Math.max(-32_768, noisy));
}
