/**
 * Pocket TTS (Rouard et al., Kyutai): a language model of latents, 12.5 a second, that continues in the voice of its
 * prompt, and a codec between latents and sound. A stream is computed frame by frame, 80 ms each, and its state is
 * plain data, so that any thread can compute any frame.
 */
import * as ort from 'onnxruntime-node';
import { ONE_THREAD } from '../../../../model-files/onnx/session-options.ts';
import { openStage, readParameters } from '../../optimized/stages.ts';
import { BACKBONE_INPUTS, BACKBONE_OUTPUTS } from './backbone-graph.ts';
import {
  appendRows,
  CacheFeeds,
  copyCache,
  createCache,
  type KeyValueCache,
  ROWS_TO_GROW_BY,
} from './cache.ts';
import { CODEC } from './codec-graphs.ts';
import { next, type StreamState } from './codec-layers.ts';
import {
  backboneShape,
  codecShape,
  decoderConfig,
  frameSamples,
  frameSteps,
  type PocketConfig,
  type TransformerShape,
} from './config.ts';
import { type PocketParameters, STAGES, stagedPocket } from './split.ts';
import type { Precision } from './weights.ts';

/** State of the backbone after a voice prompt. Shared by all streams of the voice; may be in shared memory. */
export type VoiceState = KeyValueCache;

/** State of one side of the codec between frames. */
export interface CodecState {
  readonly cache: KeyValueCache;
  /** Rows of each layer, by its name; each run replaces them. */
  readonly rows: Record<string, Float32Array>;
}

/** A text being spoken: plain data, for one thread at a time (see `KeyValueCache`). */
export interface SpeechState {
  readonly backbone: KeyValueCache;
  /** The latent before the next one. */
  latent: Float32Array;
  readonly decoder: CodecState;
}

export interface Frame {
  readonly latent: Float32Array;
  /** A logit: speech ends where it is above the threshold of the model. */
  readonly endOfSpeech: number;
}

type Opener = (stage: string) => Promise<ort.InferenceSession>;

/** A model with its sessions, owned by one thread (onnxruntime blocks the calling thread). */
export class PocketModel {
  readonly config: PocketConfig;
  /** Values of a latent. */
  readonly latentSize: number;
  /** Samples of a frame. */
  readonly frameSamples: number;
  readonly #parameters: PocketParameters;
  readonly #open: Opener;
  readonly #backbone: ort.InferenceSession;
  readonly #decoder: ort.InferenceSession;
  #encoder: Promise<ort.InferenceSession> | undefined;
  readonly #shapes: Readonly<Record<'backbone' | 'decoder' | 'encoder', TransformerShape>>;
  readonly #feeds: Readonly<Record<'backbone' | 'decoder' | 'encoder', CacheFeeds>>;

