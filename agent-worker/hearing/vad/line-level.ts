/** Number of windows remembered: 8 s. */
const REMEMBERED = 250;
/** Lowest number of windows to compare with: 0.5 s. */
const LEAST_REMEMBERED = 16;
/** Share of the windows assumed to be as quiet as the line itself, since people pause for breath. */
const FLOOR_SHARE = 0.05;
/** RMS of 16-bit samples (-72 dBFS). Anything below is silence on any line. */
const LEAST_FLOOR = 8;
/** A window up to 4 dB louder than the line itself is silent, ... */
const ABOVE_FLOOR = 1.6;
/** ... if it is also 25 dB softer than the loudest one: weak speech sounds are less than 25 dB softer. */
const BELOW_LOUDEST = 0.056;

/**
 * Whether the line is silent, judged by its level alone. The VAD model has memory and keeps reporting speech for about
 * 80 ms after the last sound (measured with clean speech); the level shows silence at once. On a noisy line it never
 * reports silence, and the model alone decides.
 */
export class LineLevel {
  readonly #levels: number[] = [];

  /** @param window samples of the next window, 16-bit @returns whether the line is silent in it */
  isSilent(window: Int16Array): boolean {
    let energy = 0;
    for (const sample of window) energy += sample * sample;
    const level = Math.sqrt(energy / window.length);
    this.#levels.push(level);
    if (this.#levels.length > REMEMBERED) this.#levels.shift();
    if (this.#levels.length < LEAST_REMEMBERED) return false;
    const sorted = Float64Array.from(this.#levels).sort();
    const floor = Math.max(LEAST_FLOOR, sorted[Math.floor(sorted.length * FLOOR_SHARE)]!);
    return level <= floor * ABOVE_FLOOR && level <= sorted[sorted.length - 1]! * BELOW_LOUDEST;
  }

  reset(): void {
    this.#levels.length = 0;
  }
}
