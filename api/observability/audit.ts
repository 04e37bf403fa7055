import { ApiError } from '../errors/api-error.ts';
import { clientNetwork } from '../limits/client-network.ts';
import type { Log } from './log.ts';

/** Refusals of one network with one status that are logged individually per minute. */
const LINES_PER_NETWORK = 5;
/** Refusals of all networks together that are logged individually per minute. Further ones are only counted. */
const LINES_IN_ALL = 100;
const WINDOW_MS = 60_000;
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429]);

/** Where a refused request came from and what it asked for. */
export interface RefusedRequest {
  /** Address of the client. */
  readonly client: string;
  /** A route or a kind of stream, never a path. */
  readonly operation: string;
  /** The key, if the caller is known. */
  readonly keyId?: string | undefined;
}

/** The owner and the key of an action. */
export interface Actor {
  readonly ownerId: string;
  readonly keyId: string;
}

/**
 * The audit log: log lines with `audit: true`, about refusals, deletions, transcripts that are read, and changes of
 * access. They contain ids and networks, and no data that was sent. A flood of refusals is counted instead of logged.
 */
export class Audit {
  readonly #log: Pick<Log, 'info'>;
  readonly #now: () => number;
  #windowEndsMs = Number.NEGATIVE_INFINITY;
  readonly #lines = new Map<string, number>();
  #logged = 0;
  #suppressed = 0;

  /** @param now a monotonic clock in milliseconds */
  constructor(log: Pick<Log, 'info'>, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  /** Logs a refused request. Anything but a 401, 403 or 429 is ignored. */
  refused(error: unknown, { client, operation, keyId }: RefusedRequest): void {
    if (!(error instanceof ApiError) || !REFUSALS.has(error.status)) return;
    const { status, kind } = error;
    const network = clientNetwork(client);
    if (!this.#mayLog(`${status} ${network}`)) return;
    const key = keyId ?? error.keyId;
    const fields = { audit: true, event: 'refused', status, reason: kind, network, operation };
    this.#log.info(key === undefined ? fields : { ...fields, keyId: key }, 'a request was refused');
  }

  /**
   * Logs a deletion.
   * @param ids what identifies the deleted object, by name
   */
  deleted(operation: string, { ownerId, keyId }: Actor, ids: Readonly<Record<string, string>>): void {
    this.#log.info(
      { audit: true, event: 'deleted', operation, ownerId, keyId, ids },
      'something was deleted',
    );
  }

  /**
   * Logs that a transcript was read.
   * @param ids identifiers of the object, by name
   */
  read(operation: string, { ownerId, keyId }: Actor, ids: Readonly<Record<string, string>>): void {
    this.#log.info(
      { audit: true, event: 'transcript_read', operation, ownerId, keyId, ids },
      'a transcript was read',
    );
  }

  /** Logs a change of access. */
  keyChanged(event: 'key_created' | 'key_revoked', { ownerId, keyId }: Actor): void {
    this.#log.info({ audit: true, event, ownerId, keyId }, 'API keys have changed');
  }

  #mayLog(group: string): boolean {
    const nowMs = this.#now();
    if (nowMs >= this.#windowEndsMs) {
      const suppressed = this.#suppressed;
      this.#windowEndsMs = nowMs + WINDOW_MS;
      this.#lines.clear();
      this.#logged = 0;
      this.#suppressed = 0;
      if (suppressed > 0) {
        this.#log.info(
          { audit: true, event: 'refused_more', count: suppressed },
          'more requests were refused',
        );
      }
    }
    const lines = this.#lines.get(group) ?? 0;
    if (lines >= LINES_PER_NETWORK || this.#logged >= LINES_IN_ALL) {
      this.#suppressed++;
      return false;
    }
    // There are never more entries than lines.
    this.#lines.set(group, lines + 1);
    this.#logged++;
    return true;
  }
}
