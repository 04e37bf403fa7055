import { HOLD_AFTER_NOISE_MS, UNFINISHED_TEXT_HOLD_MS } from './endpointing.ts';
import { soundsUnfinished } from './unfinished-text.ts';

/** Holds text that sounds unfinished until more arrives or the hold times out. */
export class TextHold {
  readonly #lang: string;
  readonly #release: (text: string) => void;
  #held = '';
  #timer: NodeJS.Timeout | null = null;

  constructor(lang: string, release: (text: string) => void) {
    this.#lang = lang;
    this.#release = release;
  }

  get isHolding(): boolean {
    return this.#held !== '';
  }

  /** @param agoMs how long ago the speech ended */
  add(text: string, agoMs: number): void {
    this.#held = this.#held === '' ? text : `${this.#held} ${text}`;
    if (agoMs < UNFINISHED_TEXT_HOLD_MS && soundsUnfinished(this.#held, this.#lang))
      this.#wait(UNFINISHED_TEXT_HOLD_MS - agoMs);
    else this.#now();
  }

  /** A sound from the caller began: the hold waits to learn what it is. */
  soundBegan(): void {
    this.#stop();
  }

  /** That sound contained no words. */
  soundWasNothing(): void {
    if (this.#held !== '') this.#wait(HOLD_AFTER_NOISE_MS);
  }

  close(): void {
    this.#stop();
    this.#held = '';
  }

  #wait(ms: number): void {
    this.#stop();
    this.#timer = setTimeout(() => this.#now(), ms);
  }

  #stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #now(): void {
    this.#stop();
    const text = this.#held;
    this.#held = '';
    this.#release(text);
  }
}
