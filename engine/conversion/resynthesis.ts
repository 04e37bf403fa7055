import { HOP_SAMPLES, MIN_HZ } from './base-pitch.ts';
import { fftSizeFor } from './envelope.ts';
import { MinimumPhase } from './minimum-phase-filter.ts';

/** Offset of a grain's centre: half a window of 55 Hz before it, and the decay of the filter after it. */
const ORIGIN_SHARE = 0.395;
/** Interval of grains in unvoiced sound. */
const UNVOICED_STEP_MS = 5;
/** Largest change from one period to the next that is searched, as a share of the period. */
const PERIOD_TOLERANCE = 0.15;
/**
 * Largest gain of a sound's total power: 6 dB, in nepers of power. Otherwise a gain that raises one formant, or a whole
 * fricative, makes a burst that is up to 20 dB louder.
 */
const MAX_LOUDER = 1.4;
/** Keeps the logarithm of silence finite. */
const FLOOR = 1e-10;

/** The inputs of a grain, by frame of `HOP_SAMPLES`. */
export interface GrainPlan {
  /** Fundamental of the source in Hz, 0 where unvoiced. */
  readonly sourceHz: Float32Array;
  /** Target fundamental where the source is voiced. */
  readonly targetHz: Float32Array;
  /**
   * Writes the log power gain of every bin of a transform of `fftSizeFor` the rate.
   * @param grain log power of the grain, which the gain applies to; null for that of the frame
   */
  gain(frame: number, grain: Float64Array | null, output: Float64Array): void;
}

/** Progress of a phrase, as plain values. */
export interface GrainState {
  /** Centre of the next grain in samples, with fractions. */
  next: number;
  /** Interval from the previous grain. */
  previousStep: number;
  /** Centre of the last used period of the source; -1 outside voiced sound. */
  epoch: number;
}

interface Grain {
  /** Centre in the source, and in the output. */
  readonly from: number;
  readonly at: number;
  /** Lengths of the window's two sides. */
  readonly before: number;
  readonly after: number;
  readonly scale: number;
  readonly frame: number;
  readonly voiced: boolean;
}

export const initialGrainState = (): GrainState => ({ next: 0, previousStep: 0, epoch: -1 });

/**
 * Changes pitch and spectrum of speech period by period: each output period is the nearest windowed period of the
 * source, filtered and placed at the target pitch (TD-PSOLA, Moulines and Charpentier 1990, with a minimum-phase filter
 * for each grain). Phases and fine structure of the source are kept, so the speech sounds more natural than that of a
 * pulse-and-noise vocoder.
 */
