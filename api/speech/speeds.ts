/** The steps of the field `speed`, as multiples of the normal speed. */
const SPEEDS = { slow: 0.7, normal: 1, fast: 1.5 } as const;

/** Snaps any speed below 1 to slow, any above it to fast. */
export function snapSpeed(speed: number): number {
  if (speed < SPEEDS.normal) return SPEEDS.slow;
  return speed > SPEEDS.normal ? SPEEDS.fast : SPEEDS.normal;
}
