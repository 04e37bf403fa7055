import type { TranscriptEntry } from '../../agent-worker/conversation/types.ts';
import type { HttpFetch } from '../../agent-worker/llm/chat-connection.ts';
import type { SpokenLine } from '../../agent-worker/llm/summary.ts';
import type { ModelEndpoint } from '../../agent-worker/llm/types.ts';
import type { ToolParameters } from '../../agent-worker/tools/model-schema.ts';
import type { Log } from '../observability/log.ts';

/** Limit of the remembered lines, counted from the end of the conversation. */
const MAX_LINES = 2000;
/** How long a server that shuts down waits for summaries. */
const LAST_MS = 5000;

export interface SummaryModel {
  readonly endpoint: ModelEndpoint;
  readonly httpFetch: HttpFetch | undefined;
}

type Summary = Readonly<Record<string, unknown>>;

/** The summary of an ongoing conversation. */
export interface SummaryInProgress {
  add(entry: TranscriptEntry): void;
  /** Asks the model, once the conversation is over. @returns null if there is nothing to summarise, or no answer */
  make(model: SummaryModel | null): Promise<Summary | null>;
}

/** Has models extract data from the conversations of this process after their end. */
export class Summaries {
  readonly #log: Log;
  readonly #closing = new AbortController();

  constructor(log: Log) {
    this.#log = log;
  }

  of(schema: ToolParameters): SummaryInProgress {
    const lines: SpokenLine[] = [];
    return {
      add: (entry) => {
        if (entry.role === 'tool' || entry.role === 'handoff') return;
        if (lines.length >= MAX_LINES) lines.shift();
        lines.push(entry);
      },
      make: (model) => this.#make(schema, lines, model),
    };
  }

  /** Gives running requests a few more seconds. */
  close(): void {
    setTimeout(() => this.#closing.abort(), LAST_MS).unref();
  }

  async #make(
    schema: ToolParameters,
    lines: readonly SpokenLine[],
    model: SummaryModel | null,
  ): Promise<Summary | null> {
    // A greeting alone contains nothing to extract.
    if (model === null || !lines.some(({ role }) => role === 'user')) return null;
    try {
      const { summarise } = await import('../../agent-worker/llm/summary.ts');
      return await summarise({ ...model, schema, lines, signal: this.#closing.signal });
    } catch (error) {
      const reason = error instanceof Error ? error.name : typeof error;
      this.#log.warn({ reason }, 'a conversation could not be summarised');
      return null;
    }
  }
}
