/** Measures the CPU time of work. */
import type { Engine } from '../../engine/index.ts';
import type { PeerDriver } from '../processes/peer-driver.ts';
import { sum } from '../stats.ts';
import { type How, speak } from './engine.ts';

/** Pause until threads are idle, so that the previous work is not counted, in ms. */
export const REST_MS = 300;

/**
 * Returns CPU seconds of this process, with all its threads, per second of the audio that `work` makes.
 * @param work returns the duration of its audio in ms
 */
export async function costOf(work: () => Promise<number>): Promise<number> {
  const before = process.cpuUsage();
  const soundMs = await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / soundMs;
}

/** Returns the same for speaking texts one after the other. */
export function costOfSpeaking(engine: Engine, texts: readonly string[], how: How = {}): Promise<number> {
  return costOf(async () => {
    let soundMs = 0;
    for (const text of texts) soundMs += (await speak(engine, text, how)).soundMs;
    return soundMs;
  });
}

/** Returns the same for the peer, which measures its own process. */
export async function costOfPeer(driver: PeerDriver, texts: readonly string[]): Promise<number> {
  const timings = [];
  for (const text of texts) timings.push(await driver.speak(text));
  return (
    (sum(timings.map(({ cpuSeconds }) => cpuSeconds)) * 1000) / sum(timings.map(({ audioMs }) => audioMs))
  );
}
