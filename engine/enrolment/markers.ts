import type { AlignedWord } from '../alignment/types.ts';
import type { Marker, Markers } from './types.ts';

const SLOW = 0.7;
const FAST = 1.5;

/**
 * Word times of a reference at each speed. Nobody recorded the slow and the fast one: a cloned voice speaks so much
 * slower and faster, the same for all sounds, so the reference at that speed is the recording stretched as much.
 */
export function markersOf(words: readonly AlignedWord[]): Markers {
  const at = (speed: number): Marker[] =>
    words.map(({ text, startMs, endMs }) => ({
      text,
      startMs: Math.round(startMs / speed),
      endMs: Math.round(endMs / speed),
    }));
  return { slow: at(SLOW), normal: at(1), fast: at(FAST) };
}
