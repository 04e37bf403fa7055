import { PeriodicTask } from '../../leases/periodic-task.ts';
import {
  dropExpiredConversations,
  endLostConversations,
  markConversationsAlive,
} from '../../storage/conversations.ts';
import { type RecordedConversation, type RecorderDeps, TranscriptRecorder } from './transcript-recorder.ts';

/** End reason of a conversation whose process was lost and could not record one. */
export const LOST = 'process_lost';

export interface TranscriptKeeperTimes {
  /** Interval of heartbeats, and of checks for expired transcripts. */
  readonly everyMs: number;
  /** A conversation without a heartbeat for this long is considered lost. */
  readonly lostMs: number;
}

const TIMES: TranscriptKeeperTimes = { everyMs: 30_000, lostMs: 180_000 };

/**
 * Keeps the transcripts that this process writes: sends their heartbeats, ends those of lost processes, and deletes
 * those whose retention is over.
 */
export class TranscriptKeeper {
  readonly #deps: RecorderDeps;
  readonly #times: TranscriptKeeperTimes;
  readonly #open = new Set<TranscriptRecorder>();
  readonly #task: PeriodicTask;
  /**
   * Conversations are not considered lost before this time: while the database was down, no process could send a
   * heartbeat. On the monotonic clock.
   */
  #missesFromMs: number;

  /** Starts at once. */
  constructor(deps: RecorderDeps, times: Partial<TranscriptKeeperTimes> = {}) {
    this.#deps = deps;
    this.#times = { ...TIMES, ...times };
    this.#missesFromMs = performance.now();
    this.#task = new PeriodicTask(() => this.#look(deps), this.#times.everyMs);
    this.#task.run();
  }

  begin(conversation: RecordedConversation): TranscriptRecorder {
    const recorder = new TranscriptRecorder(this.#deps, conversation);
    this.#open.add(recorder);
    return recorder;
  }

  /** Settles when the transcript is written. */
  async end(recorder: TranscriptRecorder, ...end: Parameters<TranscriptRecorder['end']>): Promise<void> {
    await recorder.end(...end);
    this.#open.delete(recorder);
  }

  /** Waits for transcripts of conversations that are over. */
  async close(): Promise<void> {
    await Promise.all([
      this.#task.close(),
      ...Array.from(this.#open, (recorder) => recorder.end('shutdown')),
    ]);
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
      while (!this.#task.isClosed && (await dropExpiredConversations(db, now())));
    } catch (error) {
      this.#missesFromMs = performance.now() + lostMs;
      log.warn({ err: error }, 'transcripts that have expired could not be deleted');
    }
  }
}
