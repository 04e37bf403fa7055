import { LlmFailure } from './llm-failure.ts';

/** The deadlines of one request. Ends the request when one of them passes or the caller cancels. */
export class RequestDeadlines {
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal;
  #expected: NodeJS.Timeout | undefined;
  #limit: NodeJS.Timeout | undefined;
  #failure: LlmFailure | null = null;

  constructor(parent: AbortSignal) {
    this.#parent = parent;
    parent.addEventListener('abort', this.#onAbort);
    if (parent.aborted) this.#onAbort();
  }

  /** Aborts when the request must end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The deadline that passed, if any. */
  get failure(): LlmFailure | null {
    return this.#failure;
  }

  /** Sets the current deadline, replacing the previous one. */
  expect(what: string, withinMs: number, worthRetrying: boolean): void {
    clearTimeout(this.#expected);
    this.#expected = this.#deadline(what, withinMs, worthRetrying);
  }

  /** Sets a deadline beside that of `expect`, until it is lifted. */
  limit(what: string, withinMs: number): void {
    clearTimeout(this.#limit);
    this.#limit = this.#deadline(what, withinMs, false);
  }

  liftLimit(): void {
    clearTimeout(this.#limit);
  }

  /** The caller has its answer. From now on its signal no longer affects the request. */
  detach(): void {
    this.#parent.removeEventListener('abort', this.#onAbort);
  }

  /** Ends the request if it is still running. Idempotent. */
  end(): void {
    clearTimeout(this.#expected);
    clearTimeout(this.#limit);
    this.detach();
    this.#controller.abort();
  }

  #deadline(what: string, withinMs: number, worthRetrying: boolean): NodeJS.Timeout {
    return setTimeout(() => {
      const reason = `no ${what} within ${withinMs} ms`;
      this.#failure ??= worthRetrying ? LlmFailure.passing(reason) : new LlmFailure(reason);
      this.end();
    }, withinMs);
  }

  readonly #onAbort = (): void => this.end();
}
