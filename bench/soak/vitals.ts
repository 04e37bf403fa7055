/** What must not grow in a process: memory, file descriptors, threads (Linux, proc(5)). */
import { readdirSync, readFileSync } from 'node:fs';

export interface Vitals {
  /** Resident set size in bytes. */
  readonly resident: number;
  /** Bytes in use on the heap of its main thread, after a garbage collection. */
  readonly heap: number;
  /** Open file descriptors: sockets, files, pipes. */
  readonly handles: number;
  readonly threads: number;
}

export type Vital = keyof Vitals;
export const VITALS: readonly Vital[] = ['resident', 'heap', 'handles', 'threads'];

/** A look at a process at some time. */
export interface Sample extends Vitals {
  /** In milliseconds from any origin. */
  readonly atMs: number;
}

/** @throws Error when there is no such process */
export function lookAt(pid: number, heap: number): Vitals {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1]);
  return {
    resident: field('VmRSS') * 1024,
    heap,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    threads: field('Threads'),
  };
}

/** The slope of the straight line nearest to the samples, in units of the vital per hour; 0 for less than two. */
export function slopePerHour(samples: readonly Sample[], vital: Vital): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [meanMs, meanValue] = [mean(({ atMs }) => atMs), mean((sample) => sample[vital])];
  let [products, squares] = [0, 0];
  for (const sample of samples) {
    products += (sample.atMs - meanMs) * (sample[vital] - meanValue);
    squares += (sample.atMs - meanMs) ** 2;
  }
  return squares === 0 ? 0 : (products / squares) * 3_600_000;
}

/**
 * By how much a vital may be greater at rest afterwards than it was at rest before. Allocators keep some of what they
 * were given at peaks, threads that wait for work stay for a minute.
 */
const TOLERATED: Readonly<Record<Vital, (before: number) => number>> = {
  resident: (before) => Math.max(96 * 2 ** 20, 0.25 * before),
  heap: (before) => Math.max(8 * 2 ** 20, 0.1 * before),
  handles: () => 8,
  threads: () => 8,
};

/** The vitals that grew. */
export function grown(before: Vitals, after: Vitals): Vital[] {
  return VITALS.filter((vital) => after[vital] - before[vital] > TOLERATED[vital](before[vital]));
}
