import { setPriority } from 'node:os';

/** Speech being played must not wait for a recording being processed. */
const NICENESS = 10;

/** Gives the calling thread a lower priority. */
export function yieldToSpeech(): void {
  // Only Linux has per-thread priorities; elsewhere this would slow down the whole server.
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // Best effort.
  }
}
