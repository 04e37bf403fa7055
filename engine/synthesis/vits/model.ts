import * as ort from 'onnxruntime-node';
import { type ChainStage, type SplitVits, splitVits } from './split.ts';

/** What a model contributes to the sound of one utterance. */
export interface UtteranceControls {
  /** Standard deviation of the noise in the latent frames: liveliness of the voice. */
  readonly noiseScale: number;
  /** Standard deviation of the noise in the durations: liveliness of the rhythm. */
  readonly durationNoiseScale: number;
  /** Multiplies every duration; 1 / speed. */
  readonly lengthScale: number;
  /** Row of the speaker table; ignored by single-speaker models. */
  readonly speaker: number;
  /** The same seed gives the same sound. */
  readonly seed: number;
}

/** A tensor of an utterance as far as it is computed: `channels` rows of `frames * rate` steps. */
interface Level {
  readonly data: Float32Array;
  readonly channels: number;
  readonly rate: number;
  /** Frames computed so far. */
  readonly produced: number;
}

/**
 * An utterance on its way to sound. A plain value over shared memory, so that one thread can prepare it and any other
 * go on rendering it without copies; only one may do so at a time.
 */
export interface Utterance {
  readonly frames: number;
  /** Frames of every phoneme id. */
  readonly idFrames: Int32Array;
  readonly speaker: number;
  /** Index 0 is the latent; index k the output of chain stage k. The last stage's output is returned, not kept. */
  readonly levels: (Level | null)[];
}

const shared = (length: number): Float32Array => new Float32Array(new SharedArrayBuffer(length * 4));

/** Standard normal deviates from a seed: xorshift128+ style 32-bit mixing (mulberry32) and the Box-Muller transform. */
export function* gaussian(seed: number): Generator<number, never> {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  for (;;) {
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    yield radius * Math.cos(angle);
    yield radius * Math.sin(angle);
  }
}

/** The default of onnxruntime spins idle threads, which takes the core from the other lanes. */
const SESSION_OPTIONS: ort.InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
};

/** The text stage and everything else about the graph but its bytes, which the sessions have copied. */
type Shape = Omit<SplitVits, 'text' | 'chain'> & { readonly text: Omit<SplitVits['text'], 'model'> };

interface LoadedStage extends Omit<ChainStage, 'model'> {
  readonly session: ort.InferenceSession;
}

/** A VITS model with its sessions, owned by one thread (onnxruntime holds the thread that calls it). */
export class VitsModel {
  readonly hopSamples: number;
  readonly #text: ort.InferenceSession;
  readonly #shape: Shape;
  readonly #chain: readonly LoadedStage[];

  private constructor(shape: Shape, text: ort.InferenceSession, chain: readonly LoadedStage[]) {
    this.#shape = shape;
    this.#text = text;
    this.#chain = chain;
    this.hopSamples = shape.hopSamples;
  }

  /** Splits the graph in `bytes` (an exported Piper voice) and loads every stage. */
  static async load(bytes: Uint8Array, textThreads = 1): Promise<VitsModel> {
    const { chain: stages, text, ...rest } = splitVits(bytes);
    const { model: textModel, ...names } = text;
    const session = await ort.InferenceSession.create(textModel(), {
      ...SESSION_OPTIONS,
      intraOpNumThreads: textThreads,
    });
    const chain: LoadedStage[] = [];
    for (const { model, ...stage } of stages) {
      chain.push({ ...stage, session: await ort.InferenceSession.create(model(), SESSION_OPTIONS) });
    }
    return new VitsModel({ ...rest, text: names }, session, chain);
  }

