import { powerDb } from '../../../media/level.ts';
import type { VadWindow } from '../vad/audio-intake.ts';

/** Windows over which a level is averaged: 128 ms, about a syllable. */
const LEVEL_WINDOWS = 4;
/** The level of the main speaker is that of their fifth-loudest window: the four above it may contain a knock. */
const RANK = 5;
/** The main speaker reaches a level this close to their loudest, in dB, every few syllables. */
const RANGE_DB = 6;
/**
 * Speech that stays below that range for this long, in ms, comes from others. Few speakers stay below the range for as
 * long.
 */
const SOFT_MS = 2500;

/**
 * Separates the speech of the main speaker, who is the loudest, from that of people or a television in the background.
 */
export class MainSpeaker {
  #powers: readonly number[] = [];
  /** Levels of the loudest windows in dB, descending. */
  #loudest: readonly number[] = [];
  #first: { readonly ms: number; readonly level: number } | null = null;
  #clockMs = 0;
  #lastMs = 0;

  /**
   * @param atMs when the window ended; `step` of the window says whether it contains speech
   * @returns whether the main speaker is heard in it
   */
  push({ samples, step }: Pick<VadWindow, 'samples' | 'step'>, atMs: number): boolean {
    this.#clockMs = atMs;
    this.#powers = [...this.#powers, powerOf(samples)].slice(-LEVEL_WINDOWS);
    if (!step.speaking || !step.voiced) return false;
    const level = powerDb(this.#powers.reduce((sum, power) => sum + power, 0) / LEVEL_WINDOWS);
    this.#loudest = [...this.#loudest, level].sort((a, b) => b - a).slice(0, RANK);
    const least = this.#loudest.at(-1)! - RANGE_DB;
    if (level < least) return false;
    // Softer speech before this came from others, before the main speaker began.
    if (this.#first === null || this.#first.level < least) this.#first = { ms: atMs, level };
    this.#lastMs = atMs;
    return true;
  }

  /** From their first loud syllable to their last, in ms. */
  get spokenMs(): number {
    return this.#first === null ? 0 : this.#lastMs - this.#first.ms;
  }

  /** When their last loud syllable ended. */
  get lastMs(): number {
    return this.#lastMs;
  }

  /** Whether the main speaker has finished, so that further speech comes from others. */
  get isSilent(): boolean {
    return this.#first !== null && this.#clockMs - this.#lastMs >= SOFT_MS;
  }
}

function powerOf(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += (sample / 32_768) ** 2;
  return sum / samples.length;
}
