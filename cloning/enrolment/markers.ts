import type { Marker, Markers } from './types.ts';

const SLOW = 0.7;
const FAST = 1.5;

/**
 * Word times of a reference at each speed. Only the normal speed was recorded: a cloned voice stretches all sounds
 * alike, so the reference at another speed is the stretched recording.
 */
export function markersOf(words: readonly Marker[]): Markers {
  const normal = words.map(({ text, startMs, endMs }): Marker => ({ text, ...rounded(startMs, endMs) }));
  const at = (speed: number): Marker[] =>
    normal.map(({ text, startMs, endMs }) => ({ text, ...rounded(startMs / speed, endMs / speed) }));
  return { slow: at(SLOW), normal, fast: at(FAST) };
}

const rounded = (startMs: number, endMs: number): Pick<Marker, 'startMs' | 'endMs'> => ({
  startMs: Math.round(startMs),
  endMs: Math.round(endMs),
});