  /**
   * Runs the text stage: statistics and duration of every phoneme id, spread over frames, with noise.
   * @param ids phoneme ids with the blanks between them, as the voice's own map gives them
   */
  async prepare(ids: readonly number[], controls: UtteranceControls): Promise<Utterance> {
    const { text } = this.#shape;
    const deviate = gaussian(controls.seed);
    const noise = Float32Array.from({ length: 2 * ids.length }, () => deviate.next().value);
    const result = await this.#text.run({
      input: new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      input_lengths: new ort.Tensor('int64', BigInt64Array.from([BigInt(ids.length)]), [1]),
      scales: new ort.Tensor(
        'float32',
        Float32Array.from([controls.noiseScale, controls.lengthScale, controls.durationNoiseScale]),
        [3],
      ),
      [text.noise]: new ort.Tensor('float32', noise, [1, 2, ids.length]),
      ...this.#speakerFeed(controls.speaker),
    });
    const mean = floats(result[text.mean]);
    const logDeviation = floats(result[text.logDeviation]);
    const idFrames = Int32Array.from(floats(result[text.durations]));
    const frames = idFrames.reduce((sum, n) => sum + n, 0);
    const channels = mean.length / ids.length;
    const data = shared(channels * frames);
    for (let channel = 0; channel < channels; channel++) {
      let at = channel * frames;
      for (let i = 0; i < ids.length; i++) {
        const source = channel * ids.length + i;
        const average = mean[source] ?? 0;
        const deviation = Math.exp(logDeviation[source] ?? 0) * controls.noiseScale;
        for (let n = idFrames[i] ?? 0; n > 0; n--) data[at++] = average + deviation * deviate.next().value;
      }
    }
    const levels: (Level | null)[] = [{ data, channels, rate: 1, produced: frames }];
    for (let i = 1; i < this.#chain.length; i++) levels.push(null);
    return { frames, idFrames, speaker: controls.speaker, levels };
  }

  /**
   * Samples of the frames `from` (inclusive) to `to` (exclusive). Calls must go forward without gaps; each then
   * gives exactly what one call over the whole utterance would.
   */
  render(utterance: Utterance, from: number, to: number): Promise<Float32Array> {
    return this.#run(utterance, this.#chain.length - 1, from, to);
  }

  async release(): Promise<void> {
    await this.#text.release();
    for (const stage of this.#chain) await stage.session.release();
  }

  /** Runs chain stage `index` for the output frames [from, to): all channels, row after row. */
  async #run(utterance: Utterance, index: number, from: number, to: number): Promise<Float32Array> {
    const stage = this.#chain[index];
    if (!stage) throw new RangeError(`no chain stage ${index}`);
    const start = Math.max(0, from - stage.reach);
    const end = Math.min(utterance.frames, to + stage.reach);
    await this.#produce(utterance, index, end);
    const input = utterance.levels[index];
    if (!input) throw new Error(`chain level ${index} was not computed`);
    const steps = (end - start) * input.rate;
    const stride = utterance.frames * input.rate;
    const window = new Float32Array(input.channels * steps);
    for (let channel = 0; channel < input.channels; channel++) {
      const at = channel * stride + start * input.rate;
      window.set(input.data.subarray(at, at + steps), channel * steps);
    }
    const feeds: Record<string, ort.Tensor> = {
      [stage.input]: new ort.Tensor('float32', window, [1, input.channels, steps]),
    };
    if (stage.mask !== null) {
      feeds[stage.mask] = new ort.Tensor('float32', new Float32Array(steps).fill(1), [1, 1, steps]);
    }
    if (stage.session.inputNames.includes('sid')) Object.assign(feeds, this.#speakerFeed(utterance.speaker));
    const output = floats((await stage.session.run(feeds))[stage.output]);
    const rowLength = (end - start) * stage.rate;
    const channels = output.length / rowLength;
    const kept = (to - from) * stage.rate;
    const skip = (from - start) * stage.rate;
    if (channels === 1) return output.slice(skip, skip + kept);
    const cropped = new Float32Array(channels * kept);
    for (let channel = 0; channel < channels; channel++) {
      const at = channel * rowLength + skip;
      cropped.set(output.subarray(at, at + kept), channel * kept);
    }
    return cropped;
  }

  /** Extends level `index` up to frame `to`. */
  async #produce(utterance: Utterance, index: number, to: number): Promise<void> {
    const level = utterance.levels[index];
    const from = level?.produced ?? 0;
    const stage = this.#chain[index - 1];
    if (from >= to || !stage) return;
    const rows = await this.#run(utterance, index - 1, from, to);
    const steps = (to - from) * stage.rate;
    const channels = rows.length / steps;
    const stride = utterance.frames * stage.rate;
    const data = level?.data ?? shared(channels * stride);
    for (let channel = 0; channel < channels; channel++) {
      data.set(rows.subarray(channel * steps, (channel + 1) * steps), channel * stride + from * stage.rate);
    }
    utterance.levels[index] = { data, channels, rate: stage.rate, produced: to };
  }

  #speakerFeed(speaker: number): Record<string, ort.Tensor> {
    if (!this.#shape.multiSpeaker) return {};
    return { sid: new ort.Tensor('int64', BigInt64Array.from([BigInt(speaker)]), [1]) };
  }
}

function floats(tensor: ort.Tensor | undefined): Float32Array {
  if (!(tensor?.data instanceof Float32Array)) throw new Error('a VITS stage did not give a float tensor');
  return tensor.data;
}
