import {
  dropExpiredConversations,
  endLostConversations,
  markConversationsAlive,
} from '../../storage/conversations.ts';
import { type RecordedConversation, type RecorderDeps, TranscriptRecorder } from './transcript-recorder.ts';

/** Why a conversation ended whose process has died: it could not say so itself. */
export const LOST = 'process_lost';

export interface TranscriptKeeperTimes {
  /** Interval of signs of life, and of looking for what has expired. */
  readonly everyMs: number;
  /** Conversations without a sign of life for this long are over. */
  readonly lostMs: number;
}

const TIMES: TranscriptKeeperTimes = { everyMs: 30_000, lostMs: 180_000 };

/**
 * The transcripts that this process writes: it gives their signs of life, ends those of processes that have died, and
 * deletes what has been kept for long enough.
 */
export class TranscriptKeeper {
  readonly #deps: RecorderDeps;
  readonly #times: TranscriptKeeperTimes;
  readonly #open = new Set<TranscriptRecorder>();
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | null = null;
  #closed = false;
  /** While the database was away nobody could give a sign of life. By a clock that is never set. */
  #missesFromMs: number;

  /** Starts at once. */
  constructor(deps: RecorderDeps, times: Partial<TranscriptKeeperTimes> = {}) {
    this.#deps = deps;
    this.#times = { ...TIMES, ...times };
    this.#missesFromMs = performance.now();
    this.#timer = setInterval(() => this.#tick(), this.#times.everyMs).unref();
    this.#tick();
  }

  begin(conversation: RecordedConversation): TranscriptRecorder {
    const recorder = new TranscriptRecorder(this.#deps, conversation);
    this.#open.add(recorder);
    return recorder;
  }

  /** Settles when the transcript is written. */
  async end(recorder: TranscriptRecorder, ...[reason]: Parameters<TranscriptRecorder['end']>): Promise<void> {
    await recorder.end(reason);
    this.#open.delete(recorder);
  }

  /** Waits for transcripts whose conversations are over. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await Promise.all([this.#looking, ...Array.from(this.#open, (recorder) => recorder.end('shutdown'))]);
  }

  #tick(): void {
    this.#looking ??= this.#look(this.#deps).finally(() => {
      this.#looking = null;
    });
  }

  async #look({ db, log, now = Date.now }: Pick<RecorderDeps, 'db' | 'log' | 'now'>): Promise<void> {
    const { lostMs } = this.#times;
    try {
      const ids = Array.from(this.#open, ({ id }) => id);
      await markConversationsAlive(db, ids, now());
      if (performance.now() >= this.#missesFromMs) {
        const lost = await endLostConversations(db, { aliveBeforeMs: now() - lostMs, reason: LOST });
        if (lost > 0) log.warn({ conversations: lost }, 'conversations were lost with their process');
      }
      while (!this.#closed && (await dropExpiredConversations(db, now())));
    } catch (error) {
      this.#missesFromMs = performance.now() + lostMs;
      log.warn({ err: error }, 'transcripts that have expired could not be deleted');
    }
  }
}
