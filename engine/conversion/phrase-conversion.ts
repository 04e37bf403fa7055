/** Converts a phrase of a base voice to the speaker while the phrase is still being rendered. */
import { basePitch, HOP_SAMPLES, pitchReach } from './base-pitch.ts';
import type { BaseMap, SpeakerCodes } from './codes.ts';
import { contentKey, isAbrupt, KEY_SIZE, positionIn, type Token, tokenOfFrames } from './content-keys.ts';
import { fftSizeFor } from './envelope.ts';
import { ExemplarBank, type ExemplarSampling, type Neighbours } from './exemplars.ts';
import { Analyser } from './frames.ts';
import { CEPSTRUM_SIZE } from './mel-cepstrum.ts';
import { type GrainPlan, type GrainState, initialGrainState, Resynthesis } from './resynthesis.ts';
import { MIX, SHIFT_EXEMPLARS, SHIFT_TEMPERATURE } from './tuning.ts';
import { warpSpectrum } from './warp.ts';

const SIZE = CEPSTRUM_SIZE;
/** Number of places in every sound at which content is looked up. */
const PLACES = 4;
/** Lengths of the Hann windows over frames that smooth the shift, the exemplars, and the final difference. */
const SHIFT_WINDOW = hann(13);
const EXEMPLAR_WINDOW = hann(9);
const RESULT_WINDOW = hann(5);
/** Number of later frames on which a frame's result depends. */
const FRAMES_AHEAD = (EXEMPLAR_WINDOW.length >> 1) + (RESULT_WINDOW.length >> 1);
/** Share of the shift that silences and plosives get. A burst matched with a closure would lose its onset. */
const ABRUPT_SHIFT = 0.3;
/** Bounds of the ratio between the speaker's and the base's pitch variation. */
const LIVELINESS = [0.6, 1.6] as const;
/** Largest change of one bin: 30 dB, in nepers of power. */
const MAX_GAIN = 7;
/** Bounds of the gain above the band, in nepers of power. Within them, the gain of the band's upper end continues. */
const UPPER_GAIN = [-3, 1] as const;
const UPPER_BINS = 24;
const CROSSFADE_BINS = 12;
const MIN_TARGET_HZ = 56;
const MAX_TARGET_HZ = 600;

/** Progress of a phrase: plain values, and large arrays in shared memory. */
export interface ConversionState {
  /** The synthesizer's frames in the phrase. Frames of the analyses are shorter. */
  readonly frames: number;
  readonly tokens: readonly Token[];
  /** The rendered part of the base voice's phrase, and the speaker's phrase. */
  readonly source: Float32Array;
  readonly output: Float32Array;
  /** For each frame: fundamentals of both, the base's cepstra (original and warped), mapped and mixed cepstra. */
  readonly sourceHz: Float32Array;
  readonly targetHz: Float32Array;
  readonly own: Float32Array;
  readonly warped: Float32Array;
  readonly mapped: Float32Array;
  readonly mixed: Float32Array;
  readonly wanted: Float32Array;
  analysed: number;
  mixedFrames: number;
  planned: number;
  readonly grain: GrainState;
}

/**
 * @param samples length of the phrase
 * @param synthesizerFrames its length in the renderer's frames
 */
export function createConversion(
  samples: number,
  synthesizerFrames: number,
  tokens: readonly Token[],
): ConversionState {
  const frames = Math.floor(samples / HOP_SAMPLES) + 1;
  const shared = (length: number): Float32Array =>
    new Float32Array(new SharedArrayBuffer(length * Float32Array.BYTES_PER_ELEMENT));
  return {
    frames: synthesizerFrames,
    tokens,
    source: shared(samples),
    output: shared(samples),
    sourceHz: shared(frames),
    targetHz: shared(frames),
    own: shared(frames * SIZE),
    warped: shared(frames * SIZE),
    mapped: shared(frames * SIZE),
    mixed: shared(frames * SIZE),
    wanted: shared(frames * SIZE),
    analysed: 0,
    mixedFrames: 0,
    planned: 0,
    grain: initialGrainState(),
  };
}

/** Look-ahead: samples of the base that are needed beyond those requested of the speaker. */
export function lookAheadSamples(sampleRate: number): number {
  const analysis =
    Math.max(pitchReach(sampleRate), fftSizeFor(sampleRate) / 2) + (FRAMES_AHEAD + 1) * HOP_SAMPLES;
  return Math.max(analysis, Resynthesis.reach(sampleRate)) + Math.ceil(sampleRate / MIN_TARGET_HZ);
}

