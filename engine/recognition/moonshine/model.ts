/** Moonshine models (Jeffries et al. 2024, arXiv:2410.15608). */
import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { ONE_THREAD } from '../../../model-files/onnx/session-options.ts';
import { RECOGNITION_SAMPLE_RATE } from '../types.ts';
import { likeliestExpected } from './beam.ts';
import { BEGIN, type Decoded, Decoder, END, type Sound, sumBelow } from './decoder.ts';
import type { Expected } from './expected.ts';
import { Tokens } from './tokens.ts';
import { wordConfidences } from './word-confidences.ts';

export interface MoonshineFiles {
  readonly encoder: string;
  readonly decoder: string;
  readonly tokens: string;
}

/** A text of the decoder. */
export interface MoonshineText {
  readonly text: string;
  readonly tokens: readonly number[];
  /** Confidence in each word, 0 to 1; empty for a text other than the likeliest. */
  readonly wordConfidences: readonly number[];
  /** Mean of the natural logarithms of the probabilities of its tokens, the end included; 0 is sure. */
  readonly logProbability: number;
  /** The same of the likeliest text, where another one was expected. */
  readonly likeliestLogProbability: number;
  /** Whether the decoder ended the text. */
  readonly isEnded: boolean;
  /** Whether it has the expected form. */
  readonly isExpected: boolean;
}

/** Limits the work of a decoder that does not end; the fastest speech has fewer tokens. */
const TOKENS_PER_SECOND = 6.5;
const BASE_TOKENS = 8;

/**
 * An arena makes a step of the decoder a quarter faster. It grows with the longest recording, whose length is limited.
 */
const OPTIONS: InferenceSession.SessionOptions = { ...ONE_THREAD, enableCpuMemArena: true };

/** Encoder, decoder and tokens, loaded; one recording at a time. */
export class MoonshineModel {
  readonly #encoder: InferenceSession;
  readonly #decoder: Decoder;
  readonly #tokens: Tokens;

  private constructor(encoder: InferenceSession, decoder: Decoder, tokens: Tokens) {
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#tokens = tokens;
  }

  /** @throws Error when a file cannot be read, or is no model */
  static async load({ encoder, decoder, tokens }: MoonshineFiles): Promise<MoonshineModel> {
    return new MoonshineModel(
      await InferenceSession.create(encoder, OPTIONS),
      await Decoder.load(decoder, OPTIONS),
      new Tokens(await readFile(tokens)),
    );
  }

  /**
   * Transcribes a recording, always with the likeliest token.
   * @param samples mono, 16 kHz, -1 to 1, at most half a minute
   * @param draft tokens that it probably begins with. They are checked in one step, which saves most of the work if
   * they are right. Rounding differs in that step, which rarely changes a word.
   * @param expectedIn returns the expected form for the likeliest text, which is written instead if it is nearly as
   * likely; null for none
   * @throws the signal's reason, within one step of the decoder, or after the encoder
   */
  async recognise(
    samples: Float32Array,
    signal?: AbortSignal,
    draft: readonly number[] = [],
    expectedIn: (text: string) => Expected | null = () => null,
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
    const text = this.#tokens.text(likeliest.tokens);
    const pieces = likeliest.tokens.map((token) => this.#tokens.pieces[token] ?? '');
    const confidences = wordConfidences(pieces, likeliest.logProbabilities);
    const asIs = (isExpected: boolean): MoonshineText => ({
      ...written(likeliest, text, isExpected),
      wordConfidences: confidences,
    });
    const expected = expectedIn(text);
    if (expected === null) return asIs(false);
    if (expected.isSure(text, meanOf(likeliest))) return asIs(expected.make(text));
    const search = { decoder: this.#decoder, tokens: this.#tokens, sound, most, signal };
    const found = await likeliestExpected(expected, likeliest, search);
    if (found === null || !expected.mayReplace(found.text, text)) return asIs(false);
    return { ...written(found, found.text, true), likeliestLogProbability: meanOf(likeliest) };
  }

  /** Takes the likeliest token in each step. */
  async #likeliest(
    sound: Sound,
    most: number,
    signal: AbortSignal | undefined,
    draft: readonly number[],
  ): Promise<LikeliestText> {
    const tokens: number[] = [];
    const logProbabilities: number[] = [];
    let sum = 0;
    let caches = this.#decoder.empty;
    let given = [BEGIN, ...draft.slice(0, most)];
    while (tokens.length < most) {
      signal?.throwIfAborted();
      const step = await this.#decoder.step(sound, [given], caches);
      let best: Likeliest;
      let used = 0;
      do {
        best = likeliestOf(step.logits, used, given.length);
        sum += best.logProbability;
        if (best.token === END) return { tokens, logProbabilities, sum, isEnded: true };
        tokens.push(best.token);
        logProbabilities.push(best.logProbability);
        used++;
      } while (used < given.length && best.token === given[used] && tokens.length < most);
      caches = this.#decoder.shortened(step.caches, used, given.length);
      given = [best.token];
    }
    return { tokens, logProbabilities, sum, isEnded: false };
  }
}

interface LikeliestText extends Decoded {
  /** Of each token. */
  readonly logProbabilities: readonly number[];
}

function written({ tokens, sum, isEnded }: Decoded, text: string, isExpected: boolean): MoonshineText {
  const logProbability = meanOf({ tokens, sum, isEnded });
  return {
    ...{ text, tokens, wordConfidences: [], logProbability, likeliestLogProbability: logProbability },
    ...{ isEnded, isExpected },
  };
}

const meanOf = ({ tokens, sum, isEnded }: Decoded): number => sum / (tokens.length + (isEnded ? 1 : 0));

interface Likeliest {
  readonly token: number;
  readonly logProbability: number;
}

/** @param logits of the next token after each of `count` tokens @param after index of one of these */
function likeliestOf(logits: Float32Array, after: number, count: number): Likeliest {
  const size = logits.length / count;
  const next = logits.subarray(after * size, (after + 1) * size);
  let token = 0;
  for (let i = 1; i < size; i++) if (next[i]! > next[token]!) token = i;
  return { token, logProbability: -Math.log(sumBelow(next, next[token]!)) };
}
