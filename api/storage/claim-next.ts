import { randomUUID } from 'node:crypto';

/** Options for claiming work from a queue that several processes share. */
export interface ClaimOptions {
  readonly nowMs: number;
  readonly leaseMs: number;
  /** Work that was started this many times is not started again. */
  readonly maxAttempts: number;
}

/** Number of attempts. If several processes try to claim the same row, all but one find it taken and look again. */
const LOOKS = 5;

/**
 * Claims the next free row of a queue.
 * @param find the row to claim
 * @param take claims it under a new lease; undefined when another process was faster
 * @returns undefined when there is nothing to do
 */
export async function claimNext<Row, Claim>(
  find: () => Promise<Row | undefined>,
  take: (row: Row, lease: string) => Promise<Claim | undefined>,
): Promise<Claim | undefined> {
  for (let look = 0; look < LOOKS; look++) {
    const row = await find();
    if (row === undefined) return undefined;
    const claim = await take(row, randomUUID());
    if (claim !== undefined) return claim;
  }
  return undefined;
}
