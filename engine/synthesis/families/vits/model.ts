import * as ort from 'onnxruntime-node';
import { ONE_THREAD } from '../../../../model-files/onnx/session-options.ts';
import { sharedSamples } from '../../../threads/shared-sound.ts';
import { framesAtSpeed, type Speeds } from '../../durations.ts';
import { floats, openStage, readParameters } from '../../optimized/stages.ts';
import type { ActivationRanges } from './byte-products.ts';
import { drawLatent, type LatentSource } from './latent.ts';
import { runStage, speakerFeed, textFeeds } from './run-stage.ts';
import { chainStage, stagedVits, TEXT_STAGE, type VitsShape } from './split.ts';

/** Parameters of a model for one utterance. */
export interface UtteranceControls {
  /** Standard deviation of the noise in the latent frames: liveliness of the voice. */
  readonly noiseScale: number;
  /** Standard deviation of the noise in the durations: liveliness of the rhythm. */
  readonly durationNoiseScale: number;
  /** Multiplies the durations before they are rounded up to frames: the voice's own pace. */
  readonly lengthScale: number;
  /** The duration is divided by this. */
  readonly speed: Speeds;
  /** The id that separates phonemes; null in voices without one. */
  readonly blank: number | null;
  /** Row of the speaker table; ignored by single-speaker models. */
  readonly speaker: number;
  /** The same seed gives the same sound. */
  readonly seed: number;
}

/** A partly computed tensor of an utterance: [frames * rate, channels]. */
interface Level {
  readonly data: Float32Array;
  readonly channels: number;
  readonly rate: number;
  /** Frames computed so far. */
  readonly produced: number;
}

/**
 * An utterance being rendered. Plain data in shared memory, so that one thread can prepare it and any other continue
 * rendering it without copying; only one may do so at a time.
 */
export interface Utterance {
  readonly frames: number;
  /** Number of frames of each phoneme id. */
  readonly idFrames: Int32Array;
  readonly speaker: number;
  readonly latent: LatentSource;
  /** Index 0 is the latent; index k the output of chain stage k. The last stage's output is returned, not kept. */
  readonly levels: (Level | null)[];
}

const shared = (length: number): Float32Array => new Float32Array(new SharedArrayBuffer(length * 4));

/** The sessions of all stages, for one number of threads. */
interface Sessions {
  readonly text: ort.InferenceSession;
  readonly chain: readonly ort.InferenceSession[];
}

/**
 * Threads of a boosted step. With two threads, a sentence of 20 words takes two thirds of the time, with 15 % more
 * work.
 */
const BOOST_THREADS = 2;

/** A VITS model with its sessions, owned by one thread (onnxruntime blocks the calling thread). */
export class VitsModel {
  readonly hopSamples: number;
  readonly #shape: VitsShape;
  readonly #chain: VitsShape['chain'];
  readonly #sessions: Sessions;
  readonly #boosted: Sessions | null;

  private constructor(shape: VitsShape, sessions: Sessions, boosted: Sessions | null) {
    this.#shape = shape;
    this.#chain = shape.chain;
    this.#sessions = sessions;
    this.#boosted = boosted;
    this.hopSamples = shape.hopSamples;
  }

  /**
   * Loads the stages that were written to a folder (see `writeOptimized`).
   * @param boost load a second set of sessions for boosted steps
   */
  static async open(folder: string, boost = false): Promise<VitsModel> {
    const session: OpenSession = (stage, options) => openStage(folder, stage, options);
    return VitsModel.#create(session, await readParameters(folder), boost);
  }

  /**
   * Splits the graph in `bytes` (an exported Piper voice) and loads every stage.
   * @param boost load a second set of sessions for boosted steps, which have weights of their own
   * @param ranges for 8-bit stages; without any, all stages compute with floats
   */
  static async load(bytes: Uint8Array, boost = false, ranges?: ActivationRanges): Promise<VitsModel> {
    const { stages, parameters } = stagedVits(bytes, ranges);
    const session: OpenSession = (stage, options) => {
      const model = stages.get(stage);
      if (!model) throw new Error(`a VITS model has no stage "${stage}"`);
      return ort.InferenceSession.create(model(), options);
    };
    return VitsModel.#create(session, parameters, boost);
  }

