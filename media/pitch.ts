/**
 * The fundamental frequency of a voice over time.
 *
 * Every frame gets candidates where the normalised square difference function peaks, that is the autocorrelation over
 * the mean energy of the two stretches compared (A. de Cheveigné and H. Kawahara, "YIN, a fundamental frequency
 * estimator for speech and music", 2002; P. McLeod and G. Wyvill, "A smarter way to find pitch", 2005). A path through
 * the candidates, "unvoiced" among them, is then found by dynamic programming with costs for leaps of pitch and changes
 * of voicing (P. Boersma, "Accurate short-term analysis of the fundamental frequency", 1993). Neighbouring frames thus
 * decide what a single frame cannot, mainly the right octave.
 */
import { resampleBelow } from './resampler.ts';
import { quantileLower } from './statistics.ts';

export interface PitchTrack {
  /** Frame k is centred at k · hopMs. */
  readonly hopMs: number;
  /** Fundamental frequency in Hz; 0 for unvoiced frames. */
  readonly f0Hz: Float32Array;
  /**
   * How periodic the sound is there, 0 to 1: the share of its energy below 2 kHz that repeats after one period; in
   * unvoiced frames that of the best candidate.
   */
  readonly strength: Float32Array;
}

export interface PitchOptions {
  /** Default 5. */
  readonly hopMs?: number;
  /** Search range in Hz, default 60 to 500. */
  readonly minHz?: number;
  readonly maxHz?: number;
  /** Periodicity threshold from which a frame counts as voiced if its neighbours do not decide, default 0.5. */
  readonly voicing?: number;
}

/**
 * Sample rate of the analysis in Hz: enough for the harmonics that carry pitch, with four times fewer products than 16
 * kHz.
 */
const WORK_RATE = 8000;
/** Upper cutoff in Hz. Upper harmonics lose their phase relation first, and formants above F2 only add false peaks. */
const LOW_PASS_HZ = 1800;
const LOW_PASS_TAPS = 33;
/** Nothing passes above. */
const HIGHEST_HZ = 2400;
/** Lower cutoff in Hz, below speech: rumble and offsets would look periodic. */
const HIGH_PASS_HZ = 45;
const WINDOW_MS = 20;
const MAX_CANDIDATES = 10;
/** Frames whose products are summed together. */
const FRAMES_AT_ONCE = 32;

// Costs after Boersma, in units of strength, for frames 10 ms apart.
const OCTAVE_COST = 0.02;
const LEAP_COST = 0.4;
const VOICING_COST = 0.14;
/**
 * Frames that are this much softer than the loud ones are likely unvoiced, even if they are periodic. The penalty grows
 * with the difference.
 */
const QUIET_DB = -24;
const QUIET_COST_PER_DB = 0.05;
/** A voice seldom leaves the octave around its median; noise in a resonance does, and so do octave errors. */
const REMOTE_OCTAVES = 0.9;
const REMOTE_COST = 0.5;

interface Path {
  readonly f0Hz: Float32Array;
  readonly strength: Float32Array;
}

/** Candidates of all frames: up to MAX_CANDIDATES each, in rows. */
interface Candidates {
  readonly lag: Float32Array;
  readonly strength: Float32Array;
  readonly count: Uint8Array;
  /** Root mean square of each frame. */
  readonly level: Float32Array;
}

/**
 * Follows the pitch of one voice. Sound at other frequencies, noise to about 5 dB below the voice, and a missing
 * fundamental (telephone) do no harm. Costs about 10 ms per second of sound.
 * @param samples mono, at any level
 * @param sampleRate Hz, a whole number of at least 8000
 * @returns floor(duration / hopMs) + 1 frames; none for no samples
 */
export function trackPitch(
  samples: Float32Array,
  sampleRate: number,
  { hopMs = 5, minHz = 60, maxHz = 500, voicing = 0.5 }: PitchOptions = {},
): PitchTrack {
  if (sampleRate < WORK_RATE) throw new RangeError(`pitch needs at least ${WORK_RATE} samples per second`);
  if (!(minHz >= 30 && maxHz > minHz && maxHz <= 1000))
    throw new RangeError('pitch is looked for from 30 to 1000 Hz');
  const frames = samples.length === 0 ? 0 : Math.floor((samples.length * 1000) / sampleRate / hopMs) + 1;
  const work = bandPass(resampleBelow(samples, sampleRate, WORK_RATE, HIGHEST_HZ));
  const candidates = findCandidates(work, frames, hopMs, minHz, maxHz);
  const first = bestPath(candidates, hopMs, minHz, voicing, null);
  const usual = usualLag(first, candidates.level);
  return { hopMs, ...(usual === null ? first : bestPath(candidates, hopMs, minHz, voicing, usual)) };
}

/**
 * Returns the median period, in samples of the analysis rate, of the frames that are certainly voiced; null if these
 * are too few.
 */
