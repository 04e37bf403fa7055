import { HOP_SAMPLES } from './base-pitch.ts';
import { MinimumPhase } from './filter.ts';

const FFT_SIZE = 1024;
/** Distance of grains where there is no pitch. */
const UNVOICED_STEP_MS = 5;
/** Longest step from one period to the next that is searched for, as a share of the period. */
const PERIOD_TOLERANCE = 0.15;
/** Above this noise prevails also in voiced sounds; it is taken from where it is, so that no noise is repeated. */
const NOISE_FROM_HZ = 4000;
const NOISE_WIDTH_HZ = 1000;

/** What decides the sound of a grain, by frame of `HOP_SAMPLES`. */
export interface GrainPlan {
  /** Fundamental of the source in Hz, 0 where unvoiced. */
  readonly sourceHz: Float32Array;
  /** Fundamental wanted, where the source has one. */
  readonly targetHz: Float32Array;
  /** Writes the log of the power gain of a frame for `FFT_SIZE / 2 + 1` bins. */
  gain(frame: number, output: Float64Array): void;
}

/** Where the work on a run stands; plain values. */
export interface GrainState {
  /** Centre of the next grain in samples; fractions count. */
  next: number;
  /** Distance of the grain before it. */
  previousStep: number;
  /** Centre of the source's period last used; -1 outside voiced sound. */
  epoch: number;
}

export const initialGrainState = (): GrainState => ({ next: 0, previousStep: 0, epoch: -1 });

/**
 * Changes pitch and spectrum of speech period by period: each output period is a windowed period of the source, taken
 * where it is nearest, filtered and laid where the wanted pitch asks for it (TD-PSOLA, Moulines and Charpentier 1990,
 * with a minimum-phase filter for each grain). Phases and fine structure of the source survive, and with them the
 * naturalness that a pulse-and-noise vocoder loses.
 */
export class Resynthesis {
  readonly #sampleRate: number;
  readonly #filter = new MinimumPhase(FFT_SIZE);
  readonly #gain: Float64Array;
  readonly #filterRe: Float64Array;
  readonly #filterIm: Float64Array;
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  readonly #noiseRe: Float64Array;
  readonly #noiseIm: Float64Array;
  readonly #frame = new Float64Array(FFT_SIZE);
  readonly #noiseShare: Float64Array;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
    const { bins } = this.#filter.fft;
    const array = (): Float64Array => new Float64Array(bins);
    this.#gain = array();
    this.#filterRe = array();
    this.#filterIm = array();
    this.#re = array();
    this.#im = array();
    this.#noiseRe = array();
    this.#noiseIm = array();
    this.#noiseShare = Float64Array.from({ length: bins }, (_, k) => {
      const x = ((k * sampleRate) / FFT_SIZE - NOISE_FROM_HZ) / NOISE_WIDTH_HZ + 0.5;
      return Math.min(1, Math.max(0, x));
    });
  }

  /** Samples around a grain's centre that are read. */
  get reach(): number {
    return Math.ceil(FFT_SIZE / 2);
  }

  /**
   * Lays grains from `state.next` up to `until`, adding to `output`.
   * @returns the sample before which the output is final
   */
  run(source: Float32Array, plan: GrainPlan, state: GrainState, until: number, output: Float32Array): number {
    const unvoicedStep = (this.#sampleRate * UNVOICED_STEP_MS) / 1000;
    while (state.next < until) {
      const at = state.next;
      const frame = Math.min(plan.sourceHz.length - 1, Math.round(at / HOP_SAMPLES));
      const sourceHz = plan.sourceHz[frame]!;
      let step = unvoicedStep;
      if (sourceHz > 0) {
        const period = this.#sampleRate / sourceHz;
        step = this.#sampleRate / Math.max(40, plan.targetHz[frame]!);
        state.epoch = this.#epochNear(source, at, period, state.epoch);
        const before = Math.min(state.previousStep || step, period);
        this.#lay(
          source,
          state.epoch,
          at,
          before,
          Math.min(step, period),
          Math.sqrt(step / period),
          frame,
          plan,
          output,
          true,
        );
      } else {
        state.epoch = -1;
        this.#lay(
          source,
          Math.round(at),
          at,
          state.previousStep || step,
          step,
          1,
          frame,
          plan,
          output,
          false,
        );
      }
      state.previousStep = step;
      state.next = at + step;
    }
    return Math.max(0, Math.floor(state.next - state.previousStep));
  }

  /** The centre of the source's period nearest to a moment, in step with the one used before. */
  #epochNear(source: Float32Array, at: number, period: number, previous: number): number {
    if (previous < 0) return this.#peakNear(source, at, period);
    let epoch = previous;
    // Go on period by period while the next one is nearer.
    while (at - epoch > period / 2) {
      const next = this.#nextEpoch(source, epoch, period);
      epoch = next;
    }
    return epoch;
  }

  /** The strongest point of the period around a moment. */
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

  /** One period later by the greatest correlation. */
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

  #lay(
    source: Float32Array,
    from: number,
    at: number,
    before: number,
    after: number,
    scale: number,
    frame: number,
    plan: GrainPlan,
    output: Float32Array,
    voiced: boolean,
  ): void {
    plan.gain(frame, this.#gain);
    this.#filter.design(this.#gain, this.#filterRe, this.#filterIm);
    const { fft } = this.#filter;
    const origin = FFT_SIZE / 4;
    const fraction = at - Math.floor(at);
    this.#window(source, from, before, after, fraction, scale);
    fft.forward(this.#frame, this.#re, this.#im);
    if (voiced) {
      this.#window(source, Math.floor(at), before, after, fraction, scale);
      fft.forward(this.#frame, this.#noiseRe, this.#noiseIm);
      for (let k = 0; k < fft.bins; k++) {
        const share = this.#noiseShare[k]!;
        this.#re[k] = this.#re[k]! * (1 - share) + this.#noiseRe[k]! * share;
        this.#im[k] = this.#im[k]! * (1 - share) + this.#noiseIm[k]! * share;
      }
    }
    for (let k = 0; k < fft.bins; k++) {
      const re = this.#re[k]!;
      const im = this.#im[k]!;
      this.#re[k] = re * this.#filterRe[k]! - im * this.#filterIm[k]!;
      this.#im[k] = re * this.#filterIm[k]! + im * this.#filterRe[k]!;
    }
    fft.inverse(this.#re, this.#im, this.#frame);
    const start = Math.floor(at) - origin;
    const first = Math.max(0, -start);
    const last = Math.min(FFT_SIZE, output.length - start);
    for (let i = first; i < last; i++) output[start + i]! += this.#frame[i]!;
  }

  /** Half a Hann window on either side of a centre that lies a fraction of a sample after the origin. */
  #window(
    source: Float32Array,
    centre: number,
    before: number,
    after: number,
    fraction: number,
    scale: number,
  ): void {
    const frame = this.#frame;
    const origin = FFT_SIZE / 4;
    frame.fill(0);
    const left = Math.max(-origin, -Math.floor(before - fraction));
    const right = Math.min(FFT_SIZE - origin - 1, Math.floor(after + fraction));
    for (let n = left; n <= right; n++) {
      const x = n - fraction;
      const weight = 0.5 + 0.5 * Math.cos((Math.PI * x) / (x < 0 ? before : after));
      frame[origin + n] = (source[centre + n] ?? 0) * weight * scale;
    }
  }
}