  static async #create(session: OpenSession, shape: VitsShape, boost: boolean): Promise<VitsModel> {
    const sessions = await loadSessions(session, shape, 1);
    return new VitsModel(shape, sessions, boost ? await loadSessions(session, shape, BOOST_THREADS) : null);
  }

  /**
   * Runs the text stage: statistics and duration of every phoneme id.
   * @param ids phoneme ids separated by blanks, from the voice's own map
   */
  async prepare(ids: readonly number[], controls: UtteranceControls, boost = false): Promise<Utterance> {
    const { text } = this.#shape;
    const result = await this.#sessionsFor(boost).text.run({
      ...textFeeds(text, ids, controls),
      ...this.#speakerFeed(controls.speaker),
    });
    const mean = sharedSamples(floats(result[text.mean]));
    const logDeviation = sharedSamples(floats(result[text.logDeviation]));
    const idFrames = framesAtSpeed(
      floats(result[text.durations]),
      controls.speed,
      (i) => ids[i] === controls.blank,
    );
    const frames = idFrames.reduce((sum, n) => sum + n, 0);
    const frameIds = new Int32Array(new SharedArrayBuffer(frames * 4));
    let at = 0;
    for (const [id, count] of idFrames.entries()) {
      frameIds.fill(id, at, at + count);
      at += count;
    }
    const { noiseScale, seed, speaker } = controls;
    const channels = mean.length / ids.length;
    const latent = { mean, logDeviation, channels, frameIds, noiseScale, seed };
    return { frames, idFrames, speaker, latent, levels: this.#chain.map(() => null) };
  }

  /**
   * Samples of the frames `from` (inclusive) to `to` (exclusive). Calls must be consecutive; together they give exactly
   * the same as one call for the whole utterance.
   */
  async render(utterance: Utterance, from: number, to: number, boost = false): Promise<Float32Array> {
    const last = this.#chain.length - 1;
    return (await this.#run(utterance, last, from, to, this.#sessionsFor(boost))).slice();
  }

  async release(): Promise<void> {
    for (const sessions of [this.#sessions, this.#boosted]) {
      if (sessions) for (const session of [sessions.text, ...sessions.chain]) await session.release();
    }
  }

  /** Runs chain stage `index` for the output frames [from, to): rows of all channels. */
  async #run(
    utterance: Utterance,
    index: number,
    from: number,
    to: number,
    sessions: Sessions,
  ): Promise<Float32Array> {
    const stage = this.#chain[index];
    const session = sessions.chain[index];
    if (!stage || !session) throw new RangeError(`no chain stage ${index}`);
    const start = Math.max(0, from - stage.reach);
    const end = Math.min(utterance.frames, to + stage.reach);
    await this.#produce(utterance, index, end, sessions);
    const input = utterance.levels[index];
    if (!input) throw new Error(`chain level ${index} was not computed`);
    const width = input.rate * input.channels;
    const rows = input.data.slice(start * width, end * width);
    const atStart = start === 0;
    const window = { rows, channels: input.channels, atStart, atEnd: end === utterance.frames };
    const speaker = session.inputNames.includes('sid') ? this.#speakerFeed(utterance.speaker) : {};
    const output = await runStage(session, stage, window, speaker);
    const missing = atStart || stage.margin === null ? 0 : stage.margin;
    const skip = (from - start) * stage.rate - missing;
    return output.rows.subarray(skip * output.channels, (skip + (to - from) * stage.rate) * output.channels);
  }

  /** Extends level `index` up to frame `to`. */
  async #produce(utterance: Utterance, index: number, to: number, sessions: Sessions): Promise<void> {
    const level = utterance.levels[index];
    const from = level?.produced ?? 0;
    if (from >= to) return;
    const rate = this.#chain[index - 1]?.rate ?? 1;
    const rows =
      index === 0
        ? drawLatent(utterance.latent, from, to)
        : await this.#run(utterance, index - 1, from, to, sessions);
    const channels = rows.length / ((to - from) * rate);
    const data = level?.data ?? shared(channels * utterance.frames * rate);
    data.set(rows, from * rate * channels);
    utterance.levels[index] = { data, channels, rate, produced: to };
  }

  #sessionsFor(boost: boolean): Sessions {
    return (boost ? this.#boosted : null) ?? this.#sessions;
  }

  #speakerFeed(speaker: number): Record<string, ort.Tensor> {
    return this.#shape.multiSpeaker ? speakerFeed(speaker) : {};
  }
}

type OpenSession = (
  stage: string,
  options: ort.InferenceSession.SessionOptions,
) => Promise<ort.InferenceSession>;

async function loadSessions(session: OpenSession, shape: VitsShape, threads: number): Promise<Sessions> {
  const options: ort.InferenceSession.SessionOptions = { ...ONE_THREAD, intraOpNumThreads: threads };
  // A boosted step is short and has the cores to itself, so its threads may spin until it ends.
  if (threads > 1)
    options.extra = { session: { intra_op: { allow_spinning: '1' }, force_spinning_stop: '1' } };
  const chain: ort.InferenceSession[] = [];
  for (const index of shape.chain.keys()) chain.push(await session(chainStage(index), options));
  return { text: await session(TEXT_STAGE, options), chain };
}
