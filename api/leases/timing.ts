/** How a process works on a queue that it shares with other processes. In milliseconds. */
export interface QueueTiming {
  /** Work whose lease is not renewed for this long may be taken by any process. */
  readonly leaseMs: number;
  /** Interval of renewals. */
  readonly renewMs: number;
  /** How often an idle process looks for work. */
  readonly pollMs: number;
  /** Delay after the first failure of a piece of work, after its second, ... */
  readonly backoffMs: readonly number[];
}