export class Resynthesis {
  readonly #sampleRate: number;
  readonly #filter: MinimumPhase;
  readonly #origin: number;
  readonly #gain: Float64Array;
  readonly #filterRe: Float64Array;
  readonly #filterIm: Float64Array;
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  readonly #frame: Float64Array;
  readonly #logPower: Float64Array;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
    const size = fftSizeFor(sampleRate);
    this.#filter = new MinimumPhase(size);
    this.#origin = Math.floor(size * ORIGIN_SHARE);
    this.#frame = new Float64Array(size);
    const { bins } = this.#filter.fft;
    const array = (): Float64Array => new Float64Array(bins);
    this.#gain = array();
    this.#filterRe = array();
    this.#filterIm = array();
    this.#re = array();
    this.#im = array();
    this.#logPower = array();
  }

  /** Samples after a grain's centre that are read: half a window, and the search range for the next period. */
  static reach(sampleRate: number): number {
    return Math.ceil((sampleRate / MIN_HZ) * (1.5 + PERIOD_TOLERANCE)) + 2;
  }

  /**
   * Places grains from `state.next` up to `until` and adds them to `output`.
   * @returns the sample before which the output is final
   */
  run(source: Float32Array, plan: GrainPlan, state: GrainState, until: number, output: Float32Array): number {
    const unvoicedStep = (this.#sampleRate * UNVOICED_STEP_MS) / 1000;
    while (state.next < until) {
      const at = state.next;
      const frame = Math.min(plan.sourceHz.length - 1, Math.round(at / HOP_SAMPLES));
      const sourceHz = plan.sourceHz[frame]!;
      const voiced = sourceHz > 0;
      const period = voiced ? this.#sampleRate / sourceHz : unvoicedStep;
      const step = voiced ? this.#sampleRate / plan.targetHz[frame]! : unvoicedStep;
      state.epoch = voiced ? this.#epochNear(source, at, period, state.epoch) : -1;
      const previous = state.previousStep || step;
      this.#lay(source, plan, output, {
        from: voiced ? state.epoch : Math.round(at),
        at,
        // A window longer than a period would contain two of them.
        before: voiced ? Math.min(previous, period) : previous,
        after: voiced ? Math.min(step, period) : step,
        // Compensates the higher power of more periods per second.
        scale: voiced ? Math.sqrt(step / period) : 1,
        frame,
        voiced,
      });
      state.previousStep = step;
      state.next = at + step;
    }
    return Math.max(0, Math.floor(state.next - state.previousStep));
  }

  /** Finds the centre of the source's period nearest to a moment, in phase with the previously used one. */
  #epochNear(source: Float32Array, at: number, period: number, previous: number): number {
    if (previous < 0) return this.#peakNear(source, at, period);
    let epoch = previous;
    // Continue period by period while the next one is nearer.
    while (at - epoch > period / 2) {
      epoch = this.#nextEpoch(source, epoch, period);
    }
    return epoch;
  }

  /** Finds the strongest point of the period around a moment. */
  #peakNear(source: Float32Array, at: number, period: number): number {
    let best = -1;
    let bestAt = Math.round(at);
    for (let i = Math.round(at - period / 2); i < at + period / 2; i++) {
      const value = Math.abs((source[i - 1] ?? 0) + 2 * (source[i] ?? 0) + (source[i + 1] ?? 0));
      if (value > best) {
        best = value;
        bestAt = i;
      }
    }
    return bestAt;
  }

  /** Finds the next period by the largest correlation. */
  #nextEpoch(source: Float32Array, epoch: number, period: number): number {
    const half = Math.round(period / 2);
    const from = Math.round(period * (1 - PERIOD_TOLERANCE));
    const to = Math.round(period * (1 + PERIOD_TOLERANCE));
    let best = Number.NEGATIVE_INFINITY;
    let bestLag = Math.round(period);
    for (let lag = from; lag <= to; lag++) {
      let dot = 0;
      let power = 1e-9;
      for (let i = -half; i < half; i++) {
        const b = source[epoch + lag + i] ?? 0;
        dot += (source[epoch + i] ?? 0) * b;
        power += b * b;
      }
      const value = dot / Math.sqrt(power);
      if (value > best) {
        best = value;
        bestLag = lag;
      }
    }
    return epoch + bestLag;
  }

  #lay(source: Float32Array, plan: GrainPlan, output: Float32Array, grain: Grain): void {
    const { at, after, voiced } = grain;
    const { fft } = this.#filter;
    this.#window(source, grain);
    fft.forward(this.#frame, this.#re, this.#im);
    if (voiced) {
      // A short window resolves less of the spectrum than the frame's envelope, so the gain is applied to the spectrum
      // of this grain.
      for (let k = 0; k < fft.bins; k++) {
        this.#logPower[k] = Math.log((this.#re[k]! ** 2 + this.#im[k]! ** 2) / after + FLOOR);
      }
    }
    plan.gain(grain.frame, voiced ? this.#logPower : null, this.#gain);
    this.#limitLoudness();
    this.#filter.design(this.#gain, this.#filterRe, this.#filterIm);
    for (let k = 0; k < fft.bins; k++) {
      const re = this.#re[k]!;
      const im = this.#im[k]!;
      this.#re[k] = re * this.#filterRe[k]! - im * this.#filterIm[k]!;
      this.#im[k] = re * this.#filterIm[k]! + im * this.#filterRe[k]!;
    }
    fft.inverse(this.#re, this.#im, this.#frame);
    const start = Math.floor(at) - this.#origin;
    const first = Math.max(0, -start);
    const last = Math.min(fft.size, output.length - start);
    for (let i = first; i < last; i++) output[start + i]! += this.#frame[i]!;
  }

  /** Lowers the whole gain where it would make the grain too loud. */
  #limitLoudness(): void {
    const gain = this.#gain;
    let before = FLOOR;
    let after = FLOOR;
    for (let k = 0; k < gain.length; k++) {
      const power = this.#re[k]! ** 2 + this.#im[k]! ** 2;
      before += power;
      after += power * Math.exp(gain[k]!);
    }
    const excess = Math.log(after / before) - MAX_LOUDER;
    if (excess > 0) for (let k = 0; k < gain.length; k++) gain[k]! -= excess;
  }

  /** Half a Hann window on either side of the centre, which lies a fraction of a sample after the origin. */
  #window(source: Float32Array, { from, at, before, after, scale }: Grain): void {
    const frame = this.#frame;
    const fraction = at - Math.floor(at);
    frame.fill(0);
    const origin = this.#origin;
    const left = Math.max(-origin, -Math.floor(before - fraction));
    const right = Math.min(frame.length - origin - 1, Math.floor(after + fraction));
    for (let n = left; n <= right; n++) {
      const x = n - fraction;
      const weight = 0.5 + 0.5 * Math.cos((Math.PI * x) / (x < 0 ? before : after));
      frame[origin + n] = (source[from + n] ?? 0) * weight * scale;
    }
  }
}
