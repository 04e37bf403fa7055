/** Drives a model through a text as its reference does: the noise of each frame, and the end of speech. */
import { fillGaussian } from '../vits/latent.ts';
import type { PocketConfig } from './config.ts';
import type { Frame } from './model.ts';

const DEFAULT_THRESHOLD = -4;
const DEFAULT_TEMPERATURE = 0.3;
/** Minimum of frames: for some voices the model signals the end before speech begins. */
const LEAST_FRAMES = 6;
/** Limits a text whose end the model misses to the time that a very slow speaker would take, and a little more. */
const LEAST_TOKENS_PER_SECOND = 3;
const PADDING_SECONDS = 2;
const FADE_SECONDS = 0.005;

/** How a text is spoken. */
export interface GenerationControls {
  /** The variance of the noise. Null for the model's default. */
  readonly temperature: number | null;
  /** Limit of the noise: values outside of ± this are drawn again; null for no limit. */
  readonly noiseClamp: number | null;
  readonly seed: number;
  /** Frames that are spoken after the one with which speech ends. */
  readonly framesAfterEnd: number;
}

/** The progress of a text: plain data. */
export interface Progress {
  frames: number;
  /** The frame with which speech ended; null before that. */
  endFrame: number | null;
}

/** The largest number of frames for a text, by its number of tokens. */
export function mostFrames({ mimi }: PocketConfig, tokens: number): number {
  return Math.ceil((tokens / LEAST_TOKENS_PER_SECOND + PADDING_SECONDS) * mimi.frame_rate);
}

/**
 * Counts a frame.
 * @returns whether it is heard; if not, the text is over
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
 * The noise of a frame: normally distributed, with the square root of the temperature as its deviation.
 * @param draw fills an array with new standard normal deviates
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

/** Largest number of draws of limited noise; after these, values outside are clipped. */
const MOST_DRAWS = 100;

/** Draws for a frame by a seed: the same seed and frame give the same values. */
export function seededDraws(seed: number, frame: number): (out: Float32Array) => void {
  let draw = 0;
  return (out) => fillGaussian(out, seed, frame * (MOST_DRAWS + 1) + draw++);
}

/** Fades in the first 5 ms of a text, in place: the codec's decoder begins with a small step. */
export function fadeIn(samples: Float32Array, { mimi }: PocketConfig): void {
  const faded = Math.floor(mimi.sample_rate * FADE_SECONDS);
  for (let i = 0; i < Math.min(faded, samples.length); i++) samples[i]! *= i / (faded - 1);
}