function usualLag({ f0Hz, strength }: Path, level: Float32Array): number | null {
  const loud = loudLevel(level) / 4;
  const sure = f0Hz.filter((f0, i) => f0 > 0 && strength[i]! > 0.8 && level[i]! > loud).sort();
  return sure.length < 20 ? null : WORK_RATE / sure[sure.length >> 1]!;
}

const loudLevel = (level: Float32Array): number => quantileLower(level, 0.95, 0);

/** Passes the frequencies that carry pitch; symmetric, so that it adds no delay. */
function bandPass(samples: Float32Array): Float32Array {
  const half = (LOW_PASS_TAPS - 1) / 2;
  const taps = Float64Array.from({ length: LOW_PASS_TAPS }, (_, i) => {
    const x = (2 * Math.PI * LOW_PASS_HZ * (i - half)) / WORK_RATE;
    const hann = 0.5 + 0.5 * Math.cos((Math.PI * (i - half)) / (half + 1));
    return hann * (x === 0 ? 1 : Math.sin(x) / x);
  });
  const gain = taps.reduce((sum, tap) => sum + tap, 0);
  const padded = new Float64Array(samples.length + 2 * half);
  const pole = Math.exp((-2 * Math.PI * HIGH_PASS_HZ) / WORK_RATE);
  for (let i = 0, y = 0, before = samples[0] ?? 0; i < samples.length; i++) {
    y = pole * (y + samples[i]! - before);
    before = samples[i]!;
    padded[i + half] = y / gain;
  }
  const out = new Float32Array(samples.length);
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    for (let k = 0; k < LOW_PASS_TAPS; k++) sum += padded[i + k]! * taps[k]!;
    out[i] = sum;
  }
  return out;
}

function findCandidates(
  samples: Float32Array,
  frames: number,
  hopMs: number,
  minHz: number,
  maxHz: number,
): Candidates {
  const window = Math.round((WINDOW_MS / 1000) * WORK_RATE);
  // One lag more at either end, so that a peak at the end has neighbours.
  const minLag = Math.max(2, Math.floor(WORK_RATE / maxHz) - 1);
  const maxLag = Math.ceil(WORK_RATE / minHz) + 1;
  const margin = Math.ceil((window + maxLag) / 2) + 1;
  const padded = new Float64Array(samples.length + 2 * margin + WORK_RATE);
  padded.set(samples, margin);
  const energy = new Float64Array(padded.length + 1);
  for (let i = 0; i < padded.length; i++) energy[i + 1] = energy[i]! + padded[i]! * padded[i]!;

  const lag = new Float32Array(frames * MAX_CANDIDATES);
  const strength = new Float32Array(frames * MAX_CANDIDATES);
  const count = new Uint8Array(frames);
  const level = new Float32Array(frames);
  const centres = Int32Array.from(
    { length: frames },
    (_, frame) => margin + Math.round((frame * hopMs * WORK_RATE) / 1000),
  );
  // One more, since lags are computed in pairs.
  const width = maxLag + 2;
  const curves = new Float64Array(FRAMES_AT_ONCE * width);
  const reach = Math.ceil((FRAMES_AT_ONCE * hopMs * WORK_RATE) / 1000) + window + 2;
  const sums: Sums = [new Float64Array(reach + 1), new Float64Array(reach + 1)];
  for (let first = 0; first < frames; first += FRAMES_AT_ONCE) {
    const block = centres.subarray(first, first + FRAMES_AT_ONCE);
    for (let l = minLag; l <= maxLag; l += 2)
      correlate(padded, energy, block, l, window, sums, curves, width);
    for (let k = 0; k < block.length; k++) {
      const frame = first + k;
      const from = block[k]! - window / 2;
      level[frame] = Math.sqrt((energy[from + window]! - energy[from]!) / window);
      const curve = curves.subarray(k * width, (k + 1) * width);
      count[frame] = pickPeaks(curve, minLag, maxLag, lag, strength, frame * MAX_CANDIDATES);
    }
  }
  return { lag, strength, count, level };
}

type Sums = readonly [Float64Array, Float64Array];

/**
 * Similarity of the two stretches around each centre that are `lag` samples apart, and of those that are one sample
 * further apart. Stretches of neighbouring frames overlap, so products are summed once over all of them.
 * @param curves a row of `width` numbers for each centre; those of both lags are written
 */
