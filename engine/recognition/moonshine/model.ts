/** Moonshine models (Jeffries et al. 2024, arXiv:2410.15608). */
import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { ONE_THREAD } from '../../onnx/session-options.ts';
import { RECOGNITION_SAMPLE_RATE } from '../types.ts';
import type { Phrases } from './phrases.ts';
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
  /** Whether it is made of the phrases that were asked for. */
  readonly isPhrases: boolean;
}

const BEGIN = 1;
const END = 2;
/** Limits the work that a decoder without an end causes; the fastest speech has fewer tokens. */
const TOKENS_PER_SECOND = 6.5;
const BASE_TOKENS = 8;
/** Tokens whose logits are so much lower have no share in the probabilities. */
const NEGLIGIBLE = 16;
/** Phrases are written in place of what is likelier by at most this much, as the logarithm of the ratio. */
const PHRASES_BEHIND = 4;
/** So many beginnings of phrases are followed at a time. */
const BEAM_WIDTH = 4;
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
   * @param phrases written instead where they are nearly as likely; null for none
   * @throws the signal's reason, within one step of the decoder, or after the encoder
   */
  async recognise(
    samples: Float32Array,
    signal?: AbortSignal,
    draft: readonly number[] = [],
    phrases: Phrases | null = null,
  ): Promise<MoonshineText> {
    const mask = new Tensor('int64', new BigInt64Array(samples.length).fill(1n), [1, samples.length]);
    const input = new Tensor('float32', samples, [1, samples.length]);
    const { last_hidden_state: states } = await this.#encoder.run(
      { input_values: input, attention_mask: mask },
      ['last_hidden_state'],
    );
    const sound = { states: states!, mask };
    const most = Math.ceil(BASE_TOKENS + (samples.length / RECOGNITION_SAMPLE_RATE) * TOKENS_PER_SECOND);
    const likeliest = await this.#likeliest(sound, most, signal, draft);
    if (phrases === null) return this.#written(likeliest, false);
    if (phrases.make(this.#tokens.text(likeliest.tokens))) return this.#written(likeliest, true);
    const made = await this.#likeliestOf(phrases, sound, most, likeliest.sum - PHRASES_BEHIND, signal);
    return this.#written(made ?? likeliest, made !== null);
  }

  #written({ tokens, sum, isEnded }: Decoded, isPhrases: boolean): MoonshineText {
    const logProbability = sum / (tokens.length + (isEnded ? 1 : 0));
    return { text: this.#tokens.text(tokens), tokens, logProbability, isEnded, isPhrases };
  }

  /** Takes the likeliest token in each step. */
  async #likeliest(
    sound: Sound,
    most: number,
    signal: AbortSignal | undefined,
    draft: readonly number[],
  ): Promise<Decoded> {
    const tokens: number[] = [];
    let sum = 0;
    let caches = this.#emptyCaches;
    let given = [BEGIN, ...draft.slice(0, most)];
    while (tokens.length < most) {
      signal?.throwIfAborted();
      const step = await this.#step(sound, given, caches);
      let best: Likeliest;
      let used = 0;
      do {
        best = likeliestOf(step.logits, used, given.length);
        sum += best.logProbability;
        if (best.token === END) return { tokens, sum, isEnded: true };
        tokens.push(best.token);
        used++;
      } while (used < given.length && best.token === given[used] && tokens.length < most);
      caches = { ...step.caches };
      for (const name of this.#caches.decoder) caches[name] = firstOf(caches[name]!, used, given.length);
      given = [best.token];
    }
    return { tokens, sum, isEnded: false };
  }

  /** The likeliest text of nothing but phrases that a beam search finds; null for none. @param least its likelihood */
  async #likeliestOf(
    phrases: Phrases,
    sound: Sound,
    most: number,
    least: number,
    signal: AbortSignal | undefined,
  ): Promise<Decoded | null> {
    let best: Decoded | null = null;
    let beam: Decoded[] = [{ tokens: [], sum: 0, isEnded: false }];
    const caches = new Map<Decoded, Tensors>();
    for (let length = 0; length < most && beam.length > 0; length++) {
      const longer: Decoded[] = [];
      for (const begun of beam) {
        signal?.throwIfAborted();
        const given = begun.tokens.at(-1) ?? BEGIN;
        const step = await this.#step(sound, [given], caches.get(begun));
        const text = this.#tokens.text(begun.tokens);
        for (const [token, logProbability] of logProbabilities(step.logits).entries()) {
          const sum = begun.sum + logProbability;
          if (sum < (best?.sum ?? least)) continue;
          const tokens = [...begun.tokens, token];
          if (token === END) {
            if (phrases.make(text)) best = { tokens: begun.tokens, sum, isEnded: true };
          } else if (this.#tokens.text(tokens) !== text && phrases.mayMake(this.#tokens.text(tokens))) {
            const next = { tokens, sum, isEnded: false };
            caches.set(next, step.caches);
            longer.push(next);
          }
        }
      }
      beam = longer.toSorted((a, b) => b.sum - a.sum).slice(0, BEAM_WIDTH);
    }
    return best;
  }

  /** Asks what comes after each of some tokens. @param caches of those before; none at the beginning */
  async #step(
    { states, mask }: Sound,
    given: readonly number[],
    caches: Tensors = this.#emptyCaches,
  ): Promise<Step> {
    const isFirst = caches === this.#emptyCaches;
    // What it has read stays as it was found in the first step.
    const wanted = isFirst ? [...this.#caches.encoder, ...this.#caches.decoder] : this.#caches.decoder;
    const { logits, ...present } = await this.#decoder.run(
      this.#known({
        input_ids: new Tensor('int64', BigInt64Array.from(given, BigInt), [1, given.length]),
        encoder_hidden_states: states,
        encoder_attention_mask: mask,
        use_cache_branch: new Tensor('bool', [!isFirst], [1]),
        ...caches,
      }),
      ['logits', ...wanted.map(presentName)],
    );
    const found = wanted.map((name) => [name, present[presentName(name)]!] as const);
    return { logits: logits!.data as Float32Array, caches: { ...caches, ...Object.fromEntries(found) } };
  }

  /** Exports differ in which of these they take. */
  #known(tensors: Tensors): Tensors {
    return Object.fromEntries(
      Object.entries(tensors).filter(([name]) => this.#decoder.inputNames.includes(name)),
    );
  }
}

