import { BANDS } from './bands.ts';

/** Contents of a frame apart from echo. */
export interface EchoVerdict {
  /** More than echo can explain, for several frames: someone is speaking. */
  readonly voice: boolean;
  /** Hardly anything was played that could be heard now. */
  readonly quiet: boolean;
  /** 1 for bands that are not echo. */
  readonly passes: Uint8Array;
}

/** Decay of a room's echo per frame: 60 dB in half a second. */
const REVERB_DECAY = 0.64;
/** Energies below this count as zero. */
const NOTHING = 1e-8;
const AUDIBLE = 1e-7;
/** Frames with played sound after which the bounds are approximately right: 0.64 s. */
const TRAINING_FRAMES = 40;
const TRAINING_STEP_DB = 3;
const STEP_DB = 0.5;
/**
 * While someone is speaking: slow enough not to take the caller for echo, fast enough to recover from a wrong bound.
 */
const VOICE_STEP_DB = 0.03;
/** Share of frames in which echo may exceed the bound: one in twenty. */
const QUANTILE = 0.95;
const TRAINING_MARGIN_DB = 6;
const MARGIN_DB = 2;
/** A band this far above the background is more than background: 9 dB. */
const ABOVE_NOISE = 8;
/** The background estimate rises slowly: 2.7 dB per second. */
const NOISE_RISE = 1.01;
const LOUDEST_NOISE = 1e-4;
/** Someone is speaking when this many bands are unexplained, on average over `VOICE_FRAMES`. */
const VOICE_BANDS = 2.5;
const VOICE_FRAMES = 4;
const FEW_BANDS = 3;

/**
 * Predicts how loud the played sound can be in the heard one, band by band, and reports what is louder. For each band
 * it learns an upper bound of the echo, tracked as a quantile (a step up by 0.95 if the echo is above it, down by 0.05
 * if below). It needs to know neither the room nor the microphone, nor the phase, which codecs and clocks change.
 */
export class EchoModel {
  readonly #reverb = new Float64Array(BANDS);
  /** Estimated upper bound of the heard energy relative to the played energy, in dB. */
  readonly #bound = new Float64Array(BANDS);
  readonly #noise = new Float64Array(BANDS).fill(LOUDEST_NOISE);
  readonly #ratio = new Float64Array(BANDS);
  readonly #passes = new Uint8Array(BANDS);
  #unexplained: number[] = [];
  #trained = 0;

  /** Restarts learning, because the delay has changed. */
  restart(): void {
    this.#trained = 0;
    this.#reverb.fill(0);
    this.#unexplained = [];
  }

  /**
   * @param heard energies of a frame, by band
   * @param played band energies of the played frames that may be audible in it now
   * @returns valid until the next call
   */
  judge(heard: Float64Array, played: readonly Float64Array[]): EchoVerdict {
    const training = this.#trained < TRAINING_FRAMES;
    const margin = training ? TRAINING_MARGIN_DB : MARGIN_DB;
    let predictedBands = 0;
    let unexplained = 0;
    for (let band = 0; band < BANDS; band++) {
      const energy = heard[band]!;
      let echo = this.#reverb[band]! * REVERB_DECAY;
      for (const frame of played) echo = Math.max(echo, frame[band]!);
      this.#reverb[band] = echo;
      if (echo > NOTHING) predictedBands++;
      this.#noise[band] = Math.min(this.#noise[band]! * NOISE_RISE, LOUDEST_NOISE, Math.max(energy, 1e-9));
      this.#ratio[band] = 10 * Math.log10((energy + 1e-10) / (echo + 1e-10));
      const more =
        this.#ratio[band]! > this.#bound[band]! + margin && energy > ABOVE_NOISE * this.#noise[band]!;
      if (more) unexplained++;
      this.#passes[band] = more || echo < NOTHING ? 1 : 0;
    }
    this.#unexplained.push(unexplained);
    if (this.#unexplained.length > VOICE_FRAMES) this.#unexplained.shift();
    const mean = this.#unexplained.reduce((sum, bands) => sum + bands, 0) / this.#unexplained.length;
    const voice = !training && mean >= VOICE_BANDS;
    this.#learn(played[played.length >> 1]!, voice ? VOICE_STEP_DB : training ? TRAINING_STEP_DB : STEP_DB);
    return { voice, quiet: predictedBands < FEW_BANDS, passes: this.#passes };
  }

  #learn(played: Float64Array, stepDb: number): void {
    let audible = false;
    for (let band = 0; band < BANDS; band++) {
      if (played[band]! < AUDIBLE) continue;
      audible = true;
      const ratio = this.#ratio[band]!;
      if (this.#trained === 0) this.#bound[band] = ratio;
      else if (ratio > this.#bound[band]!) this.#bound[band]! += stepDb * QUANTILE;
      else this.#bound[band]! -= Math.min(stepDb, STEP_DB) * (1 - QUANTILE);
    }
    if (audible) this.#trained++;
  }
}
