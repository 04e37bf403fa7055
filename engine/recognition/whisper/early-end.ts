/** Whether a text lacks the end of its sound, as the last of several short sentences may in a narrow window. */
import type { WhisperSegment } from './heard-words.ts';

/** If the words end this long before the sound, some are missing: the margin of the sound is 300 ms. */
const LEAST_MISSED_MS = 700;

/** Whether the end may be missing. @param durationMs duration of the sound */
export function endsEarly(segments: readonly WhisperSegment[], durationMs: number): boolean {
  const last = segments.at(-1);
  return last !== undefined && durationMs - last.endMs > LEAST_MISSED_MS;
}

/** Whether a text has the words of another one and then more. */
export function goesOn(text: string, other: string): boolean {
  const [all, begun] = [lettersOf(text), lettersOf(other)];
  return all !== begun && all.startsWith(begun);
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