const presentName = (cache: string): string => cache.replace('past_key_values', 'present');

/** What the encoder has made of a recording. */
interface Sound {
  readonly states: Tensor;
  readonly mask: Tensor;
}

interface Step {
  readonly logits: Float32Array;
  readonly caches: Tensors;
}

interface Decoded {
  readonly tokens: readonly number[];
  /** Of the natural logarithms of the tokens' probabilities. */
  readonly sum: number;
  readonly isEnded: boolean;
}

interface Likeliest {
  readonly token: number;
  readonly logProbability: number;
}

/** @param logits of the tokens after each of `count` ones @param after which of them */
function likeliestOf(logits: Float32Array, after: number, count: number): Likeliest {
  const size = logits.length / count;
  const next = logits.subarray(after * size, (after + 1) * size);
  let token = 0;
  for (let i = 1; i < size; i++) if (next[i]! > next[token]!) token = i;
  return { token, logProbability: -Math.log(sumBelow(next, next[token]!)) };
}

/** @param logits of the tokens after one */
function logProbabilities(logits: Float32Array): Float32Array {
  const most = logits.reduce((a, b) => Math.max(a, b));
  const log = most + Math.log(sumBelow(logits, most));
  return logits.map((logit) => logit - log);
}

/** Of the exponentials, each divided by that of the greatest. */
function sumBelow(logits: Float32Array, most: number): number {
  let sum = 0;
  for (const logit of logits) if (logit > most - NEGLIGIBLE) sum += Math.exp(logit - most);
  return sum;
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
