/** Timing of a process that shares a queue with other processes, in ms. */
export interface QueueTiming {
  /** Work whose lease is not renewed for this long may be taken by any process. */
  readonly leaseMs: number;
  /** Interval of renewals. */
  readonly renewMs: number;
  /** How often an idle process looks for work. */
  readonly pollMs: number;
  /** Delay after the first failure of a piece of work, after its second, and so on. */
  readonly backoffMs: readonly number[];
}
