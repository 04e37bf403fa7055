import { setPriority } from 'node:os';

/** Niceness of background work, which yields the processor to speech. */
export const UNATTENDED = 10;
/**
 * Niceness of work that a user waits for. It yields to speech, but beside a thread at normal priority it still gets a
 * third of a core. At 10 it would get a tenth.
 */
export const ATTENDED = 3;

/** Gives the calling thread a lower priority. @param niceness 0 (normal) to 19 */
export function yieldToSpeech(niceness: number = UNATTENDED): void {
  // Only Linux has per-thread priorities; elsewhere this would slow down the whole server.
  if (process.platform !== 'linux') return;
  try {
    setPriority(niceness);
  } catch {
    // Best effort.
  }
}