function correlate(
  padded: Float64Array,
  energy: Float64Array,
  centres: Int32Array,
  lag: number,
  window: number,
  [sums, nextSums]: Sums,
  curves: Float64Array,
  width: number,
): void {
  // The two stretches are symmetric around the centre at every lag, so estimates are neither early nor late.
  const half = (window + lag) >> 1;
  const nextHalf = (window + lag + 1) >> 1;
  const origin = centres[0]! - nextHalf;
  const length = centres[centres.length - 1]! - half + window - origin;
  let sum = 0;
  let nextSum = 0;
  for (let i = 0; i < length; i++) {
    const value = padded[origin + i]!;
    sum += value * padded[origin + i + lag]!;
    nextSum += value * padded[origin + i + lag + 1]!;
    sums[i + 1] = sum;
    nextSums[i + 1] = nextSum;
  }
  for (let k = 0; k < centres.length; k++) {
    const a = centres[k]! - half;
    const at = a - origin;
    const both = energy[a + window]! - energy[a]! + energy[a + lag + window]! - energy[a + lag]!;
    curves[k * width + lag] = both > 1e-12 ? (2 * (sums[at + window]! - sums[at]!)) / both : 0;
    const b = centres[k]! - nextHalf;
    const nextAt = b - origin;
    const nextBoth = energy[b + window]! - energy[b]! + energy[b + lag + 1 + window]! - energy[b + lag + 1]!;
    curves[k * width + lag + 1] =
      nextBoth > 1e-12 ? (2 * (nextSums[nextAt + window]! - nextSums[nextAt]!)) / nextBoth : 0;
  }
}

/** Writes the highest peaks, their place and height refined by a parabola through three points; returns how many. */
function pickPeaks(
  curve: Float64Array,
  minLag: number,
  maxLag: number,
  lags: Float32Array,
  strengths: Float32Array,
  offset: number,
): number {
  let found = 0;
  for (let l = minLag + 1; l < maxLag; l++) {
    const left = curve[l - 1]!;
    const middle = curve[l]!;
    const right = curve[l + 1]!;
    if (middle < 0.15 || middle < left || middle <= right) continue;
    const bend = left - 2 * middle + right;
    const shift = bend === 0 ? 0 : (0.5 * (left - right)) / bend;
    const height = Math.min(1, middle - 0.25 * (left - right) * shift);
    let at = found;
    if (found === MAX_CANDIDATES) {
      at = 0;
      for (let i = 1; i < found; i++) if (strengths[offset + i]! < strengths[offset + at]!) at = i;
      if (strengths[offset + at]! >= height) continue;
    } else found++;
    lags[offset + at] = l + shift;
    strengths[offset + at] = height;
  }
  return found;
}

/** Finds the path of least cost (Viterbi). State 0 of every frame is "unvoiced", state i its candidate i - 1. */
function bestPath(
  { lag, strength, count, level }: Candidates,
  hopMs: number,
  minHz: number,
  voicing: number,
  usual: number | null,
): Path {
  const frames = count.length;
  const states = MAX_CANDIDATES + 1;
  const f0Hz = new Float32Array(frames);
  const periodicity = new Float32Array(frames);
  if (frames === 0) return { f0Hz, strength: periodicity };
  const loud = loudLevel(level) + 1e-9;
  const longest = WORK_RATE / minHz;
  const leapCost = (LEAP_COST * 10) / hopMs;
  const voicingCost = (VOICING_COST * 10) / hopMs;

  const back = new Uint8Array(frames * states);
  const logLag = lag.map((value) => Math.log2(value));
  const own = strength.map((value, i) => {
    // Multiples of a period have the same periodicity, so shorter periods get a small bonus.
    const long = OCTAVE_COST * (1 + logLag[i]! - Math.log2(longest));
    const remote = usual === null ? 0 : Math.max(0, Math.abs(logLag[i]! - Math.log2(usual)) - REMOTE_OCTAVES);
    return value - long - REMOTE_COST * remote;
  });
  let before = new Float64Array(states);
  let now = new Float64Array(states);
  for (let frame = 0; frame < frames; frame++) {
    const row = frame * MAX_CANDIDATES;
    const quiet = Math.max(0, QUIET_DB - 20 * Math.log10(level[frame]! / loud + 1e-9)) * QUIET_COST_PER_DB;
    for (let state = 0; state <= count[frame]!; state++) {
      const local = state === 0 ? voicing + quiet : own[row + state - 1]!;
      let best = -Infinity;
      let from = 0;
      if (frame > 0) {
        for (let previous = 0; previous <= count[frame - 1]!; previous++) {
          let score = before[previous]!;
          if ((previous === 0) !== (state === 0)) score -= voicingCost;
          else if (state !== 0)
            score -=
              leapCost * Math.abs(logLag[row + state - 1]! - logLag[row - MAX_CANDIDATES + previous - 1]!);
          if (score > best) {
            best = score;
            from = previous;
          }
        }
      } else best = 0;
      now[state] = best + local;
      back[frame * states + state] = from;
    }
    [before, now] = [now, before];
  }

  let state = 0;
  for (let i = 1; i <= count[frames - 1]!; i++) if (before[i]! > before[state]!) state = i;
  for (let frame = frames - 1; frame >= 0; frame--) {
    const row = frame * MAX_CANDIDATES;
    if (state > 0) {
      f0Hz[frame] = WORK_RATE / lag[row + state - 1]!;
      periodicity[frame] = strength[row + state - 1]!;
    } else
      for (let i = 0; i < count[frame]!; i++)
        periodicity[frame] = Math.max(periodicity[frame]!, strength[row + i]!);
    state = back[frame * states + state]!;
  }
  return { f0Hz, strength: periodicity };
}
