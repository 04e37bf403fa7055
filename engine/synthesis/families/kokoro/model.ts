import * as ort from 'onnxruntime-node';
import { ONE_THREAD } from '../../../../model-files/onnx/session-options.ts';
import { floats, openStage, readParameters } from '../../optimized/stages.ts';
import { HALF_REACH, SOURCE_REACH, SOURCE_STRIDES, SOURCE_TAPS, UPSAMPLING } from './generator-graph.ts';
import { phasesOf, type SourceMix, sourceSpectrum, spectrumRows } from './harmonic-source.ts';
import {
  CHANNELS,
  FEATURES,
  FRAME_SAMPLES,
  type Half,
  ROWS,
  SPECTRUM,
  STEP_SAMPLES,
  STYLE,
  WINDOW_SAMPLES,
} from './layers.ts';
import { predictStatistics } from './norm-statistics.ts';
import { foldNorms } from './norms.ts';
import { CUT, type KokoroParameters, STAGES, splitKokoro } from './split.ts';
import { matrix, runStage, type Stage, stageOf } from './stage.ts';
import {
  EMPTY_LEVEL,
  firstInputOf,
  firstRowOf,
  forgetBefore,
  type KokoroUtterance,
  part,
  windowAround,
} from './utterance.ts';
import type { StyleProjection } from './weights.ts';

/**
 * Utterances up to this length (1.6 s, a word or two with the silence around them) are computed in one piece, with
 * measured norms. They have too little sound for predicted statistics, which would make them up to 3 dB too loud or too
 * soft.
 */
const MOST_MEASURED_FRAMES = 128;

interface Stages {
  readonly source: readonly [Stage, Stage];
  readonly half: readonly [Stage, Stage];
}

/** The result of `prepare` for the tokens of an utterance. */
export interface PreparedUtterance {
  readonly utterance: KokoroUtterance;
  /** Predicted loudness of each frame, without a unit: about 1 at -45 dBFS, and 6 at -25 dBFS. */
  readonly energy: Float32Array;
}

/** The result of `encode` for the tokens of an utterance. */
export interface EncodedText {
  readonly tokens: number;
  /** Unrounded durations in steps of two frames, at normal speed. */
  readonly durations: Float32Array;
  readonly prosody: ort.Tensor;
  readonly text: ort.Tensor;
  readonly style: ort.Tensor;
}

/** Kokoro-82M with its sessions, owned by one thread (onnxruntime blocks the calling thread). */
export class KokoroModel {
  readonly #text: ort.InferenceSession;
  readonly #curves: ort.InferenceSession;
  readonly #frames: ort.InferenceSession;
  readonly #stages: Stages;
  readonly #mix: SourceMix;
  readonly #projections: readonly StyleProjection[];
  readonly #frequencies: readonly Float32Array[];

  private constructor(
    text: ort.InferenceSession,
    curves: ort.InferenceSession,
    frames: ort.InferenceSession,
    stages: Stages,
    parameters: KokoroParameters,
  ) {
    this.#text = text;
    this.#curves = curves;
    this.#frames = frames;
    this.#stages = stages;
    this.#mix = parameters.mix;
    this.#projections = parameters.projections;
    this.#frequencies = parameters.frequencies;
  }

  /** Loads the stages that were written to a folder (see `writeOptimized`). */
  static async open(folder: string): Promise<KokoroModel> {
    return KokoroModel.#create((stage) => openStage(folder, stage), await readParameters(folder));
  }

  /** Cuts and rewrites the published 8-bit graph in `bytes`, and loads every stage. */
  static async load(bytes: Uint8Array): Promise<KokoroModel> {
    const { stages, parameters } = splitKokoro(bytes);
    const session = (stage: string): Promise<ort.InferenceSession> => {
      const model = stages.get(stage);
      if (!model) throw new Error(`Kokoro has no stage "${stage}"`);
      return ort.InferenceSession.create(model(), ONE_THREAD);
    };
    return KokoroModel.#create(session, parameters);
  }

