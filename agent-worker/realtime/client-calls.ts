import { withDeadline } from '../deadline.ts';

/** Time after which an unanswered call counts as never answered. */
const ANSWER_WITHIN_MS = 60_000;

/** Limit of calls from an earlier conversation that have no output yet. */
const MAX_ELSEWHERE = 200;

interface Waiting {
  output: string | null;
  readonly resolve: (output: string) => void;
}

/** Calls of the client's tools whose outputs are awaited: the model continues when the client asks for a response. */
export class ClientCalls {
  readonly #waiting = new Map<string, Waiting>();
  readonly #elsewhere = new Map<string, string>();

  /** Settles with the output. @throws DeadlineError, or the reason of the signal */
  async output(callId: string, signal: AbortSignal): Promise<string> {
    try {
      return await withDeadline(
        ANSWER_WITHIN_MS,
        [signal],
        () => new Promise<string>((resolve) => this.#waiting.set(callId, { output: null, resolve })),
      );
    } finally {
      this.#waiting.delete(callId);
    }
  }

  /** @returns whether this call waited for it */
  answer(callId: string, output: string): boolean {
    const call = this.#waiting.get(callId);
    if (!call || call.output !== null) return false;
    call.output = output;
    return true;
  }

  /** A call from an earlier conversation, whose output follows. */
  heldElsewhere(callId: string, call: string): void {
    if (this.#elsewhere.size < MAX_ELSEWHERE) this.#elsewhere.set(callId, call);
  }

  /** Takes the output of such a call. @returns the call; undefined for any other call */
  endElsewhere(callId: string): string | undefined {
    const call = this.#elsewhere.get(callId);
    this.#elsewhere.delete(callId);
    return call;
  }

  get hasOutputs(): boolean {
    return this.#answered().length > 0;
  }

  /** Passes on the outputs that have arrived. */
  release(): void {
    for (const { output, resolve } of this.#answered()) resolve(output ?? '');
  }

  #answered(): Waiting[] {
    return [...this.#waiting.values()].filter(({ output }) => output !== null);
  }
}
