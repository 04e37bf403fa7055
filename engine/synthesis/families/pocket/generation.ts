/** What drives a model through a text as its reference does: the noise of each frame, and when speech ends. */
import { fillGaussian } from '../vits/latent.ts';
import type { PocketConfig } from './config.ts';
import type { Frame } from './model.ts';

const DEFAULT_THRESHOLD = -4;
const DEFAULT_TEMPERATURE = 0.3;
/** Before speech begins, some voices seem to end. */
const LEAST_FRAMES = 6;
/** A text whose end the model misses lasts no longer than so slow a speaker would take, and a little. */
const LEAST_TOKENS_PER_SECOND = 3;
const PADDING_SECONDS = 2;
const FADE_SECONDS = 0.005;

/** How a text is spoken. */
export interface GenerationControls {
  /** The variance of the noise. Null for the model's default. */
  readonly temperature: number | null;
  /** Noise beyond it, on either side, is drawn anew; null for all there is. */
  readonly noiseClamp: number | null;
  readonly seed: number;
  /** Frames that are spoken after the one with which speech ends. */
  readonly framesAfterEnd: number;
}

/** How far a text is: plain data. */
export interface Progress {
  frames: number;
  /** The frame with which speech ended; null before that. */
  endFrame: number | null;
}

/** Frames that a text of so many tokens lasts at most. */
export function mostFrames({ mimi }: PocketConfig, tokens: number): number {
  return Math.ceil((tokens / LEAST_TOKENS_PER_SECOND + PADDING_SECONDS) * mimi.frame_rate);
}

/**
 * Counts a frame.
 * @returns whether it is to be heard; if it is not, the text is over
 */
export function isHeard(
  progress: Progress,
  { endOfSpeech }: Pick<Frame, 'endOfSpeech'>,
  config: PocketConfig,
  { framesAfterEnd }: Pick<GenerationControls, 'framesAfterEnd'>,
): boolean {
  const frame = progress.frames;
  const threshold = config.default_eos_threshold ?? DEFAULT_THRESHOLD;
  if (endOfSpeech > threshold && frame >= LEAST_FRAMES) progress.endFrame ??= frame;
  if (progress.endFrame !== null && frame >= progress.endFrame + framesAfterEnd) return false;
  progress.frames++;
  return true;
}

/**
 * The noise of a frame: normally distributed, of the deviation that is the root of the temperature.
 * @param draw fills an array with standard normal deviates; each call gives others
 */
export function frameNoise(
  size: number,
  config: PocketConfig,
  { temperature, noiseClamp }: Pick<GenerationControls, 'temperature' | 'noiseClamp'>,
  draw: (out: Float32Array) => void,
): Float32Array {
  const deviation = Math.sqrt(temperature ?? config.default_temperature ?? DEFAULT_TEMPERATURE);
  const drawn = (): Float32Array => {
    const values = new Float32Array(size);
    draw(values);
    return values.map((value) => value * deviation);
  };
  const noise = drawn();
  if (noiseClamp === null) return noise;
  const isOutside = (value: number): boolean => Math.abs(value) > noiseClamp;
  for (let attempt = 0; attempt < MOST_DRAWS && noise.some(isOutside); attempt++) {
    const others = drawn();
    for (const [i, value] of noise.entries()) if (isOutside(value)) noise[i] = others[i] ?? 0;
  }
  return noise.map((value) => Math.max(-noiseClamp, Math.min(noiseClamp, value)));
}

/** Of noise that is clamped; what is outside after that many is cut off. */
const MOST_DRAWS = 100;

/** Draws for a frame by a seed: the same seed and frame give the same. */
export function seededDraws(seed: number, frame: number): (out: Float32Array) => void {
  let draw = 0;
  return (out) => fillGaussian(out, seed, frame * (MOST_DRAWS + 1) + draw++);
}

/** Fades the first 5 ms of a text in, in place: the codec's decoder begins with a small step. */
export function fadeIn(samples: Float32Array, { mimi }: PocketConfig): void {
  const faded = Math.floor(mimi.sample_rate * FADE_SECONDS);
  for (let i = 0; i < Math.min(faded, samples.length); i++) samples[i]! *= i / (faded - 1);
}
