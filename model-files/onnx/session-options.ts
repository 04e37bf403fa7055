import type { InferenceSession } from 'onnxruntime-node';
import { byteSums } from './instruction-sets.ts';

/**
 * onnxruntime's settings for every session. It spins idle threads by default, which takes CPU time from speech
 * synthesis. Where sums of byte products saturate, "x64quantprecision" makes it turn signed weights of more than 7 bits
 * into unsigned ones when it loads a graph: products of two unsigned bytes are exact on every processor, and slower. A
 * graph in which two operations share such weights does not load then.
 */
export const SETTINGS = {
  session: {
    intra_op: { allow_spinning: '0' },
    inter_op: { allow_spinning: '0' },
    x64quantprecision: byteSums() === 'saturating' ? '1' : '0',
  },
} as const;

/**
 * One thread that sleeps when it is idle, because other threads use the other cores. The memory arena is off: it would
 * grow to the longest text ever spoken and never be freed. Without it an idle server, after clones and takes, uses 300
 * to 430 MB less memory, and speech takes no more CPU time (Kokoro, hibari and Joe, two cores of an AMD EPYC).
 */
export const ONE_THREAD: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  enableCpuMemArena: false,
  extra: SETTINGS,
};
