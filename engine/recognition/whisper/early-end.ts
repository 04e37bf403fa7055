/** Whether a text lacks the end of its sound, as one of several short sentences may in a narrow window. */
import type { WhisperSegment } from './heard-words.ts';

/** Words that end so long before their sound does were not all of it: its margin is 300 ms. */
const LEAST_MISSED_MS = 700;

/** Whether it may. @param durationMs of the sound */
export function endsEarly(segments: readonly WhisperSegment[], durationMs: number): boolean {
  const last = segments.at(-1);
  return last !== undefined && durationMs - last.endMs > LEAST_MISSED_MS;
}

/** Whether a text has the words of another one, and further ones behind them. */
export function goesOn(text: string, other: string): boolean {
  const [all, begun] = [lettersOf(text), lettersOf(other)];
  return all !== begun && all.startsWith(begun);
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
