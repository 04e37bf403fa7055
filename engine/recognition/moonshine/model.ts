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
  readonly tokens: readonly number[];
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
/** Tokens whose logits are so much lower have no share in the probabilities. */
const NEGLIGIBLE = 16;
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
   * @param draft tokens that it probably begins with. They are checked in one step, which saves most of the work where
   * they are right; the decoder's sums are rounded otherwise then, which changes a word here and there.
   * @throws the signal's reason, within one step of the decoder, or after the encoder
   */
  async recognise(
    samples: Float32Array,
    signal?: AbortSignal,
    draft: readonly number[] = [],
  ): Promise<MoonshineText> {
    const mask = new Tensor('int64', new BigInt64Array(samples.length).fill(1n), [1, samples.length]);
    const input = new Tensor('float32', samples, [1, samples.length]);
    const { last_hidden_state: heard } = await this.#encoder.run(
      { input_values: input, attention_mask: mask },
      ['last_hidden_state'],
    );
    const most = Math.ceil(BASE_TOKENS + (samples.length / RECOGNITION_SAMPLE_RATE) * TOKENS_PER_SECOND);
    const written: number[] = [];
    const done = (isEnded: boolean): MoonshineText => ({
      text: this.#tokens.text(written),
      tokens: written,
      logProbability: sum / (written.length + (isEnded ? 1 : 0)),
      isEnded,
    });
    let sum = 0;
    let caches = this.#emptyCaches;
    let given = [BEGIN, ...draft.slice(0, most)];
    while (written.length < most) {
      signal?.throwIfAborted();
      const isFirst = caches === this.#emptyCaches;
      // What it has read stays as it was found in the first step.
      const wanted = isFirst ? [...this.#caches.encoder, ...this.#caches.decoder] : this.#caches.decoder;
      const { logits, ...present } = await this.#decoder.run(
        this.#known({
          input_ids: new Tensor('int64', BigInt64Array.from(given, BigInt), [1, given.length]),
          encoder_hidden_states: heard!,
          encoder_attention_mask: mask,
          use_cache_branch: new Tensor('bool', [!isFirst], [1]),
          ...caches,
        }),
        ['logits', ...wanted.map(presentName)],
      );
      let used = 0;
      let best: Likeliest;
      do {
        best = likeliest(logits!.data as Float32Array, used, given.length);
        sum += best.logProbability;
        if (best.token === END) return done(true);
        written.push(best.token);
        used++;
      } while (used < given.length && best.token === given[used] && written.length < most);
      caches = { ...caches };
      for (const name of this.#caches.encoder) if (isFirst) caches[name] = present[presentName(name)]!;
      for (const name of this.#caches.decoder)
        caches[name] = firstOf(present[presentName(name)]!, used, given.length);
      given = [best.token];
    }
    return done(false);
  }

  /** Exports differ in which of these they take. */
  #known(tensors: Tensors): Tensors {
    return Object.fromEntries(
      Object.entries(tensors).filter(([name]) => this.#decoder.inputNames.includes(name)),
    );
  }
}

const presentName = (cache: string): string => cache.replace('past_key_values', 'present');

interface Likeliest {
  readonly token: number;
  readonly logProbability: number;
}

/** @param logits of the tokens after each of `count` ones @param after which of them */
function likeliest(logits: Float32Array, after: number, count: number): Likeliest {
  const size = logits.length / count;
  const next = logits.subarray(after * size, (after + 1) * size);
  let token = 0;
  for (let i = 1; i < size; i++) if (next[i]! > next[token]!) token = i;
  const most = next[token]!;
  let sum = 0;
  for (let i = 0; i < size; i++) if (next[i]! > most - NEGLIGIBLE) sum += Math.exp(next[i]! - most);
  return { token, logProbability: -Math.log(sum) };
}

/** The keys or values of the first tokens. @param cache [1, heads, count, width] */
function firstOf(cache: Tensor, used: number, count: number): Tensor {
  if (used === count) return cache;
  const [, heads = 0, length = 0, width = 0] = cache.dims;
  const kept = length - count + used;
  const all = cache.data as Float32Array;
  const some = new Float32Array(heads * kept * width);
  for (let head = 0; head < heads; head++) {
    const from = head * length * width;
    some.set(all.subarray(from, from + kept * width), head * kept * width);
  }
  return new Tensor('float32', some, [1, heads, kept, width]);
}