  static async #create(
    session: (stage: string) => Promise<ort.InferenceSession>,
    parameters: KokoroParameters,
  ): Promise<KokoroModel> {
    const { text, curves, frames, source, half } = STAGES;
    const stage = async (name: string): Promise<Stage> => stageOf(await session(name));
    return new KokoroModel(
      await session(text),
      await session(curves),
      await session(frames),
      {
        source: [await stage(source[0]), await stage(source[1])],
        half: [await stage(half[0]), await stage(half[1])],
      },
      parameters,
    );
  }

  /**
   * Encodes tokens and predicts their durations.
   * @param ids token ids with the boundary at either end
   * @param style the 256 values of the voice's style for that many tokens
   */
  async encode(ids: readonly number[], style: Float32Array): Promise<EncodedText> {
    const styleTensor = new ort.Tensor('float32', style, [1, style.length]);
    const result = await this.#text.run({
      tokens: new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      style: styleTensor,
    });
    const [durations, prosody, text] = [result[CUT.durations], result[CUT.prosody], result[CUT.text]];
    if (!prosody || !text) throw new Error('the text stage gave no encodings');
    return { tokens: ids.length, durations: floats(durations), prosody, text, style: styleTensor };
  }

  /**
   * Computes everything about an utterance that rendering needs.
   * @param steps length of every token in steps of two frames
   * @param repitch changes the pitch of every frame, in Hz, before anything is computed from it
   */
  async prepare(
    encoded: EncodedText,
    steps: ArrayLike<number>,
    repitch: (pitch: Float32Array) => void = () => undefined,
  ): Promise<PreparedUtterance> {
    const { style: styleTensor } = encoded;
    const durations = new ort.Tensor('float32', Float32Array.from(steps), [1, encoded.tokens]);
    const speed = new ort.Tensor('float32', Float32Array.of(1), [1]);
    const curves = await this.#curves.run({
      [CUT.durations]: durations,
      [CUT.prosody]: encoded.prosody,
      style: styleTensor,
      speed,
    });
    const pitch = Float32Array.from(floats(curves[CUT.pitch]));
    const energy = Float32Array.from(floats(curves[CUT.energy]));
    repitch(pitch);
    const frames = pitch.length;
    const result = await this.#frames.run({
      [CUT.durations]: durations,
      [CUT.text]: encoded.text,
      [CUT.pitch]: new ort.Tensor('float32', Float32Array.from(pitch), [1, 1, frames]),
      [CUT.energy]: new ort.Tensor('float32', Float32Array.from(energy), [1, 1, frames]),
      style: styleTensor,
      speed,
    });
    const features = timeMajor(floats(result[CUT.features]), frames);
    const style = floats(encoded.style).subarray(0, STYLE);
    const isMeasured = frames <= MOST_MEASURED_FRAMES;
    const utterance: KokoroUtterance = {
      frames,
      features,
      pitch,
      phases: phasesOf(pitch),
      isMeasured,
      norms: foldNorms(
        style,
        isMeasured ? null : predictStatistics({ features, pitch, style }),
        this.#projections,
        this.#frequencies,
      ),
      sound: null,
      levels: { source0: EMPTY_LEVEL, source1: EMPTY_LEVEL, half0: EMPTY_LEVEL },
    };
    return { utterance, energy };
  }

  /**
   * Samples of the frames [from, to). Calls must be consecutive; together they give the same as one call for the whole
   * utterance.
   */
  async render(utterance: KokoroUtterance, from: number, to: number): Promise<Float32Array> {
    if (!utterance.isMeasured) return await this.#renderWindow(utterance, from, to);
    utterance.sound ??= await this.#renderWindow(utterance, 0, utterance.frames);
    return utterance.sound.slice(from * FRAME_SAMPLES, to * FRAME_SAMPLES);
  }

  async #renderWindow(utterance: KokoroUtterance, from: number, to: number): Promise<Float32Array> {
    const middle = WINDOW_SAMPLES / 2;
    const first = firstRowOf(from);
    const last = Math.min(spectrumRows(utterance.frames), to * ROWS[1] + middle / STEP_SAMPLES);
    const steps = await this.#secondHalf(utterance, first, last);
    forgetBefore(utterance, to);
    const samples = new Float32Array((to - from) * FRAME_SAMPLES);
    for (let row = first; row < last; row++) {
      const at = row * STEP_SAMPLES - middle - from * FRAME_SAMPLES;
      for (let i = 0; i < WINDOW_SAMPLES; i++) {
        const sample = at + i;
        if (sample < 0 || sample >= samples.length) continue;
        samples[sample] = (samples[sample] ?? 0) + (steps[(row - first) * WINDOW_SAMPLES + i] ?? 0);
      }
    }
    return samples;
  }

  async release(): Promise<void> {
    const { source, half } = this.#stages;
    for (const { session } of [...source, ...half]) await session.release();
    await this.#text.release();
    await this.#curves.release();
    await this.#frames.release();
  }

  /** The sound of rows [from, to) of the second half: WINDOW_SAMPLES each. */
  async #secondHalf(utterance: KokoroUtterance, from: number, to: number): Promise<Float32Array> {
    const end = spectrumRows(utterance.frames);
    const reach = HALF_REACH[1];
    const window = windowAround(from, to, reach, end);
    const source = await this.#level(utterance, 'source1', window.from, window.to);
    // The exporter mirrors one upsampled row in front: row i is computed from upsampled row i - 1, the first one from
    // the second.
    const upsampled = Int32Array.from({ length: window.to - window.from }, (_, i) =>
      window.from + i === 0 ? 1 : window.from + i - 1,
    );
    const { rows: x, picked } = await this.#upsampled(utterance, 1, upsampled);
    const output = await runStage(this.#stages.half[1], utterance, window, {
      x: matrix(x, CHANNELS[0]),
      source: matrix(source, CHANNELS[1]),
      picked,
    });
    return part(output, WINDOW_SAMPLES, window.outputFrom, from, to);
  }

  async #firstHalf(utterance: KokoroUtterance, from: number, to: number): Promise<Float32Array> {
    const window = windowAround(from, to, HALF_REACH[0], utterance.frames * ROWS[0]);
    const source = await this.#level(utterance, 'source0', window.from, window.to);
    const upsampled = Int32Array.from({ length: window.to - window.from }, (_, i) => window.from + i);
    const { rows: x, picked } = await this.#upsampled(utterance, 0, upsampled);
    const output = await runStage(this.#stages.half[0], utterance, window, {
      x: matrix(x, FEATURES),
      source: matrix(source, CHANNELS[0]),
      picked,
    });
    return part(output, CHANNELS[0], window.outputFrom, from, to);
  }

  /** The input rows from which a half computes its upsampled rows `wanted`, and the indices of those rows. */
  async #upsampled(utterance: KokoroUtterance, half: Half, wanted: Int32Array) {
    const factor = UPSAMPLING[half];
    const shift = factor / 2;
    const count = half === 0 ? utterance.frames : utterance.frames * ROWS[0];
    const least = wanted.reduce((a, b) => Math.min(a, b));
    const most = wanted.reduce((a, b) => Math.max(a, b));
    const from = firstInputOf(half, least);
    const to = Math.min(count, Math.floor((most + shift) / factor) + 1);
    const rows =
      half === 0
        ? utterance.features.slice(from * FEATURES, to * FEATURES)
        : await this.#level(utterance, 'half0', from, to);
    const picked = BigInt64Array.from(wanted, (row) => BigInt(row - from * factor + shift));
    return { rows, picked: new ort.Tensor('int64', picked, [picked.length]) };
  }

  async #source(utterance: KokoroUtterance, half: Half, from: number, to: number): Promise<Float32Array> {
    const { frames, pitch, phases } = utterance;
    const end = half === 0 ? frames * ROWS[0] : spectrumRows(frames);
    const window = windowAround(from, to, SOURCE_REACH[half], end);
    const [taps, stride] = [SOURCE_TAPS[half], SOURCE_STRIDES[half]];
    const before = (taps - stride) / 2;
    // The rows of the spectrum that the convolution in front depends on; those outside the utterance are zero.
    const first = Math.max(0, window.from * stride - before);
    const last = Math.min(spectrumRows(frames), (window.to - 1) * stride - before + taps);
    const spectrum = sourceSpectrum(pitch, phases, this.#mix, first, last);
    const width = SPECTRUM * taps;
    const rows = new Float32Array((window.to - window.from) * width);
    for (let row = window.from; row < window.to; row++) {
      const begin = row * stride - before;
      const [seenFrom, seenTo] = [Math.max(first, begin), Math.min(last, begin + taps)];
      const seen = spectrum.subarray((seenFrom - first) * SPECTRUM, (seenTo - first) * SPECTRUM);
      rows.set(seen, (row - window.from) * width + (seenFrom - begin) * SPECTRUM);
    }
    const output = await runStage(this.#stages.source[half], utterance, window, {
      rows: matrix(rows, width),
    });
    return part(output, CHANNELS[half], window.outputFrom, from, to);
  }

  /** Rows [from, to) of a level. Missing ones are computed; rows before `from` are dropped. */
  async #level(
    utterance: KokoroUtterance,
    name: keyof KokoroUtterance['levels'],
    from: number,
    to: number,
  ): Promise<Float32Array> {
    const level = utterance.levels[name];
    const channels = name === 'source1' ? CHANNELS[1] : CHANNELS[0];
    const begin = Math.max(level.to, from);
    const added =
      to <= level.to
        ? new Float32Array()
        : name === 'half0'
          ? await this.#firstHalf(utterance, begin, to)
          : await this.#source(utterance, name === 'source0' ? 0 : 1, begin, to);
    const kept = level.rows.subarray(Math.max(0, from - level.from) * channels);
    const rows = new Float32Array(kept.length + added.length);
    rows.set(kept);
    rows.set(added, kept.length);
    const end = Math.max(level.to, to);
    utterance.levels[name] = { from: end - rows.length / channels, to: end, rows };
    return rows.subarray(0, (to - from) * channels);
  }
}

/** Transposes [1, channels, frames] to [frames, channels], in shared memory. */
export function timeMajor(values: Float32Array, frames: number): Float32Array {
  const channels = values.length / frames;
  const rows = new Float32Array(new SharedArrayBuffer(values.byteLength));
  for (let channel = 0; channel < channels; channel++) {
    for (let frame = 0; frame < frames; frame++) {
      rows[frame * channels + channel] = values[channel * frames + frame] ?? 0;
    }
  }
  return rows;
}
