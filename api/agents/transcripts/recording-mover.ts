import { Lease } from '../../leases/lease.ts';
import { PollLoop } from '../../leases/poll-loop.ts';
import type { QueueTiming } from '../../leases/timing.ts';
import type { Log } from '../../observability/log.ts';
import type { Bucket } from '../../storage/bucket.ts';
import type { Database } from '../../storage/database.ts';
import {
  claimRecording,
  findDroppedObject,
  finishRecordingMove,
  forgetObject,
  isObjectKnown,
  type RecordingClaim,
  renewRecordingLease,
} from '../../storage/recording-objects.ts';
import { listRecordingParts } from '../../storage/recordings.ts';
import { SEALED_EXTRA_BYTES } from '../secret-encryption.ts';
import { sealedParts } from './sealed-parts.ts';

type Timing = Pick<QueueTiming, 'leaseMs' | 'renewMs' | 'pollMs'>;

/** A recording that could not be moved is tried again when its lease is over. */
const TIMING: Timing = { leaseMs: 60_000, renewMs: 10_000, pollMs: 5000 };

export interface RecordingMoverDeps {
  readonly db: Database;
  readonly bucket: Bucket;
  readonly log: Log;
  /** The clock that all processes on the database share, in milliseconds since the epoch. */
  readonly now?: () => number;
  readonly timing?: Partial<Timing>;
}

/**
 * Moves recordings of conversations that are over from the database into a bucket, encrypted as they are, and deletes
 * the objects of those that were deleted. Any number of other processes may do the same. What a killed process has left
 * in the database is moved by the next one; until then it is read from there.
 */
export class RecordingMover {
  readonly #deps: RecordingMoverDeps;
  readonly #timing: Timing;
  readonly #now: () => number;
  readonly #loop: PollLoop;
  #isReported = false;

  constructor(deps: RecordingMoverDeps) {
    this.#deps = deps;
    this.#timing = { ...TIMING, ...deps.timing };
    this.#now = deps.now ?? Date.now;
    this.#loop = new PollLoop({
      next: () => this.#next(),
      onError: (error) => this.#report(error),
      pollMs: this.#timing.pollMs,
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Settles when none of its work is left in this process. */
  close(): Promise<void> {
    return this.#loop.close();
  }

  async #next(): Promise<boolean> {
    const { db } = this.#deps;
    const claim = await claimRecording(db, { nowMs: this.#now(), leaseMs: this.#timing.leaseMs });
    if (claim) await this.#move(claim);
    const hasDropped = await this.#dropNext();
    if (claim || hasDropped) this.#isReported = false;
    return claim !== undefined || hasDropped;
  }

  async #move(claim: RecordingClaim): Promise<void> {
    const { db, bucket } = this.#deps;
    const { conversationId } = claim;
    const parts = await listRecordingParts(db, conversationId);
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    const renew = () => renewRecordingLease(db, claim, this.#now() + this.#timing.leaseMs);
    const lease = new Lease(renew, this.#timing);
    try {
      const chunks = sealedParts({ db, bucket: null }, conversationId, parts);
      const signal = AbortSignal.any([lease.lost, this.#loop.closing]);
      await bucket.write(conversationId, chunks, bytes + parts.length * SEALED_EXTRA_BYTES, signal);
    } finally {
      await lease.stop();
    }
    if (await finishRecordingMove(db, claim, bytes, this.#now())) return;
    // Written after another process had deleted it.
    if (!(await isObjectKnown(db, conversationId))) await bucket.delete(conversationId);
  }

  async #dropNext(): Promise<boolean> {
    const { db, bucket } = this.#deps;
    const key = await findDroppedObject(db, this.#now());
    if (key === undefined) return false;
    await bucket.delete(key);
    await forgetObject(db, key);
    return true;
  }

  #report(error: unknown): void {
    if (this.#isReported || this.#loop.closing.aborted) return;
    this.#isReported = true;
    this.#deps.log.error(
      { err: error, bucket: this.#deps.bucket.name },
      'recordings could not be moved to the bucket (S3_BUCKET), or deleted in it; this is tried again',
    );
  }
}
