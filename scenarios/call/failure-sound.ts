import { wavFile } from '../../media/wav.ts';
import { CALLER_RATE } from '../caller/clip.ts';
import type { Checked } from '../checks/checks.ts';
import type { TwoSides } from './two-sides.ts';

const BEFORE_MS = 10_000;
const AFTER_MS = 4000;

/** Both sides of a call around its first failure. Times in ms since the call began. */
export interface FailureSound {
  readonly fromMs: number;
  readonly toMs: number;
  /** The failure; the end of the call for one that happened at no particular time. */
  readonly atMs: number;
  /** Of the same length; 16 kHz. */
  readonly caller: Int16Array;
  readonly agent: Int16Array;
}

/** @returns null where everything held */
export function failureSound(checks: readonly Checked[], sides: TwoSides): FailureSound | null {
  const failed = checks.filter(({ passed }) => !passed);
  if (failed.length === 0) return null;
  const atMs = failed.find((each) => each.atMs !== null)?.atMs ?? sides.durationMs;
  const fromMs = Math.max(0, atMs - BEFORE_MS);
  const toMs = Math.min(sides.durationMs, atMs + AFTER_MS);
  return { fromMs, toMs, atMs, ...sides.part(fromMs, toMs) };
}

/** A WAV file with the caller on the left and the agent on the right. */
export function failureWav({ caller, agent }: FailureSound): Uint8Array {
  const both = new Int16Array(2 * caller.length);
  for (let i = 0; i < caller.length; i++) {
    both[2 * i] = caller[i]!;
    both[2 * i + 1] = agent[i]!;
  }
  return wavFile({ sampleRate: CALLER_RATE, encoding: 'pcm16', channels: 2 }, new Uint8Array(both.buffer));
}
