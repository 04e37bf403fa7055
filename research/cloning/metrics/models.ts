import type { InferenceSession } from 'onnxruntime-node';
import { SPEAKER_ENCODER } from '../../../engine/research.ts';
import { ModelStore } from '../../../engine/setup.ts';
import { SpeakerEncoder } from '../../../recordings/research.ts';

/**
 * Two threads that sleep when idle, because the metrics run alone on the machine, or should leave the rest of it idle.
 */
export const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 2,
  interOpNumThreads: 1,
  extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
};

/** A metric's model is not on this machine. The message says how to fetch it. */
export class EvaluationModelMissing extends Error {}

/**
 * @returns the path of an installed model of one file
 * @throws EvaluationModelMissing
 */
export async function evaluationModel(id: string): Promise<string> {
  const store = new ModelStore();
  const [path] = store.paths(id).values();
  if (path === undefined || !(await store.isInstalled(id))) {
    throw new EvaluationModelMissing(
      `the model ${id} is missing; fetch it with: npm run models -- pull ${id}`,
    );
  }
  return path;
}

/** @throws EvaluationModelMissing */
export async function loadSpeakerEncoder(): Promise<SpeakerEncoder> {
  return SpeakerEncoder.load(await evaluationModel(SPEAKER_ENCODER));
}
