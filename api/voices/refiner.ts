import type { Cloning } from '../../cloning/index.ts';
import { Lease } from '../leases/lease.ts';
import { PollLoop } from '../leases/poll-loop.ts';
import type { QueueTiming } from '../leases/timing.ts';
import type { Log } from '../observability/log.ts';
import type { Database } from '../storage/database.ts';
import {
  claimRefinement,
  dropExhaustedRefinements,
  finishRefinement,
  type RefinementClaim,
  renewRefinement,
  returnRefinement,
} from '../storage/voice-refinements.ts';
import { readReference } from '../storage/voices.ts';
import type { VoiceLibrary } from './library.ts';

const TIMING: QueueTiming = { leaseMs: 30_000, renewMs: 5000, pollMs: 2000, backoffMs: [10_000, 60_000] };
const ATTEMPTS_EXHAUSTED = 'The voice could not be refined in several attempts, and stays as it was learned';

export interface RefinerDeps {
  readonly db: Database;
  readonly cloning: Pick<Cloning, 'refine'>;
  readonly library: Pick<VoiceLibrary, 'drop'>;
  readonly log: Log;
  readonly timing?: Partial<QueueTiming>;
  /** The clock that all processes on the database share, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * Refines cloned voices after their enrolment was answered, one at a time, concurrently with other processes on the
 * same database. Pending work is only in the database, so a restart loses nothing.
 */
export class Refiner {
  readonly #deps: RefinerDeps;
  readonly #timing: QueueTiming;
  readonly #now: () => number;
  readonly #loop: PollLoop;

  constructor(deps: RefinerDeps) {
    this.#deps = deps;
    this.#timing = { ...TIMING, ...deps.timing };
    this.#now = deps.now ?? Date.now;
    this.#loop = new PollLoop({
      next: () => this.#next(),
      // The lease will expire, and any process may then take the voice.
      onError: (error) => deps.log.error({ err: error }, 'voices could not be refined'),
      pollMs: this.#timing.pollMs,
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Returns the current voice to the queue. Settles when none of its work is left in this process. */
  close(): Promise<void> {
    return this.#loop.close();
  }

  async #next(): Promise<boolean> {
    const { db } = this.#deps;
    const { leaseMs, backoffMs } = this.#timing;
    const options = { nowMs: this.#now(), leaseMs, maxAttempts: backoffMs.length + 1 };
    const claim = await claimRefinement(db, options);
    if (claim) await this.#attempt(claim);
    // Includes voices on which every process crashed.
    else await dropExhaustedRefinements(db, options, ATTEMPTS_EXHAUSTED);
    return claim !== undefined;
  }

  async #attempt(claim: RefinementClaim): Promise<void> {
    const { db, library, log } = this.#deps;
    const { referenceId, voiceId, ownerId } = claim;
    const startMs = performance.now();
    const renew = () => renewRefinement(db, claim, this.#now() + this.#timing.leaseMs);
    const lease = new Lease(renew, this.#timing);
    let outcome = 'refined';
    try {
      if (!(await this.#work(claim, lease.lost))) outcome = 'lost';
      else library.drop(ownerId, { id: voiceId, referenceId });
    } catch (error) {
      outcome = lease.lost.aborted ? 'lost' : await this.#failed(claim, error);
    } finally {
      await lease.stop();
    }
    const seconds = (performance.now() - startMs) / 1000;
    log.info({ voice: voiceId, outcome, seconds, attempt: claim.attempts }, 'refining a voice ended');
  }

  /** @returns false when the lease is lost */
  async #work(claim: RefinementClaim, lost: AbortSignal): Promise<boolean> {
    const { db, cloning } = this.#deps;
    const reference = await readReference(db, claim.referenceId);
    if (!reference) return false;
    const { lang, codes } = reference;
    const signal = AbortSignal.any([this.#loop.closing, lost]);
    const refined = await cloning.refine({ lang, codes, basis: claim.basis }, { signal });
    return finishRefinement(db, claim, refined);
  }

  /** Decides what happens to a voice that was not refined. */
  async #failed(claim: RefinementClaim, error: unknown): Promise<string> {
    const { db, log } = this.#deps;
    const nowMs = this.#now();
    if (this.#loop.closing.aborted) {
      await returnRefinement(db, claim, { availableAtMs: nowMs, counts: false });
      return 'returned';
    }
    const waitMs = this.#timing.backoffMs[claim.attempts - 1];
    log.error({ err: error, voice: claim.voiceId, attempt: claim.attempts }, 'refining a voice failed');
    await returnRefinement(db, claim, { availableAtMs: nowMs + (waitMs ?? 0), counts: true });
    return waitMs === undefined ? 'failed' : 'retried';
  }
}
