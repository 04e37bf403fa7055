/** What must not grow in a process: memory, file descriptors, threads (Linux, proc(5)). */
import { readdirSync, readFileSync } from 'node:fs';

export interface Vitals {
  /**
   * Bytes of resident memory that only the process can free: without the pages of files, such as the weights of models,
   * which the system takes back when it needs them.
   */
  readonly memory: number;
  /** Bytes in use on the heap of its main thread, after a garbage collection. */
  readonly heap: number;
  /** Open file descriptors: sockets, files, pipes. */
  readonly handles: number;
  readonly threads: number;
}

export type Vital = keyof Vitals;
export const VITALS: readonly Vital[] = ['memory', 'heap', 'handles', 'threads'];

/** @throws Error when there is no such process */
export function lookAt(pid: number, heap: number): Vitals {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1]);
  return {
    memory: (field('RssAnon') + field('RssShmem')) * 1024,
    heap,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    threads: field('Threads'),
  };
}

/**
 * By how much a vital may be greater at the last rest than at the first. Allocators keep some of what they were given
 * at peaks, threads that wait for work stay for a minute.
 */
const TOLERATED: Readonly<Record<Vital, (before: number) => number>> = {
  memory: (before) => Math.max(96 * 2 ** 20, 0.12 * before),
  heap: (before) => Math.max(8 * 2 ** 20, 0.1 * before),
  handles: () => 8,
  threads: () => 8,
};

/**
 * The vitals that grew from the first rest to the last, or by more than half as much from the middle to the last. What
 * is loaded at first use or kept from the greatest peak so far levels off, and passes once the first rest is late
 * enough; a leak goes on, and its share of the second half is as large as that of the first.
 * @param rests of the process, at equal distances, the first of them after a warm-up; at least one
 */
export function grown(rests: readonly Vitals[]): Vital[] {
  const [first, last] = [rests[0], rests.at(-1)];
  if (first === undefined || last === undefined) throw new Error('no rests to compare');
  const middle = rests[Math.floor((rests.length - 1) / 2)] ?? first;
  return VITALS.filter((vital) => {
    const tolerated = TOLERATED[vital](first[vital]);
    return last[vital] - first[vital] > tolerated || last[vital] - middle[vital] > tolerated / 2;
  });
}
