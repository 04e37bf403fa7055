import type { InferenceSession } from 'onnxruntime-node';

/** onnxruntime spins idle threads by default, which takes CPU time from speech synthesis. */
export const NO_SPINNING = {
  session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } },
} as const;

/** One thread that sleeps when it is idle: what runs beside it has the other cores. */
export const ONE_THREAD: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  extra: NO_SPINNING,
};
