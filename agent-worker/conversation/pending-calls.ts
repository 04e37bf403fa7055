import { setTimeout as delay } from 'node:timers/promises';
import { CallerWentOn, type CallInTurn } from '../tools/types.ts';

/** How often it is looked whether the caller has certainly said everything. */
const TICK_MS = 20;

export interface PendingCallsOptions {
  /** Number of the turn that is being answered. */
  readonly turn: () => number;
  /** Whether the caller has certainly said everything. */
  readonly isCertain: () => boolean;
}

/** Tool calls that wait until the caller has certainly said everything, and those dropped as there was more. */
export class PendingCalls {
  readonly #options: PendingCallsOptions;
  readonly #ids = new Set<string>();

  constructor(options: PendingCallsOptions) {
    this.#options = options;
  }

  /** Whether a call was not made: it waits, or was dropped. */
  has(callId: string): boolean {
    return this.#ids.has(callId);
  }

  /** Settles when the call may be made. @throws CallerWentOn when it is to be dropped */
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
