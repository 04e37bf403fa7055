/** Messages between the pool and a worker of the enhancer, one recording at a time. */
import type { Sound } from '../../recordings/index.ts';

export type WorkerOrder =
  | { readonly type: 'enhance'; readonly sound: Sound }
  /** Ends the current recording, which then counts as failed. */
  | { readonly type: 'stop' };

export type WorkerReply =
  /** The model is loaded. */
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly samples: Float32Array }
  | { readonly type: 'failed'; readonly message: string };
