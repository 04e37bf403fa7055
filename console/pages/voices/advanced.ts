/** Upper bound of the advance beyond the reported fraction, as a share of the rest, and its time constant. */
const AHEAD = 0.3;
const SLOWING_MS = 8000;

/**
 * Extrapolates a progress bar after a report: it advances ever more slowly, and never reaches the end without another
 * report.
 * @param fraction as reported, 0 to 1
 */
export function advanced(fraction: number, sinceMs: number): number {
  return fraction + (1 - fraction) * AHEAD * (1 - Math.exp(-sinceMs / SLOWING_MS));
}
