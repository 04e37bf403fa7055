/** What values of the field `speed` mean, as multiples of normal. */
const SPEEDS = { slow: 0.7, normal: 1, fast: 1.5 } as const;

/** Snaps any speed below 1 to slow, any above it to fast. */
export function snapSpeed(speed: number): number {
  if (speed < SPEEDS.normal) return SPEEDS.slow;
  return speed > SPEEDS.normal ? SPEEDS.fast : SPEEDS.normal;
}
