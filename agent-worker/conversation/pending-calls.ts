import { setTimeout as delay } from 'node:timers/promises';
import { CallerWentOn, type CallInTurn } from '../tools/types.ts';

/** Interval of checks whether the caller's turn is certainly over, in ms. */
const TICK_MS = 20;

export interface PendingCallsOptions {
  /** Number of the turn that is being answered. */
  readonly turn: () => number;
  /** Whether the caller's turn is certainly over. */
  readonly isCertain: () => boolean;
}

/** Tool calls that wait until the caller's turn is certainly over. They are dropped if the caller continues. */
export class PendingCalls {
  readonly #options: PendingCallsOptions;
  readonly #ids = new Set<string>();

  constructor(options: PendingCallsOptions) {
    this.#options = options;
  }

  /** Whether a call was not made, because it waits or was dropped. */
  has(callId: string): boolean {
    return this.#ids.has(callId);
  }

  /**
   * Settles when the call may be made.
   * @throws CallerWentOn when the call is dropped
   */
  async certain({ toolCallId, ctx, abortSignal }: CallInTurn): Promise<void> {
    const { turn, isCertain } = this.#options;
    const asked = turn();
    this.#ids.add(toolCallId);
    for (;;) {
      if (abortSignal.aborted || ctx.speechHandle.interrupted || turn() !== asked) throw new CallerWentOn();
      if (isCertain()) break;
      await delay(TICK_MS);
    }
    this.#ids.delete(toolCallId);
  }
}
