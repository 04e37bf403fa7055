/** Measures what an enhancer removes from a take: sounds other than speech, noise and reverberation. */
import { RealFft } from '../../../../media/fft.ts';
import { powerDb } from '../../../../media/level.ts';
import { resampleAll } from '../../../../media/resampler.ts';
import { mean, quantileNearest } from '../../../../media/statistics.ts';
import { HOP_MS } from '../../../../recordings/speech-activity/frames.ts';
import { largest } from './curves.ts';

/** Sampling rate of enhancers. Frequencies above half of it are not examined. */
const RATE = 16_000;
const WINDOW = 512;
const HOP = (HOP_MS * RATE) / 1000;
/** Rumble is removed from every recording. */
const LOWEST_HZ = 100;
/** Enhancers hardly change loud speech: of the frames this close to the loudest, a quarter lose almost nothing. */
const LOUD_DB = 15;
const UNTOUCHED_SHARE = 0.25;
/** Duration of a sound, in frames. */
const LASTS_FRAMES = 5;
/** Below this level a sound is inaudible. */
const LEAST_DB = -40;

/** A recording, and an enhancer's output for it at any level. */
export interface CleanedSound {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

/**
 * Level of what was removed, 20 ms around each of `count` frames, in dBFS.
 * @param cleaned as long as the recording, at any level: unchanged speech shows the gain
 */
export function removedLevels(
  samples: Float32Array,
  sampleRate: number,
  cleaned: CleanedSound,
  count: number,
): Float32Array {
  const before = powers(resampleAll(samples, sampleRate, RATE), count);
  const after = powers(resampleAll(cleaned.samples, cleaned.sampleRate, RATE), count);
  const levelOf = (power: Float32Array): number => powerDb(power.reduce((sum, x) => sum + x, 0));
  const levels = before.map(levelOf);
  const loudDb = largest(levels, 0, count) - LOUD_DB;
  const gains = levels.flatMap((level, k) => (level > loudDb ? [level - levelOf(after[k]!)] : []));
  const gain = 10 ** (quantileNearest(gains, UNTOUCHED_SHARE, 0) / 10);
  return Float32Array.from(before, (power, k) => {
    const left = after[k]!;
    return powerDb(power.reduce((sum, x, bin) => sum + Math.max(0, x - gain * left[bin]!), 0));
  });
}

/** Levels for one sentence, in dB above its speech; null if no enhancer was used. */
export interface RemovedFigures {
  /** The loudest 50 ms, the level that a twentieth of the time exceeds, the median, and the total. */
  readonly removedMostDb: number | null;
  readonly removedOftenDb: number | null;
  readonly removedUsualDb: number | null;
  readonly removedDb: number | null;
}

const UNKNOWN: RemovedFigures = {
  removedMostDb: null,
  removedOftenDb: null,
  removedUsualDb: null,
  removedDb: null,
};

export function removedFigures(
  removedDb: Float32Array | null,
  [from, to]: readonly [number, number],
  speechDb: number,
): RemovedFigures {
  if (removedDb === null || to - from < LASTS_FRAMES) return UNKNOWN;
  const own = removedDb.subarray(from, to);
  const power = [...own].map((db) => 10 ** (db / 10));
  const above = (db: number): number => Math.max(LEAST_DB, db - speechDb);
  const lasting = power.slice(0, 1 - LASTS_FRAMES).map((_, k) => mean(power.slice(k, k + LASTS_FRAMES)));
  return {
    removedMostDb: above(powerDb(Math.max(...lasting))),
    removedOftenDb: above(quantileNearest(own, 0.95)),
    removedUsualDb: above(quantileNearest(own, 0.5)),
    removedDb: above(powerDb(mean(power))),
  };
}

/** Power in each bin of the spectrum. Its mean is the power of the sound. */
function powers(samples: Float32Array, count: number): Float32Array[] {
  const fft = new RealFft(WINDOW);
  const hann = Float64Array.from(
    { length: WINDOW },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW),
  );
  const scale = 2 / (WINDOW * hann.reduce((sum, w) => sum + w * w, 0));
  const input = new Float64Array(WINDOW);
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const first = Math.ceil((LOWEST_HZ * WINDOW) / RATE);
  return Array.from({ length: count }, (_, frame) => {
    const from = frame * HOP - WINDOW / 2;
    for (let i = 0; i < WINDOW; i++) input[i] = hann[i]! * (samples[from + i] ?? 0);
    fft.forward(input, re, im);
    return Float32Array.from({ length: fft.bins }, (_, bin) =>
      bin < first ? 0 : scale * (re[bin]! * re[bin]! + im[bin]! * im[bin]!),
    );
  });
}