/** Converts one base voice to the speaker of some codes. Keeps work memory, but no state of a phrase. */
export class PhraseConversion {
  readonly #codes: SpeakerCodes;
  readonly #base: BaseMap;
  readonly #bank: ExemplarBank;
  readonly #analyser: Analyser;
  readonly #resynthesis: Resynthesis;
  readonly #spectra: Float32Array;
  readonly #line: Float64Array;
  readonly #key = new Float32Array(KEY_SIZE);

  constructor(codes: SpeakerCodes, base: BaseMap) {
    this.#codes = codes;
    this.#base = base;
    this.#bank = new ExemplarBank(codes);
    this.#analyser = new Analyser(base.sampleRate);
    this.#resynthesis = new Resynthesis(base.sampleRate);
    this.#spectra = new Float32Array(this.#analyser.cepstrum.bins);
    this.#line = new Float64Array(this.#analyser.cepstrum.bins);
  }

  /**
   * Continues as far as the source allows.
   * @param available number of samples of the source
   * @returns number of final samples of the output; all of them if the whole source is available
   */
  advance(state: ConversionState, available: number, sampling: ExemplarSampling): number {
    const { sampleRate } = this.#base;
    const total = state.source.length;
    const complete = available >= total;
    const frames = state.sourceHz.length;
    const reach = Math.max(pitchReach(sampleRate), fftSizeFor(sampleRate) / 2);
    const within = (samples: number): number =>
      complete ? frames : Math.min(frames, Math.floor((available - samples) / HOP_SAMPLES) + 1);
    this.#analyse(state, within(reach));
    const ahead = (count: number, by: number): number => (complete ? frames : count - by);
    this.#map(state, ahead(state.analysed, 0), sampling);
    this.#plan(state, ahead(state.mixedFrames, FRAMES_AHEAD));
    const until = complete
      ? total
      : Math.min((state.planned - 1) * HOP_SAMPLES, available - Resynthesis.reach(sampleRate));
    const final = this.#resynthesis.run(state.source, this.#grains(state), state.grain, until, state.output);
    return complete ? total : Math.min(final, until);
  }

