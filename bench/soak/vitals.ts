/** Values of a process that must not grow: memory, file descriptors, threads (Linux, proc(5)). */
import { readdirSync, readFileSync } from 'node:fs';

export interface Vitals {
  /**
   * Resident memory that only the process can free, in bytes: without the pages of files, such as the weights of
   * models, which the system reclaims when needed.
   */
  readonly memory: number;
  /** Bytes of its main thread's heap in use, after a garbage collection. */
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
 * Tolerated growth of a value from the first rest to the last. Allocators keep some memory from peaks, and idle threads
 * stay for a minute.
 */
const TOLERATED: Readonly<Record<Vital, (before: number) => number>> = {
  memory: (before) => Math.max(96 * 2 ** 20, 0.12 * before),
  heap: (before) => Math.max(8 * 2 ** 20, 0.1 * before),
  handles: () => 8,
  threads: () => 8,
};

/**
 * Returns the values whose growth exceeds the tolerance from the first rest to the last, or half of the tolerance from
 * the middle to the last. What is loaded at first use or kept from the greatest peak so far levels off, and passes once
 * the first rest is late enough. A leak continues: it grows as much in the second half as in the first.
 * @param rests measurements of the idle process, at equal intervals after a warm-up; at least one
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
