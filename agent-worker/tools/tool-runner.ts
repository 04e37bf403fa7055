import { llm } from '@livekit/agents';
import { isRecord } from '../../media/json.ts';
import { DeadlineError, withDeadline } from '../deadline.ts';
import { CallerWentOn, type CallInTurn, type ToolObserver, type UntilTurnIsCertain } from './types.ts';

/** A call that failed. Its message is for the model. */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed';
}

/** The model's arguments; always an object. */
export const argumentsFrom = (given: unknown): Record<string, unknown> =>
  isRecord(given) ? { ...given } : {};

export interface ToolRunnerOptions {
  readonly observer: Pick<ToolObserver, 'called' | 'callIsSlow'>;
  /** Awaited before each call that may change something. Default: nothing. */
  readonly untilCertain?: UntilTurnIsCertain;
  /** Delay after which the caller should hear something. Default 1.5 s. */
  readonly slowMs?: number;
  /** Ends all calls. */
  readonly signal: AbortSignal;
}

/** A call and its options. */
export interface ToolRun {
  /** Its name for the model. */
  readonly tool: string;
  readonly isReadOnly: boolean;
  readonly deadlineMs: number;
  /** Spoken when the call is slow; "" for one of the language's phrases. */
  readonly filler?: string;
}

/** Runs the calls of one conversation's tools. */
export class ToolRunner {
  readonly #options: ToolRunnerOptions;
  #begun = 0;

  constructor(options: ToolRunnerOptions) {
    this.#options = options;
  }

  /** Calls begun so far. */
  get begun(): number {
    return this.#begun;
  }

  /**
   * Never rejects. An error is an answer for the model; it is returned rather than thrown because the framework logs
   * thrown errors with their message, which may repeat what the caller said.
   * @param work returns the result for the model; the model receives the message of a `ToolFailed` that it throws
   * @param errorText returns the text for the model about other errors
   */
  async run(
    { tool, isReadOnly, deadlineMs, filler = '' }: ToolRun,
    call: CallInTurn,
    work: (signal: AbortSignal) => Promise<string>,
    errorText: (error: unknown) => string,
  ): Promise<string | llm.ToolError> {
    const { observer, untilCertain, slowMs = 1_500, signal } = this.#options;
    const slow = setTimeout(() => observer.callIsSlow(tool, filler), slowMs);
    const told = (error: unknown): string => {
      if (error instanceof CallerWentOn || error instanceof ToolFailed) return error.message;
      return error instanceof DeadlineError ? 'The tool did not answer in time.' : errorText(error);
    };
    try {
      if (!isReadOnly) await untilCertain?.(call);
    } catch (error) {
      clearTimeout(slow);
      return new llm.ToolError(told(error));
    }
    this.#begun++;
    const begunMs = performance.now();
    const report = (outcome: 'ok' | 'error' | 'deadline') =>
      observer.called(tool, performance.now() - begunMs, outcome);
    try {
      const result = await withDeadline(deadlineMs, [call.abortSignal, signal], work);
      report('ok');
      return result;
    } catch (error) {
      report(error instanceof DeadlineError ? 'deadline' : 'error');
      return new llm.ToolError(told(error));
    } finally {
      clearTimeout(slow);
    }
  }
}
