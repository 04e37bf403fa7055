import { LlmFailure } from './llm-failure.ts';

/** The deadlines of one request, and its end when they pass or the caller does not want it any more. */
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

  /** Ends the request. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The deadline that passed, when one did. */
  get failure(): LlmFailure | null {
    return this.#failure;
  }

  /** From now on this is waited for, and nothing that was waited for before. */
  expect(what: string, withinMs: number, worthRetrying: boolean): void {
    clearTimeout(this.#expected);
    this.#expected = this.#deadline(what, withinMs, worthRetrying);
  }

  /** Another deadline beside the one of `expect`, until it is lifted. */
  limit(what: string, withinMs: number): void {
    clearTimeout(this.#limit);
    this.#limit = this.#deadline(what, withinMs, false);
  }

  liftLimit(): void {
    clearTimeout(this.#limit);
  }

  /** The caller has what it wanted; what is left of the request is no business of its signal any more. */
  detach(): void {
    this.#parent.removeEventListener('abort', this.#onAbort);
  }

  /** Ends the request if it is under way. Idempotent. */
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
