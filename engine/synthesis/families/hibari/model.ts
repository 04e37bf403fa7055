import * as ort from 'onnxruntime-node';
import { ONE_THREAD } from '../../../../model-files/onnx/session-options.ts';
import { freeMemory } from '../../../threads/free-memory.ts';
import { sharedSamples } from '../../../threads/shared-sound.ts';
import { floats, openStage } from '../../optimized/stages.ts';
import { cyclesBefore, pulses } from './excitation.ts';
import { FEATURES, REACH } from './layers.ts';
import { noiseOf } from './noise.ts';
import { RANGE, SPECTRA } from './spectra-graph.ts';
import { CUT, STAGES, splitHibari } from './split.ts';
import { type Spectra, samplesOf, spectraOf, waveform } from './waveform.ts';

/** An utterance being rendered: plain data, in shared memory where it is large. */
export interface HibariUtterance {
  readonly frames: number;
  /** [FEATURES, frames] */
  readonly features: Float32Array;
  /** Hz at each frame. */
  readonly pitch: Float32Array;
  /** `cyclesBefore` of it. */
  readonly cycles: Float64Array;
  /** Seed of the noise. */
  readonly seed: number;
}

/** The result of `encode` for the tokens of an utterance. */
export interface HibariText {
  readonly tokens: number;
  /** Unrounded durations in steps of two frames, at normal speed. */
  readonly durations: Float32Array;
  readonly sound: ort.Tensor;
  readonly prosody: ort.Tensor;
}

/** hibari with its sessions, owned by one thread (onnxruntime blocks the calling thread). */
export class HibariModel {
  readonly #text: ort.InferenceSession;
  readonly #frames: ort.InferenceSession;
  readonly #decoder: ort.InferenceSession;

  private constructor(
    text: ort.InferenceSession,
    frames: ort.InferenceSession,
    decoder: ort.InferenceSession,
  ) {
    this.#text = text;
    this.#frames = frames;
    this.#decoder = decoder;
  }

  /** Loads the stages that were written to a folder (see `writeOptimized`). */
  static async open(folder: string): Promise<HibariModel> {
    return HibariModel.#create((stage) => openStage(folder, stage));
  }

  /** Cuts the published graph in `bytes`, and loads every stage. */
  static async load(bytes: Uint8Array): Promise<HibariModel> {
    const { stages } = splitHibari(bytes);
    return HibariModel.#create((stage) => ort.InferenceSession.create(stages.get(stage)!(), ONE_THREAD));
  }

  static async #create(session: (stage: string) => Promise<ort.InferenceSession>): Promise<HibariModel> {
    return new HibariModel(
      await session(STAGES.text),
      await session(STAGES.frames),
      await session(STAGES.decoder),
    );
  }

  /** Encodes tokens and predicts their durations. @param ids token ids with the boundary at either end */
  async encode(ids: readonly number[]): Promise<HibariText> {
    const tokens = new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
    const result = await this.#text.run({ ids: tokens });
    const [durations, sound, prosody] = [result[CUT.durations], result[CUT.sound], result[CUT.prosody]];
    if (!sound || !prosody) throw new Error('the text stage gave no encodings');
    return { tokens: ids.length, durations: floats(durations), sound, prosody };
  }

  /**
   * Computes everything that an utterance is rendered from.
   * @param steps length of every token in steps of two frames
   * @returns also the energy of each frame, as in Kokoro's model
   */
  async prepare(
    { tokens, sound, prosody }: HibariText,
    steps: ArrayLike<number>,
    seed: number,
  ): Promise<{ utterance: HibariUtterance; energy: Float32Array }> {
    const result = await this.#frames.run({
      [CUT.steps]: new ort.Tensor('float32', Float32Array.from(steps), [tokens]),
      [CUT.sound]: sound,
      [CUT.prosody]: prosody,
    });
    const [features, pitch] = [floats(result[CUT.features]), floats(result[CUT.pitch])];
    const utterance: HibariUtterance = {
      frames: pitch.length,
      features: sharedSamples(features),
      pitch: sharedSamples(pitch),
      cycles: cyclesBefore(pitch),
      seed,
    };
    freeMemory([features]);
    return { utterance, energy: Float32Array.from(floats(result[CUT.energy])) };
  }

  /** Samples of the frames [from, to). They do not depend on how the utterance is cut into windows. */
  async render(utterance: HibariUtterance, from: number, to: number): Promise<Float32Array> {
    const { frames, pitch, cycles, seed } = utterance;
    const [first, last] = spectraOf(from, to, frames);
    const spectra = await this.#spectra(utterance, first, last);
    const source = pulses(pitch, cycles, ...samplesOf(first, last));
    const sound = waveform(spectra, source, from, to, frames, (frame) => noiseOf(seed, frame));
    freeMemory([...Object.values(spectra), source]);
    return sound;
  }

  async #spectra({ frames, features }: HibariUtterance, from: number, to: number): Promise<Spectra> {
    const [first, last] = [Math.max(0, from - REACH), Math.min(frames, to + REACH)];
    const count = last - first;
    const window = new Float32Array(FEATURES * count);
    for (let channel = 0; channel < FEATURES; channel++)
      window.set(features.subarray(channel * frames + first, channel * frames + last), channel * count);
    const result = await this.#decoder.run({
      [CUT.features]: new ort.Tensor('float32', window, [1, FEATURES, count]),
      [RANGE.from]: new ort.Tensor('float32', [from - first], [1]),
      [RANGE.to]: new ort.Tensor('float32', [to - first], [1]),
    });
    freeMemory([window]);
    return {
      harmonicRe: floats(result[SPECTRA.harmonicRe]),
      harmonicIm: floats(result[SPECTRA.harmonicIm]),
      noise: floats(result[SPECTRA.noise]),
      restRe: floats(result[SPECTRA.restRe]),
      restIm: floats(result[SPECTRA.restIm]),
    };
  }

  async release(): Promise<void> {
    for (const session of [this.#text, this.#frames, this.#decoder]) await session.release();
  }
}
