/** Messages between the benchmark and its client process. */
import type { Target } from './target.ts';

export interface LoadJob {
  readonly target: Target;
  readonly streams: number;
  /** No utterance begins after this time. Those in progress are received to their end. */
  readonly durationMs: number;
  /** The streams begin at random times within this time. */
  readonly spreadMs: number;
  /** Whether listeners read audio at playing speed, or as fast as it comes. */
  readonly paced: boolean;
  /** Throughput counts what arrives from this time to `durationMs`. */
  readonly countFromMs: number;
  readonly seed: number;
}

/** One utterance as its listener received it. */
export interface Utterance {
  readonly outcome: 'done' | 'refused';
  /** From the request to the first audio; null when there was none. */
  readonly firstAudioMs: number | null;
  readonly audioMs: number;
  /** Every gap within it. */
  readonly gapsMs: readonly number[];
}

export interface LoadOutcome {
  readonly utterances: readonly Utterance[];
  /** Audio that arrived while throughput was counted, and the duration of that time. */
  readonly countedAudioMs: number;
  readonly countedMs: number;
  /** Errors, by message. */
  readonly failures: Readonly<Record<string, number>>;
}
