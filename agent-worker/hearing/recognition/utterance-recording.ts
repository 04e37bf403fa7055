import { rmsDbfs } from '../../../media/level.ts';
import type { SpeechFacts } from '../interruption/interruption.ts';
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

/** Where it is cut, the softest of so many windows is: 100 ms. */
const SOFT_WINDOWS = 3;
/** Beside the lead: speech has lasted for one window, and may begin with the next. */
const BEGINNING_WINDOWS = 1;

/**
 * Keeps the sound of the speech under way, from shortly before it began; between speeches no more than that lead.
 * What is kept is bounded: the owner cuts when it is too long.
 */
export class UtteranceRecording {
  readonly #leadWindows: number;
  #windows: VadWindow[] = [];

  /** @param leadMs kept from before the first window that sounded like speech */
  constructor(leadMs: number) {
    this.#leadWindows = Math.ceil(leadMs / WINDOW_MS);
  }

  get durationMs(): number {
    return this.#windows.length * WINDOW_MS;
  }

  push(window: VadWindow): void {
    this.#windows.push(window);
  }

  /** No speech is under way: only the lead stays. */
  trim(): void {
    const keep = this.#leadWindows + BEGINNING_WINDOWS;
    if (this.#windows.length > keep) this.#windows = this.#windows.slice(-keep);
  }

  /** All that is kept now. @param overAgent see `SpeechFacts` */
  take(overAgent: boolean): Utterance {
    return utteranceOf(this.#windows, overAgent);
  }

  /** Speech is over: forgets all but the lead of the next. */
  clear(): void {
    this.#windows = this.#windows.slice(-this.#leadWindows);
  }

  /** Takes away the part before the softest place of the last `searchMs`; the rest stays. */
  cut(searchMs: number, overAgent: boolean): Utterance {
    const levels = this.#windows.map((window) => Math.max(-90, loudness(window.samples)));
    const first = Math.max(1, levels.length - Math.floor(searchMs / WINDOW_MS));
    let softest = first;
    let softestLevel = Number.POSITIVE_INFINITY;
    for (let at = first; at + SOFT_WINDOWS <= levels.length; at++) {
      let level = 0;
      for (let i = 0; i < SOFT_WINDOWS; i++) level += levels[at + i]!;
      if (level < softestLevel) {
        softestLevel = level;
        softest = at + 1;
      }
    }
    const utterance = utteranceOf(this.#windows.slice(0, softest), overAgent);
    this.#windows = this.#windows.slice(softest);
    return utterance;
  }
}

function utteranceOf(windows: readonly VadWindow[], overAgent: boolean): Utterance {
  const samples = new Float32Array(windows.length * WINDOW_SAMPLES);
  let voicedWindows = 0;
  let at = 0;
  for (const window of windows) {
    for (let i = 0; i < WINDOW_SAMPLES; i++) samples[at++] = window.samples[i]! / 32768;
    if (window.step.voiced) voicedWindows++;
  }
  const facts = { voicedMs: voicedWindows * WINDOW_MS, overAgent };
  const silentWindows = trailing(windows, (window) => !window.step.voiced);
  return { samples, endedMs: performance.now() - silentWindows * WINDOW_MS, facts };
}

/** Two stretches of speech as one. */
export function joined(first: Utterance, second: Utterance): Utterance {
  const samples = new Float32Array(first.samples.length + second.samples.length);
  samples.set(first.samples);
  samples.set(second.samples, first.samples.length);
  return {
    samples,
    endedMs: second.endedMs,
    facts: {
      voicedMs: first.facts.voicedMs + second.facts.voicedMs,
      // An answer that follows a "mm-hm" is an answer still.
      overAgent: first.facts.overAgent && second.facts.overAgent,
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
