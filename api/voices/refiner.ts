import type { Engine } from '../../engine/index.ts';
import type { Log } from '../observability/log.ts';
import type { Database } from '../storage/database.ts';
import {
  claimRefinement,
  dropWornOutRefinements,
  finishRefinement,
  type RefinementClaim,
  renewRefinement,
  returnRefinement,
} from '../storage/voice-refinements.ts';
import { readReference } from '../storage/voices.ts';
import type { VoiceLibrary } from './library.ts';

export interface RefinerTiming {
  /** A voice whose lease is not renewed for this long may be taken by any process. */
  readonly leaseMs: number;
  readonly renewMs: number;
  /** How often an idle refiner looks for voices. */
  readonly pollMs: number;
  /** Delay after the first failure, the second, ... */
  readonly backoffMs: readonly number[];
}

const TIMING: RefinerTiming = { leaseMs: 30_000, renewMs: 5000, pollMs: 2000, backoffMs: [10_000, 60_000] };
const WORN_OUT = 'The voice could not be refined in several attempts, and stays as it was learned';

export interface RefinerDeps {
  readonly db: Database;
  readonly engine: Pick<Engine, 'refine'>;
  readonly library: Pick<VoiceLibrary, 'drop'>;
  readonly log: Log;
  readonly timing?: Partial<RefinerTiming>;
  /** The clock that all processes on the database have, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * Refines cloned voices after their enrolment was answered, one at a time, beside other processes on the same database
 * that do the same. What is left to do is in the database alone, so that a restart loses nothing.
 */
export class Refiner {
  readonly #deps: RefinerDeps;
  readonly #timing: RefinerTiming;
  readonly #now: () => number;
  readonly #closing = new AbortController();
  #loop: Promise<void> | null = null;

  constructor(deps: RefinerDeps) {
    this.#deps = deps;
    this.#timing = { ...TIMING, ...deps.timing };
    this.#now = deps.now ?? Date.now;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Gives back the voice at hand; settles when none of its work is left in this process. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The server is shutting down'));
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { log } = this.#deps;
    while (!this.#closing.signal.aborted) {
      try {
        const claim = await this.#claim();
        if (claim) await this.#attempt(claim);
        else await this.#rest();
      } catch (error) {
        // The lease expires, and any process may take the voice.
        log.error({ err: error }, 'voices could not be refined');
        await this.#rest();
      }
    }
  }

  async #claim(): Promise<RefinementClaim | undefined> {
    const { db } = this.#deps;
    const claim = await claimRefinement(db, { ...this.#limits(), leaseMs: this.#timing.leaseMs });
    // Also what brought down every process that worked on it.
    if (!claim) await dropWornOutRefinements(db, this.#limits(), WORN_OUT);
    return claim;
  }

  #rest(): Promise<void> {
    const { signal } = this.#closing;
    return new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', over);
        resolve();
      };
      const timer = setTimeout(over, this.#timing.pollMs);
      signal.addEventListener('abort', over);
      if (signal.aborted) over();
    });
  }

  async #attempt(claim: RefinementClaim): Promise<void> {
    const { library, log } = this.#deps;
    const { referenceId, voiceId, ownerId } = claim;
    const startMs = performance.now();
    const lost = new AbortController();
    const renewal = this.#renew(claim, lost);
    let outcome = 'refined';
    try {
      if (!(await this.#work(claim, lost.signal))) outcome = 'lost';
      else library.drop(ownerId, { id: voiceId, referenceId });
    } catch (error) {
      outcome = await this.#failed(claim, error, lost.signal.aborted);
    } finally {
      clearInterval(renewal);
    }
    const seconds = (performance.now() - startMs) / 1000;
    log.info({ voice: voiceId, outcome, seconds, attempt: claim.attempts }, 'refining a voice ended');
  }

  /** @returns false when the voice is no longer ours */
  async #work(claim: RefinementClaim, lost: AbortSignal): Promise<boolean> {
    const { db, engine } = this.#deps;
    const reference = await readReference(db, claim.referenceId);
    if (!reference) return false;
    const { lang, codes } = reference;
    const signal = AbortSignal.any([this.#closing.signal, lost]);
    const refined = await engine.refine({ lang, codes, basis: claim.basis }, { signal });
    return finishRefinement(db, claim, refined);
  }

  #renew(claim: RefinementClaim, lost: AbortController): NodeJS.Timeout {
    const { leaseMs, renewMs } = this.#timing;
    let untilMs = performance.now() + leaseMs;
    const renew = async (): Promise<void> => {
      const startMs = performance.now();
      try {
        const isOurs = await renewRefinement(this.#deps.db, claim, this.#now() + leaseMs);
        if (isOurs) untilMs = startMs + leaseMs;
        else lost.abort(new Error('The voice is no longer to be refined here'));
      } catch (error) {
        // The database may recover in time.
        if (performance.now() > untilMs) lost.abort(error);
      }
    };
    return setInterval(() => void renew(), renewMs);
  }

  async #failed(claim: RefinementClaim, error: unknown, isLost: boolean): Promise<string> {
    const { db, log } = this.#deps;
    const nowMs = this.#now();
    if (isLost) return 'lost';
    if (this.#closing.signal.aborted) {
      await returnRefinement(db, claim, { availableAtMs: nowMs, counts: false });
      return 'returned';
    }
    const waitMs = this.#timing.backoffMs[claim.attempts - 1];
    log.error({ err: error, voice: claim.voiceId, attempt: claim.attempts }, 'refining a voice failed');
    await returnRefinement(db, claim, { availableAtMs: nowMs + (waitMs ?? 0), counts: true });
    return waitMs === undefined ? 'failed' : 'retried';
  }

  #limits(): { nowMs: number; maxAttempts: number } {
    return { nowMs: this.#now(), maxAttempts: this.#timing.backoffMs.length + 1 };
  }
}
