/** Speech of simulated callers, synthesized by the engine, so that a recogniser understands it. */
import type { Engine } from '../../../engine/index.ts';
import { say } from '../../../engine/testing/speech.ts';

const RATE = 16_000;

/** Cached speech by engine, language and text, since test files share engines and callers say the same. */
const saidBy = new WeakMap<object, Map<string, Promise<Int16Array>>>();

export class CallerSpeech {
  readonly #engine: Pick<Engine, 'open'>;
  readonly #said: Map<string, Promise<Int16Array>>;

  constructor(engine: Pick<Engine, 'open'>) {
    this.#engine = engine;
    this.#said = saidBy.get(engine) ?? new Map();
    saidBy.set(engine, this.#said);
  }

  /**
   * Synthesizes each text once, with one voice per language.
   * @returns mono, 16 kHz
   */
  say(text: string, lang = 'en'): Promise<Int16Array> {
    const key = `${lang} ${text}`;
    const known = this.#said.get(key);
    if (known) return known;
    const speech = say(this.#engine, text, RATE, { lang });
    this.#said.set(key, speech);
    return speech;
  }
}

/**
 * Returns a cough: a burst of noise with a sudden onset and a decay.
 * @returns mono, 16 kHz
 */
export function cough(ms = 180, peak = 12_000): Int16Array {
  let state = 1;
  let low = 0;
  const length = (ms * RATE) / 1000;
  return Int16Array.from({ length }, (_, i) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    low += 0.3 * (state / 2 ** 31 - 1 - low);
    return peak * low * Math.min(1, i / 160) * Math.exp((-3 * i) / length);
  });
}
