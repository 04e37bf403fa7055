/** Messages between the benchmark and the process that holds the conversations. */
import type { TurnMetrics } from '../../agent-worker/conversation/types.ts';

export type Side = 'ours' | 'peer';

export interface ProcessUsage {
  /** Resident memory and CPU time (user and system) of the process that holds the conversations. */
  readonly residentBytes: number;
  readonly cpuMs: number;
  readonly heapBytes: number;
}

export type ToHost =
  /** Asks the peer's agent to join a room. */
  | { readonly kind: 'join'; readonly url: string; readonly token: string }
  | { readonly kind: 'usage'; readonly collect: boolean };

export type FromHost =
  | {
      readonly kind: 'ready';
      readonly port: number;
      /** Resident memory when the engine had started, and when everything for conversations was loaded. */
      readonly engineBytes: number;
      readonly readyBytes: number;
    }
  | { readonly kind: 'joined' }
  | { readonly kind: 'turn'; readonly side: Side; readonly metrics: TurnMetrics }
  | { readonly kind: 'usage'; readonly usage: ProcessUsage }
  | { readonly kind: 'failed'; readonly message: string };
