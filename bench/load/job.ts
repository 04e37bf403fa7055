/** What the benchmark and its client process say to each other. */
import type { Target } from './target.ts';

export interface LoadJob {
  readonly target: Target;
  readonly streams: number;
  /** No utterance begins later; those under way are heard to the end of what is sent. */
  readonly durationMs: number;
  /** The streams begin at random moments within this time. */
  readonly spreadMs: number;
  /** Whether listeners take sound as fast as they play it, or as fast as it comes. */
  readonly paced: boolean;
  /** Throughput counts what arrives from here to `durationMs`. */
  readonly countFromMs: number;
  readonly seed: number;
}

/** One utterance as its listener heard it. */
export interface Utterance {
  readonly outcome: 'done' | 'refused';
  /** From the request to the first sound; null when there was none. */
  readonly firstAudioMs: number | null;
  readonly audioMs: number;
  /** Every silence in its middle. */
  readonly gapsMs: readonly number[];
}

export interface LoadOutcome {
  readonly utterances: readonly Utterance[];
  /** Audio that arrived while throughput was counted, and how long that was. */
  readonly countedAudioMs: number;
  readonly countedMs: number;
  /** What went wrong, by message. */
  readonly failures: Readonly<Record<string, number>>;
}
