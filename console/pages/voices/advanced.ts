/** The most that the bar goes beyond what was reported, as a share of what is left, and how soon it slows down. */
const AHEAD = 0.3;
const SLOWING_MS = 8000;

/**
 * Where a bar stands some time after a report: it goes on, ever more slowly, and never reaches the end by itself.
 * @param fraction what was reported, 0 to 1
 */
export function advanced(fraction: number, sinceMs: number): number {
  return fraction + (1 - fraction) * AHEAD * (1 - Math.exp(-sinceMs / SLOWING_MS));
}
