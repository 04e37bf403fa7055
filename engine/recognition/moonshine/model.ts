/** Moonshine models (Jeffries et al. 2024, arXiv:2410.15608). */
import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { ONE_THREAD } from '../../onnx/session-options.ts';
import { RECOGNITION_SAMPLE_RATE } from '../types.ts';
import { Tokens } from './tokens.ts';

export interface MoonshineFiles {
  readonly encoder: string;
  readonly decoder: string;
  readonly tokens: string;
}

/** What the decoder wrote down. */
export interface MoonshineText {
  readonly text: string;
  /** Mean of the natural logarithms of the probabilities of its tokens, the end included; 0 is sure. */
  readonly logProbability: number;
  /** Whether it came to an end by itself. */
  readonly isEnded: boolean;
}

const BEGIN = 1;
const END = 2;
/** Limits the work that a decoder without an end causes; the fastest speech has fewer tokens. */
const TOKENS_PER_SECOND = 6.5;
const BASE_TOKENS = 8;
const CACHE = /^past_key_values\.\d+\.(encoder|decoder)\.(?:key|value)$/;

/** With an arena, a step of the decoder takes a quarter less; it grows to the longest recording, which is limited. */
const OPTIONS: InferenceSession.SessionOptions = { ...ONE_THREAD, enableCpuMemArena: true };

type Tensors = Record<string, Tensor>;

/** Encoder, decoder and tokens, loaded; one recording at a time. */
export class MoonshineModel {
  readonly #encoder: InferenceSession;
  readonly #decoder: InferenceSession;
  readonly #tokens: Tokens;
  /** Names of the decoder's inputs with the keys and values of what it has read (encoder) and written (decoder). */
  readonly #caches: { readonly encoder: readonly string[]; readonly decoder: readonly string[] };
  readonly #emptyCaches: Tensors;

  private constructor(encoder: InferenceSession, decoder: InferenceSession, tokens: Tokens) {
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#tokens = tokens;
    const names = (of: string): string[] => decoder.inputNames.filter((name) => CACHE.exec(name)?.[1] === of);
    this.#caches = { encoder: names('encoder'), decoder: names('decoder') };
    this.#emptyCaches = {};
    for (const input of decoder.inputMetadata) {
      if (!input.isTensor || !CACHE.test(input.name)) continue;
      const [, heads, , width] = input.shape;
      this.#emptyCaches[input.name] = new Tensor('float32', new Float32Array(0), [
        1,
        Number(heads),
        0,
        Number(width),
      ]);
    }
  }

  /** @throws Error when a file cannot be read, or is no model */
  static async load({ encoder, decoder, tokens }: MoonshineFiles): Promise<MoonshineModel> {
    return new MoonshineModel(
      await InferenceSession.create(encoder, OPTIONS),
      await InferenceSession.create(decoder, OPTIONS),
      new Tokens(await readFile(tokens)),
    );
  }

  /**
   * Writes down a recording, always taking the likeliest token.
   * @param samples mono, 16 kHz, -1 to 1, at most half a minute
   * @throws the signal's reason, within one step of the decoder, or after the encoder
   */
  async recognise(samples: Float32Array, signal?: AbortSignal): Promise<MoonshineText> {
    const mask = new Tensor('int64', new BigInt64Array(samples.length).fill(1n), [1, samples.length]);
    const input = new Tensor('float32', samples, [1, samples.length]);
    const { last_hidden_state: heard } = await this.#encoder.run(
      { input_values: input, attention_mask: mask },
      ['last_hidden_state'],
    );
    const most = Math.ceil(BASE_TOKENS + (samples.length / RECOGNITION_SAMPLE_RATE) * TOKENS_PER_SECOND);
    const written: number[] = [];
    let sum = 0;
    let caches = this.#emptyCaches;
    for (let token = BEGIN; written.length < most; ) {
      signal?.throwIfAborted();
      const isFirst = token === BEGIN;
      // What it has read stays as it was found in the first step.
      const wanted = isFirst ? [...this.#caches.encoder, ...this.#caches.decoder] : this.#caches.decoder;
      const { logits, ...rest } = await this.#decoder.run(
        this.#known({
          input_ids: new Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
          encoder_hidden_states: heard!,
          encoder_attention_mask: mask,
          use_cache_branch: new Tensor('bool', [!isFirst], [1]),
          ...caches,
        }),
        ['logits', ...wanted.map(presentName)],
      );
      caches = { ...caches };
      for (const name of wanted) caches[name] = rest[presentName(name)]!;
      const best = likeliest(logits!.data as Float32Array);
      sum += best.logProbability;
      if (best.token === END) {
        const logProbability = sum / (written.length + 1);
        return { text: this.#tokens.text(written), logProbability, isEnded: true };
      }
      token = best.token;
      written.push(token);
    }
    return { text: this.#tokens.text(written), logProbability: sum / written.length, isEnded: false };
  }

  /** Exports differ in which of these they take. */
  #known(tensors: Tensors): Tensors {
    return Object.fromEntries(
      Object.entries(tensors).filter(([name]) => this.#decoder.inputNames.includes(name)),
    );
  }
}

const presentName = (cache: string): string => cache.replace('past_key_values', 'present');

/** @param logits of the next token */
function likeliest(logits: Float32Array): { token: number; logProbability: number } {
  let token = 0;
  for (let i = 1; i < logits.length; i++) if (logits[i]! > logits[token]!) token = i;
  const most = logits[token]!;
  let sum = 0;
  for (let i = 0; i < logits.length; i++) sum += Math.exp(logits[i]! - most);
  return { token, logProbability: -Math.log(sum) };
}
