import { peakDbfs } from '../../media/level.ts';
import { Loudness } from './loudness.ts';
import type { Sound } from './types.ts';

/** The programme loudness of EBU R 128: speech then peaks at some -6 dBFS. */
export const LOUDNESS_LUFS = -23;
/** Below the documented -1 dBFS, because resampling can raise peaks between samples. */
const CEILING_DBFS = -1.5;
/** Upper bound of the gain: with more, the noise of a very soft recording would become as loud as speech. */
export const MAX_GAIN_DB = 40;
/** Iterations that compensate for the loudness lost by limiting the peaks. */
const ROUNDS = 4;
const CLOSE_ENOUGH_LU = 0.2;
const LOOK_AHEAD_MS = 5;

/** Adjusts a sound to -23 LUFS, with a smooth limiter for peaks above -1.5 dBFS. Silence stays as it is. */
export function atFixedLoudness({ samples, sampleRate }: Sound): Sound {
  const before = new Loudness(samples, sampleRate);
  const loudness = before.lufs();
  if (loudness === -Infinity) return { samples: withoutPeaks(samples, sampleRate), sampleRate };
  const peak = peakDbfs(samples);
  let gainDb = Math.min(MAX_GAIN_DB, LOUDNESS_LUFS - loudness);
  let out = samples;
  for (let round = 0; round < ROUNDS; round++) {
    out = times(samples, 10 ** (gainDb / 20));
    const isTooLoud = peak + gainDb > CEILING_DBFS;
    if (isTooLoud) out = withoutPeaks(out, sampleRate);
    // Measuring again is slow, and unnecessary if no peak is limited.
    const missing = LOUDNESS_LUFS - (isTooLoud ? new Loudness(out, sampleRate).lufs() : before.lufs(gainDb));
    if (Math.abs(missing) < CLOSE_ENOUGH_LU || gainDb >= MAX_GAIN_DB) break;
    gainDb = Math.min(MAX_GAIN_DB, gainDb + missing);
  }
  return { samples: out, sampleRate };
}

const times = (samples: Float32Array, gain: number): Float32Array => samples.map((sample) => sample * gain);

/** Limits peaks. The gain reduction starts 5 ms before a peak and ends 5 ms after it. */
export function withoutPeaks(samples: Float32Array, sampleRate: number): Float32Array {
  if (peakDbfs(samples) <= CEILING_DBFS) return samples;
  const ceiling = 10 ** (CEILING_DBFS / 20);
  const needed = samples.map((sample) => Math.min(1, ceiling / Math.abs(sample)));
  const half = Math.max(1, Math.round((LOOK_AHEAD_MS * sampleRate) / 1000));
  // The mean of minima over the same width never exceeds the gain that the centre sample needs.
  const smooth = movingMean(movingMinimum(needed, half), half);
  return samples.map((sample, i) => Math.max(-ceiling, Math.min(ceiling, sample * smooth[i]!)));
}

/** Minimum over `half` values on either side. */
function movingMinimum(values: Float32Array, half: number): Float32Array {
  const out = new Float32Array(values.length);
  // Indices of increasing values: the first is the minimum of the window.
  const queue = new Int32Array(values.length);
  let head = 0;
  let tail = 0;
  for (let i = 0; i < values.length + half; i++) {
    if (i < values.length) {
      while (tail > head && values[queue[tail - 1]!]! >= values[i]!) tail--;
      queue[tail++] = i;
    }
    const middle = i - half;
    if (middle < 0) continue;
    while (queue[head]! < middle - half) head++;
    out[middle] = values[queue[head]!]!;
  }
  return out;
}

/** Mean over `half` values on either side. Values beyond the ends equal the outermost ones. */
function movingMean(values: Float32Array, half: number): Float32Array {
  const last = values.length - 1;
  const at = (i: number): number => values[Math.max(0, Math.min(last, i))]!;
  let sum = 0;
  for (let i = -half; i <= half; i++) sum += at(i);
  return values.map((_, i) => {
    const mean = sum / (2 * half + 1);
    sum += at(i + half + 1) - at(i - half);
    return mean;
  });
}
