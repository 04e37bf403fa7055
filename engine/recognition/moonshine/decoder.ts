/** The decoder of a Moonshine model: the logits of the next token, given a sound and the tokens before it. */
import { InferenceSession, Tensor } from 'onnxruntime-node';

export type Tensors = Readonly<Record<string, Tensor>>;

/** Output of the encoder for a recording. */
export interface Sound {
  /** [1, frames, width] */
  readonly states: Tensor;
  /** [1, samples] */
  readonly mask: Tensor;
}

export interface Step {
  /** Logits after each of the given tokens, text by text. */
  readonly logits: Float32Array;
  readonly caches: Tensors;
}

/** A decoded text, which may be incomplete. */
export interface Decoded {
  readonly tokens: readonly number[];
  /** Sum of the natural logarithms of the tokens' probabilities. */
  readonly sum: number;
  readonly isEnded: boolean;
}

export const BEGIN = 1;
export const END = 2;
/** Tokens whose logits are this much lower do not contribute to the probabilities. */
const NEGLIGIBLE = 16;
const CACHE = /^past_key_values\.\d+\.(encoder|decoder)\.(?:key|value)$/;

export class Decoder {
  readonly #session: InferenceSession;
  /** Names of the inputs for the keys and values of the sound (encoder) and of the tokens (decoder). */
  readonly #caches: { readonly encoder: readonly string[]; readonly decoder: readonly string[] };
  /** Before the first token. */
  readonly empty: Tensors;

  private constructor(session: InferenceSession) {
    this.#session = session;
    const names = (of: string): string[] => session.inputNames.filter((name) => CACHE.exec(name)?.[1] === of);
    this.#caches = { encoder: names('encoder'), decoder: names('decoder') };
    const empty: Record<string, Tensor> = {};
    for (const input of session.inputMetadata) {
      if (!input.isTensor || !CACHE.test(input.name)) continue;
      const [, heads, , width] = input.shape;
      const dims = [1, Number(heads), 0, Number(width)];
      empty[input.name] = new Tensor('float32', new Float32Array(0), dims);
    }
    this.empty = empty;
  }

  /** @throws Error when the file cannot be read, or is no model */
  static async load(file: string, options: InferenceSession.SessionOptions): Promise<Decoder> {
    return new Decoder(await InferenceSession.create(file, options));
  }

  /**
   * Computes the logits of the next tokens of one or several texts.
   * @param given the tokens of each text, the same number for each
   * @param caches of the earlier tokens of all texts; `empty` at the beginning
   */
  async step({ states, mask }: Sound, given: readonly (readonly number[])[], caches: Tensors): Promise<Step> {
    const isFirst = caches === this.empty;
    // The keys and values of the sound stay those of the first step.
    const wanted = isFirst ? [...this.#caches.encoder, ...this.#caches.decoder] : this.#caches.decoder;
    const ids = BigInt64Array.from(given.flat(), BigInt);
    const { logits, ...present } = await this.#session.run(
      this.#known({
        input_ids: new Tensor('int64', ids, [given.length, given[0]!.length]),
        encoder_hidden_states: repeated(states, given.length),
        encoder_attention_mask: repeated(mask, given.length),
        use_cache_branch: new Tensor('bool', [!isFirst], [1]),
        ...caches,
      }),
      ['logits', ...wanted.map(presentName)],
    );
    const found = wanted.map((name) => [name, present[presentName(name)]!] as const);
    return { logits: logits!.data as Float32Array, caches: { ...caches, ...Object.fromEntries(found) } };
  }

  /** The caches of the first tokens alone. @param count of the tokens that were given last */
  shortened(caches: Tensors, used: number, count: number): Tensors {
    const shorter = this.#caches.decoder.map((name) => [name, firstOf(caches[name]!, used, count)] as const);
    return { ...caches, ...Object.fromEntries(shorter) };
  }

  /** Selects and reorders the caches of some texts. */
  ofTexts(caches: Tensors, texts: readonly number[]): Tensors {
    const written = this.#caches.decoder.map((name) => [name, rowsOf(caches[name]!, texts)] as const);
    // All texts are of the same sound.
    const read = this.#caches.encoder.map((name) => [name, repeated(caches[name]!, texts.length)] as const);
    return Object.fromEntries([...written, ...read]);
  }

  /** Exports differ in which of these inputs they have. */
  #known(tensors: Tensors): Tensors {
    return Object.fromEntries(
      Object.entries(tensors).filter(([name]) => this.#session.inputNames.includes(name)),
    );
  }
}

const presentName = (cache: string): string => cache.replace('past_key_values', 'present');

/** The softmax: exponentials relative to the largest. */
export function sumBelow(logits: Float32Array, most: number): number {
  let sum = 0;
  for (const logit of logits) if (logit > most - NEGLIGIBLE) sum += Math.exp(logit - most);
  return sum;
}

/** Repeats the first row. */
function repeated(tensor: Tensor, count: number): Tensor {
  if (tensor.dims[0] === count) return tensor;
  return rowsOf(tensor, new Array<number>(count).fill(0));
}

function rowsOf(tensor: Tensor, rows: readonly number[]): Tensor {
  const [count = 1, ...shape] = tensor.dims;
  if (rows.length === count && rows.every((row, i) => row === i)) return tensor;
  const all = tensor.data as Float32Array | BigInt64Array;
  const size = all.length / count;
  const some = new (all.constructor as Float32ArrayConstructor)(rows.length * size);
  for (const [i, row] of rows.entries()) {
    some.set(all.subarray(row * size, (row + 1) * size) as Float32Array, i * size);
  }
  return new Tensor(tensor.type as 'float32', some, [rows.length, ...shape]);
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
