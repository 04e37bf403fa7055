/** Converts Whisper weights from CTranslate2's file format to whisper.cpp's. */
import { open, readFile } from 'node:fs/promises';
import { type Ct2Variable, readCt2Model } from './ct2-model.ts';
import { ModelError } from './errors.ts';
import { halfToFloat } from './half.ts';
import { fitsQ8, quantiseQ8 } from './q8.ts';

const GGML_MAGIC = 0x67676d6c;
const GGML_F32 = 0;
const GGML_F16 = 1;
const GGML_Q8_0 = 8;
/**
 * A file whose matrices are Q8_0, in the second version of ggml's quantised formats (whisper.cpp,
 * examples/common-ggml).
 */
const FILE_Q8_0 = 2 * 1000 + 7;
const HEAD_WIDTH = 64;
const SAMPLE_RATE = 16_000;
const FFT_SIZE = 400;

/**
 * Writes `outPath` with 8-bit matrices from a Whisper model in CTranslate2's format with 16-bit weights, English-only
 * or multilingual (their vocabularies differ in length, which is how whisper.cpp distinguishes them). Recognising 2 s
 * of speech on two processors then takes 100 ms instead of 170. The result depends only on the input, so that its hash
 * can be known in advance.
 * @throws ModelError 'corrupt' when the input is not such a model
 */
export async function writeWhisperGgml(
  modelPath: string,
  vocabularyPath: string,
  outPath: string,
  signal?: AbortSignal,
): Promise<void> {
  const variables = readCt2Model(await readFile(modelPath, { signal }));
  const vocabulary = (await readFile(vocabularyPath, 'utf8')).replace(/\n$/, '').split('\n');
  const output = await open(outPath, 'w');
  try {
    for (const part of ggmlParts(new Weights(variables), vocabulary)) {
      signal?.throwIfAborted();
      await output.write(part);
    }
  } finally {
    await output.close();
  }
}

function* ggmlParts(weights: Weights, vocabulary: readonly string[]): Generator<Uint8Array> {
  const [vocabularySize = 0, width = 0] = weights.get('decoder/embeddings/weight').shape;
  const [audioContext = 0] = weights.get('encoder/position_encodings/encodings').shape;
  const [textContext = 0] = weights.get('decoder/position_encodings/encodings').shape;
  const melBands = weights.get('encoder/conv1/weight').shape[1] ?? 0;
  const layers = { encoder: weights.layers('encoder'), decoder: weights.layers('decoder') };
  const heads = width / HEAD_WIDTH;
  yield int32(GGML_MAGIC, vocabularySize, audioContext, width, heads, layers.encoder);
  yield int32(textContext, width, heads, layers.decoder, melBands, FILE_Q8_0);
  yield* melFilters(melBands);
  yield* tokens(vocabulary);
  yield* encoder(weights, layers.encoder, width);
  yield* decoder(weights, layers.decoder, width);
}

/**
 * Triangular mel filters on Slaney's scale with unit area (Slaney 1998, Auditory Toolbox), as used to train Whisper.
 */
function* melFilters(bands: number): Generator<Uint8Array> {
  const bins = FFT_SIZE / 2 + 1;
  const toMel = (hz: number) =>
    hz < 1000 ? (hz * 3) / 200 : 15 + (Math.log(hz / 1000) * 27) / Math.log(6.4);
  const toHz = (mel: number) =>
    mel < 15 ? (mel * 200) / 3 : 1000 * Math.exp(((mel - 15) * Math.log(6.4)) / 27);
  const top = toMel(SAMPLE_RATE / 2);
  const edges = Array.from({ length: bands + 2 }, (_, i) => toHz((top * i) / (bands + 1)));
  yield int32(bands, bins);
  const filters = new Float32Array(bands * bins);
  for (let band = 0; band < bands; band++) {
    const [low, centre, high] = [edges[band]!, edges[band + 1]!, edges[band + 2]!];
    for (let bin = 0; bin < bins; bin++) {
      const hz = (bin * SAMPLE_RATE) / FFT_SIZE;
      const rise = (hz - low) / (centre - low);
      const fall = (high - hz) / (high - centre);
      // Rounded, so that differences in the last bit of a processor's logarithm cannot change the file's hash.
      const weight = (Math.max(0, Math.min(rise, fall)) * 2) / (high - low);
      filters[band * bins + bin] = Number(weight.toPrecision(7));
    }
  }
  yield bytesOf(filters);
}

/** The text tokens as bytes; whisper.cpp adds the special ones after them. */
function* tokens(vocabulary: readonly string[]): Generator<Uint8Array> {
  const count = vocabulary.indexOf('<|endoftext|>');
  if (count < 0) throw new ModelError('corrupt', 'the vocabulary has no <|endoftext|>');
  const byteOf = byteLevelAlphabet();
  yield int32(count);
  for (const token of vocabulary.slice(0, count)) {
    const bytes = Uint8Array.from(token, (character) => {
      const byte = byteOf.get(character);
      if (byte === undefined)
        throw new ModelError('corrupt', `the vocabulary has the character ${character}`);
      return byte;
    });
    yield int32(bytes.length);
    yield bytes;
  }
}

/**
 * GPT-2's printable stand-ins for the 256 bytes: printable Latin-1 represents itself, the rest follows from U+0100 on.
 */
function byteLevelAlphabet(): Map<string, number> {
  const byteOf = new Map<string, number>();
  let next = 0x100;
  for (let byte = 0; byte < 256; byte++) {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte !== 173);
    byteOf.set(String.fromCodePoint(printable ? byte : next++), byte);
  }
  return byteOf;
}