  private constructor(
    parameters: PocketParameters,
    open: Opener,
    backbone: ort.InferenceSession,
    decoder: ort.InferenceSession,
  ) {
    this.#parameters = parameters;
    this.#open = open;
    this.#backbone = backbone;
    this.#decoder = decoder;
    const { config } = parameters;
    this.config = config;
    this.latentSize = config.mimi.quantizer.dimension;
    this.frameSamples = frameSamples(config);
    this.#shapes = {
      backbone: backboneShape(config),
      decoder: codecShape(decoderConfig(config).transformer),
      encoder: codecShape(config.mimi.transformer),
    };
    this.#feeds = {
      backbone: new CacheFeeds(this.#shapes.backbone),
      decoder: new CacheFeeds(this.#shapes.decoder),
      encoder: new CacheFeeds(this.#shapes.encoder),
    };
  }

  /** Loads the stages that were written to a folder (see `writeOptimized`). */
  static async open(folder: string): Promise<PocketModel> {
    return PocketModel.#create(await readParameters(folder), (stage) => openStage(folder, stage));
  }

  /** Makes the graphs of the published weights in `bytes`, and loads them. */
  static async load(bytes: Uint8Array, config: PocketConfig, precision?: Precision): Promise<PocketModel> {
    const { stages, parameters } = stagedPocket(bytes, config, precision);
    return PocketModel.#create(parameters, (stage) => {
      const graph = stages.get(stage);
      if (!graph) throw new Error(`Pocket TTS has no stage "${stage}"`);
      return ort.InferenceSession.create(graph(), ONE_THREAD);
    });
  }

  static async #create(parameters: PocketParameters, open: Opener): Promise<PocketModel> {
    return new PocketModel(parameters, open, await open(STAGES.backbone), await open(STAGES.decoder));
  }

  async release(): Promise<void> {
    await Promise.all([this.#backbone.release(), this.#decoder.release()]);
    await (await this.#encoder)?.release();
  }

  /** The state before the first samples of a recording. */
  beginEncoding(): CodecState {
    return this.#codecState('encoder');
  }

  /**
   * Latents of a recording, continued from `state`, which is updated: [frames, latentSize].
   * @param samples whole frames at the model's rate
   */
  async encode(state: CodecState, samples: Float32Array): Promise<Float32Array> {
    this.#encoder ??= this.#open(STAGES.encoder);
    const isFirst = state.cache.position === 0;
    const frames = samples.length / this.frameSamples;
    return this.#runCodec('encoder', await this.#encoder, state, frames, {
      [CODEC.samples]: new ort.Tensor('float32', samples, [samples.length, 1]),
      [CODEC.first]: new ort.Tensor('float32', Float32Array.of(isFirst ? 1 : 0), [1]),
    });
  }

  /** The voice of a recording's latents. @param latents [frames, latentSize] */
  async voiceState(latents: Float32Array): Promise<VoiceState> {
    const { beforeVoice, voiceProjection } = this.#parameters;
    const width = this.config.flow_lm.transformer.d_model;
    const frames = latents.length / this.latentSize;
    const offset = beforeVoice ? 1 : 0;
    const prompt = new Float32Array((frames + offset) * width);
    if (beforeVoice) prompt.set(beforeVoice);
    for (let frame = 0; frame < frames; frame++) {
      for (let channel = 0; channel < width; channel++) {
        let sum = 0;
        for (let i = 0; i < this.latentSize; i++) {
          const latent = latents[frame * this.latentSize + i] ?? 0;
          sum += latent * (voiceProjection[channel * this.latentSize + i] ?? 0);
        }
        prompt[(frame + offset) * width + channel] = sum;
      }
    }
    const cache = createCache(this.#shapes.backbone, frames + offset);
    await this.#runBackbone(cache, { prompt }, new Float32Array(this.latentSize));
    return cache;
  }

  /**
   * Begins to speak a text.
   * @param tokens of the text, at least one
   * @param frames largest number of frames, if known
   */
  async begin(voice: VoiceState, tokens: readonly number[], frames: number): Promise<SpeechState> {
    const capacity = voice.used + tokens.length + Math.min(frames, ROWS_TO_GROW_BY);
    const backbone = copyCache(voice, this.#shapes.backbone, capacity);
    await this.#runBackbone(backbone, { tokens }, new Float32Array(this.latentSize));
    return {
      backbone,
      latent: this.#parameters.beginning.slice(),
      decoder: this.#codecState('decoder'),
    };
  }

  /**
   * The next 80 ms as a latent.
   * @param noise [latentSize], of the deviation that is the square root of the temperature
   */
  async nextFrame(state: SpeechState, noise: Float32Array): Promise<Frame> {
    const frame = await this.#runBackbone(state.backbone, { latents: state.latent }, noise);
    state.latent = frame.latent;
    return frame;
  }

  /** The sound of the next latents of a text: [frames, latentSize] to samples at the model's rate. */
  async decode(state: SpeechState, latents: Float32Array): Promise<Float32Array> {
    const frames = latents.length / this.latentSize;
    return this.#runCodec('decoder', this.#decoder, state.decoder, frames, {
      [CODEC.latents]: new ort.Tensor('float32', latents, [frames, this.latentSize]),
    });
  }

  async #runBackbone(
    cache: KeyValueCache,
    input: { tokens?: readonly number[]; prompt?: Float32Array; latents?: Float32Array },
    noise: Float32Array,
  ): Promise<Frame> {
    const { tokens = [], prompt = new Float32Array(), latents = new Float32Array() } = input;
    const width = this.config.flow_lm.transformer.d_model;
    const promptRows = prompt.length / width;
    const latentRows = latents.length / this.latentSize;
    const positions = tokens.length + promptRows + latentRows;
    const feeds = this.#feeds.backbone.of(cache, positions);
    const ids = BigInt64Array.from(tokens, BigInt);
    feeds[BACKBONE_INPUTS.tokens] = new ort.Tensor('int64', ids, [tokens.length]);
    feeds[BACKBONE_INPUTS.prompt] = new ort.Tensor('float32', prompt, [promptRows, width]);
    feeds[BACKBONE_INPUTS.latents] = new ort.Tensor('float32', latents, [latentRows, this.latentSize]);
    feeds[BACKBONE_INPUTS.noise] = new ort.Tensor('float32', noise, [1, this.latentSize]);
    const { latent, endOfSpeech } = BACKBONE_OUTPUTS;
    const out = await this.#backbone.run(feeds);
    appendRows(cache, this.#shapes.backbone, positions, out);
    return { latent: floats(out[latent]), endOfSpeech: floats(out[endOfSpeech])[0] ?? 0 };
  }

  async #runCodec(
    side: 'decoder' | 'encoder',
    session: ort.InferenceSession,
    state: CodecState,
    frames: number,
    input: Record<string, ort.Tensor>,
  ): Promise<Float32Array> {
    const positions = frames * frameSteps(this.config);
    const feeds = this.#feeds[side].of(state.cache, positions);
    const states = this.#parameters.states[side];
    for (const { name, rows, channels } of states) {
      feeds[name] = new ort.Tensor('float32', state.rows[name] ?? new Float32Array(), [rows, channels]);
    }
    const result = side === 'decoder' ? CODEC.samples : CODEC.latents;
    const out = await session.run({ ...feeds, ...input });
    appendRows(state.cache, this.#shapes[side], positions, out);
    for (const { name } of states) state.rows[name] = floats(out[next(name)]);
    return floats(out[result]);
  }

  #codecState(side: 'decoder' | 'encoder'): CodecState {
    const shape = this.#shapes[side];
    return {
      cache: createCache(shape, (shape.context ?? 1) - 1),
      rows: zeros(this.#parameters.states[side]),
    };
  }
}

function zeros(states: readonly StreamState[]): Record<string, Float32Array> {
  return Object.fromEntries(
    states.map(({ name, rows, channels }) => [name, new Float32Array(rows * channels)]),
  );
}

function floats(tensor: ort.Tensor | undefined): Float32Array {
  if (!(tensor?.data instanceof Float32Array)) throw new Error('a stage of Pocket TTS did not give floats');
  return tensor.data;
}
