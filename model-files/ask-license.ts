import { createInterface } from 'node:readline/promises';
import type { ModelCard } from './license.ts';

/** Whether there is a person at a terminal to ask. */
export function canAsk(): boolean {
  return Boolean(process.stdin.isTTY && process.stderr.isTTY);
}

/** Asks the person at the terminal whether they accept a licence. @throws the signal's reason */
export async function askLicense({ license }: ModelCard, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // During the question, readline handles Ctrl+C itself.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const answer = await terminal.question(`Do you accept the licence (${license})? [y/N] `, { signal });
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