function* encoder(weights: Weights, layers: number, width: number): Generator<Uint8Array> {
  yield* positions(weights, 'encoder');
  for (const conv of ['conv1', 'conv2']) {
    yield* tensor(`encoder.${conv}.weight`, weights.get(`encoder/${conv}/weight`));
    const bias = weights.get(`encoder/${conv}/bias`);
    yield* tensor(`encoder.${conv}.bias`, { ...bias, shape: [width, 1] }, GGML_F32);
  }
  yield* norm(weights, 'encoder.ln_post', 'encoder/layer_norm');
  for (let i = 0; i < layers; i++) yield* block(weights, `encoder.blocks.${i}`, `encoder/layer_${i}`, width);
}

function* decoder(weights: Weights, layers: number, width: number): Generator<Uint8Array> {
  yield* positions(weights, 'decoder');
  yield* tensor('decoder.token_embedding.weight', weights.get('decoder/embeddings/weight'));
  yield* norm(weights, 'decoder.ln', 'decoder/layer_norm');
  for (let i = 0; i < layers; i++) {
    const name = `decoder.blocks.${i}`;
    const key = `decoder/layer_${i}`;
    yield* block(weights, name, key, width);
    yield* norm(weights, `${name}.cross_attn_ln`, `${key}/attention/layer_norm`);
    yield* linear(weights, `${name}.cross_attn.query`, `${key}/attention/linear_0`);
    yield* fused(weights, `${name}.cross_attn`, `${key}/attention/linear_1`, ['key', 'value'], width);
    yield* linear(weights, `${name}.cross_attn.out`, `${key}/attention/linear_2`);
  }
}

function* block(weights: Weights, name: string, key: string, width: number): Generator<Uint8Array> {
  const attention = `${key}/self_attention`;
  yield* norm(weights, `${name}.attn_ln`, `${attention}/layer_norm`);
  yield* fused(weights, `${name}.attn`, `${attention}/linear_0`, ['query', 'key', 'value'], width);
  yield* linear(weights, `${name}.attn.out`, `${attention}/linear_1`);
  yield* norm(weights, `${name}.mlp_ln`, `${key}/ffn/layer_norm`);
  yield* linear(weights, `${name}.mlp.0`, `${key}/ffn/linear_0`);
  yield* linear(weights, `${name}.mlp.2`, `${key}/ffn/linear_1`);
}

function* positions(weights: Weights, side: 'encoder' | 'decoder'): Generator<Uint8Array> {
  yield* tensor(
    `${side}.positional_embedding`,
    weights.get(`${side}/position_encodings/encodings`),
    GGML_F32,
  );
}

function* norm(weights: Weights, name: string, key: string): Generator<Uint8Array> {
  yield* tensor(`${name}.weight`, weights.get(`${key}/gamma`));
  yield* tensor(`${name}.bias`, weights.get(`${key}/beta`));
}

function* linear(weights: Weights, name: string, key: string): Generator<Uint8Array> {
  yield* tensor(`${name}.weight`, weights.get(`${key}/weight`));
  yield* tensor(`${name}.bias`, weights.get(`${key}/bias`));
}

/**
 * CTranslate2 stacks an attention's projections in one matrix; Whisper's keys have no bias (it is zero there).
 */
function* fused(
  weights: Weights,
  name: string,
  key: string,
  parts: readonly string[],
  width: number,
): Generator<Uint8Array> {
  const weight = weights.get(`${key}/weight`);
  const bias = weights.get(`${key}/bias`);
  for (const [index, part] of parts.entries()) {
    yield* tensor(`${name}.${part}.weight`, rows(weight, index * width, width));
    if (part !== 'key') yield* tensor(`${name}.${part}.bias`, rows(bias, index * width, width));
  }
}

function rows(variable: Ct2Variable, from: number, count: number): Ct2Variable {
  const rowValues = variable.shape.slice(1).reduce((product, size) => product * size, 1);
  return {
    shape: [count, ...variable.shape.slice(1)],
    halves: variable.halves.subarray(from * rowValues, (from + count) * rowValues),
  };
}

/** One tensor: rank, name, type, sizes from the innermost, values. */
function* tensor(name: string, { shape, halves }: Ct2Variable, type = typeFor(shape)): Generator<Uint8Array> {
  const label = new TextEncoder().encode(name);
  yield int32(shape.length, label.length, type, ...[...shape].reverse());
  yield label;
  if (type === GGML_Q8_0) yield quantiseQ8(halves);
  else yield bytesOf(type === GGML_F16 ? halves : Float32Array.from(halves, halfToFloat));
}

/**
 * Vectors have 32 bits; matrices have 8 and a scale; convolutions, which whisper.cpp does not support quantised, have
 * 16.
 */
function typeFor(shape: readonly number[]): number {
  if (shape.length < 2) return GGML_F32;
  return shape.length === 2 && fitsQ8(shape[1] ?? 0) ? GGML_Q8_0 : GGML_F16;
}

// Both formats are little-endian, as is every processor that Node.js supports here.
function bytesOf(values: Float32Array | Uint16Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

function int32(...values: number[]): Uint8Array {
  return new Uint8Array(Int32Array.from(values).buffer);
}

class Weights {
  readonly #variables: ReadonlyMap<string, Ct2Variable>;

  constructor(variables: ReadonlyMap<string, Ct2Variable>) {
    this.#variables = variables;
  }

  get(name: string): Ct2Variable {
    const variable = this.#variables.get(name);
    if (!variable) throw new ModelError('corrupt', `the model has no ${name}`);
    return variable;
  }

  layers(side: 'encoder' | 'decoder'): number {
    let count = 0;
    while (this.#variables.has(`${side}/layer_${count}/self_attention/linear_0/weight`)) count++;
    return count;
  }
}