  #analyse(state: ConversionState, until: number): void {
    const { pitch, sampleRate, warp } = this.#base;
    const { cepstrum } = this.#analyser;
    const medianHz = Math.exp(pitch.mean);
    const liveliness = Math.min(
      LIVELINESS[1],
      Math.max(LIVELINESS[0], this.#codes.pitch.deviation / pitch.deviation),
    );
    for (; state.analysed < until; state.analysed++) {
      const i = state.analysed;
      const f0 = basePitch(state.source, i * HOP_SAMPLES, sampleRate, medianHz, state.sourceHz[i - 1] ?? 0);
      state.sourceHz[i] = f0;
      if (f0 > 0) {
        const target = Math.exp((Math.log(f0) - pitch.mean) * liveliness + this.#codes.pitch.mean);
        state.targetHz[i] = Math.min(MAX_TARGET_HZ, Math.max(MIN_TARGET_HZ, target));
      }
      this.#analyser.frame(state.source, i, f0, this.#spectra, 0, state.own, i * SIZE);
      warpSpectrum(this.#spectra, 0, cepstrum.bins, warp, this.#line);
      cepstrum.analyse(this.#line, state.warped, i * SIZE);
    }
  }

  /** Applies the global mapping, the local shift, and the speaker's own frames. */
  #map(state: ConversionState, until: number, sampling: ExemplarSampling): void {
    const from = state.mixedFrames;
    if (until <= from) return;
    const { mean, slope } = this.#base;
    const half = SHIFT_WINDOW.length >> 1;
    const frames = state.sourceHz.length;
    const owner = tokenOfFrames(state.tokens, frames);
    const near = this.#neighbours(state.tokens, owner);
    const shift = new Float64Array(SIZE);
    const y = new Float64Array(SIZE);
    const exemplar = new Float64Array(SIZE);
    // The content of the whole phrase is known, so the shift may look ahead of the sound.
    const shifts = new Map<Neighbours, Float64Array>();
    const shiftOf = (frame: number): Float64Array => {
      const found = near(frame);
      const known = shifts.get(found);
      if (known) return known;
      const made = new Float64Array(SIZE);
      this.#bank.addShift(
        this.#base,
        found,
        isAbrupt(state.tokens[owner[frame]!]!.ipa) ? ABRUPT_SHIFT : 1,
        made,
        0,
      );
      shifts.set(found, made);
      return made;
    };
    for (let i = from; i < until; i++) {
      shift.fill(0);
      for (let d = -half; d <= half; d++) {
        const part = shiftOf(Math.min(frames - 1, Math.max(0, i + d)));
        for (let m = 0; m < SIZE; m++) shift[m]! += SHIFT_WINDOW[d + half]! * part[m]!;
      }
      // The loudness of a sound stays that of the base voice.
      shift[0] = 0;
      for (let m = 0; m < SIZE; m++) {
        y[m] = (state.warped[i * SIZE + m]! - mean[m]!) * slope[m]! + this.#codes.mean[m]! + shift[m]!;
      }
      this.#bank.mean(near(i), y, 0, state.sourceHz[i]! > 0, sampling, exemplar);
      state.mapped.set(y, i * SIZE);
      state.mixed.set(exemplar, i * SIZE);
    }
    state.mixedFrames = until;
  }

  #neighbours(tokens: readonly Token[], owner: Int32Array): (frame: number) => Neighbours {
    const found = new Map<number, Neighbours>();
    return (frame) => {
      const token = owner[frame]!;
      const place = Math.min(PLACES - 1, Math.floor(PLACES * positionIn(tokens[token]!, frame)));
      const known = found.get(token * PLACES + place);
      if (known) return known;
      contentKey(tokens, token, (place + 0.5) / PLACES, this.#key);
      const near = this.#bank.nearest(this.#key, SHIFT_EXEMPLARS, SHIFT_TEMPERATURE);
      found.set(token * PLACES + place, near);
      return near;
    };
  }

  /** Smooths over frames and restores the variance. */
  #plan(state: ConversionState, until: number): void {
    const { averaged, variance } = this.#base;
    const last = state.sourceHz.length - 1;
    const exemplarHalf = EXEMPLAR_WINDOW.length >> 1;
    const resultHalf = RESULT_WINDOW.length >> 1;
    const clampFrame = (frame: number): number => Math.min(last, Math.max(0, frame));
    for (let i = state.planned; i < until; i++) {
      for (let m = 0; m < SIZE; m++) {
        let sum = 0;
        for (let d = -resultHalf; d <= resultHalf; d++) {
          const j = clampFrame(i + d);
          let value = state.mapped[j * SIZE + m]!;
          if (m > 0) {
            let exemplar = 0;
            for (let e = -exemplarHalf; e <= exemplarHalf; e++) {
              exemplar += EXEMPLAR_WINDOW[e + exemplarHalf]! * state.mixed[clampFrame(j + e) * SIZE + m]!;
            }
            value += (state.sourceHz[j]! > 0 ? MIX : 0) * (exemplar - value);
          }
          value = (value - averaged[m]!) * variance[m]! + averaged[m]!;
          // Only the change is smoothed, so the base's own movement is kept.
          sum += RESULT_WINDOW[d + resultHalf]! * (value - state.warped[j * SIZE + m]!);
        }
        state.wanted[i * SIZE + m] = state.warped[i * SIZE + m]! + sum;
      }
    }
    state.planned = Math.max(state.planned, until);
  }

  #grains(state: ConversionState): GrainPlan {
    const { cepstrum } = this.#analyser;
    const { bins } = cepstrum;
    const { level } = this.#base;
    const difference = new Float64Array(SIZE);
    const of = new Float64Array(SIZE);
    const line = this.#line;
    return {
      sourceHz: state.sourceHz,
      targetHz: state.targetHz,
      gain(frame, grain, output) {
        if (grain) cepstrum.analyse(grain, of);
        else of.set(state.own.subarray(frame * SIZE, (frame + 1) * SIZE));
        for (let m = 0; m < SIZE; m++) difference[m] = state.wanted[frame * SIZE + m]! - of[m]!;
        line.fill(0);
        cepstrum.addSpectrum(difference, line);
        for (let k = 0; k < bins; k++) {
          output[k] = Math.max(-MAX_GAIN, Math.min(MAX_GAIN, line[k]! + level));
        }
        continueAbove(output, bins);
      },
    };
  }
}

/** The recording has no information above the band, so the gain of the band's upper end continues within bounds. */
function continueAbove(gain: Float64Array, bins: number): void {
  let top = 0;
  for (let k = bins - UPPER_BINS; k < bins; k++) top += gain[k]! / UPPER_BINS;
  top = Math.max(UPPER_GAIN[0], Math.min(UPPER_GAIN[1], top));
  const from = bins - CROSSFADE_BINS;
  for (let k = from; k < gain.length; k++) {
    const share = Math.min(1, (k - from) / CROSSFADE_BINS);
    gain[k] = (k < bins ? gain[k]! * (1 - share) : 0) + top * share;
  }
}

function hann(length: number): Float64Array {
  const window = Float64Array.from(
    { length },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 1)) / (length + 1)),
  );
  const sum = window.reduce((total, value) => total + value, 0);
  return window.map((value) => value / sum);
}
