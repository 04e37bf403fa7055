import { soundsUnfinished } from './unfinished.ts';

/** A caller who sounds unfinished gets so long, from the end of the sound, to go on. */
const HOLD_MS = 1300;
/** What came instead was no speech; enough time has passed. */
const REST_MS = 200;

/** Keeps words that sound unfinished until the rest has come, or does not come. */
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

  /** @param agoMs how long ago the sound of the words ended */
  add(text: string, agoMs: number): void {
    this.#held = this.#held === '' ? text : `${this.#held} ${text}`;
    if (agoMs < HOLD_MS && soundsUnfinished(this.#held, this.#lang)) this.#wait(HOLD_MS - agoMs);
    else this.#now();
  }

  /** The caller makes a sound. */
  soundBegan(): void {
    this.#stop();
  }

  /** It held no words. */
  soundWasNothing(): void {
    if (this.#held !== '') this.#wait(REST_MS);
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
