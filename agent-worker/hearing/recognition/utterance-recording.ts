import { rmsDbfs, softestStretch } from '../../../media/level.ts';
import type { SpeechFacts, SpeechPosition } from '../interruption/interruption.ts';
import type { VadWindow } from '../vad/audio-intake.ts';
import { WINDOW_MS, WINDOW_SAMPLES } from '../vad/vad-model.ts';

/** A stretch of speech to be recognised. */
export interface Utterance {
  /** Mono, 16 kHz, -1 to 1. */
  readonly samples: Float32Array;
  /** When its last voiced window was heard; `performance.now()`. */
  readonly endedMs: number;
  readonly facts: SpeechFacts;
}

/** A recording is cut at its softest stretch of this length: 100 ms. */
const SOFT_WINDOWS = 3;
/** Kept in addition to the lead: the start of speech may be reported one window late. */
const BEGINNING_WINDOWS = 1;

/**
 * Records the current speech, from shortly before it began (the lead); between stretches of speech only the lead is
 * kept. The owner keeps the recording bounded by cutting it when it gets too long.
 */
export class UtteranceRecording {
  readonly #leadWindows: number;
  #windows: VadWindow[] = [];

  /** @param leadMs how much to keep from before the first window that sounded like speech */
  constructor(leadMs: number) {
    this.#leadWindows = Math.ceil(leadMs / WINDOW_MS);
  }

  get durationMs(): number {
    return this.#windows.length * WINDOW_MS;
  }

  push(window: VadWindow): void {
    this.#windows.push(window);
  }

  /** Without current speech: keeps only the lead. */
  trim(): void {
    const keep = this.#leadWindows + BEGINNING_WINDOWS;
    if (this.#windows.length > keep) this.#windows = this.#windows.slice(-keep);
  }

  /** Everything recorded so far. */
  take(position: SpeechPosition): Utterance {
    return utteranceOf(this.#windows, position);
  }

  /** Speech is over: keeps only the lead of the next. */
  clear(): void {
    this.#windows = this.#windows.slice(-this.#leadWindows);
  }

  /** Removes and returns the part before the softest place in the last `searchMs`. */
  cut(searchMs: number, position: SpeechPosition): Utterance {
    const levels = this.#windows.map((window) => Math.max(-90, loudness(window.samples)));
    const first = Math.max(1, levels.length - Math.floor(searchMs / WINDOW_MS));
    const at = softestStretch(levels, SOFT_WINDOWS, first);
    const softest = at === null ? first : at + 1;
    const utterance = utteranceOf(this.#windows.slice(0, softest), position);
    this.#windows = this.#windows.slice(softest);
    return utterance;
  }
}

function utteranceOf(windows: readonly VadWindow[], position: SpeechPosition): Utterance {
  const samples = new Float32Array(windows.length * WINDOW_SAMPLES);
  let voicedWindows = 0;
  let at = 0;
  for (const window of windows) {
    for (let i = 0; i < WINDOW_SAMPLES; i++) samples[at++] = window.samples[i]! / 32768;
    if (window.step.voiced) voicedWindows++;
  }
  const facts = { voicedMs: voicedWindows * WINDOW_MS, ...position };
  const silentWindows = trailing(windows, (window) => !window.step.voiced);
  return { samples, endedMs: performance.now() - silentWindows * WINDOW_MS, facts };
}

/** Joins two pieces of speech into one. */
export function joined(first: Utterance, second: Utterance): Utterance {
  const samples = new Float32Array(first.samples.length + second.samples.length);
  samples.set(first.samples);
  samples.set(second.samples, first.samples.length);
  const facts = [first.facts, second.facts];
  return {
    samples,
    endedMs: second.endedMs,
    facts: {
      voicedMs: first.facts.voicedMs + second.facts.voicedMs,
      // An answer that follows an "mm-hm" is still an answer.
      overAgent: facts.every(({ overAgent }) => overAgent),
      isAnswer: facts.some(({ isAnswer }) => isAnswer),
      isMidTurn: facts.some(({ isMidTurn }) => isMidTurn),
      isGoingOn: facts.some(({ isGoingOn }) => isGoingOn),
    },
  };
}

function loudness(samples: Int16Array): number {
  return rmsDbfs(Float32Array.from(samples, (sample) => sample / 32768));
}

function trailing<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let count = 0;
  while (count < items.length && holds(items[items.length - 1 - count]!)) count++;
  return count;
}
