import { setPriority } from 'node:os';

/** Speech that is being played must not wait for a recording that is being worked on. */
const NICENESS = 5;

/** Gives the calling thread a lower priority. */
export function yieldToSpeech(): void {
  // Linux alone gives each thread a priority of its own; elsewhere this would slow down the whole server.
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // A wish, not a need.
  }
}
