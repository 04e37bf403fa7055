/**
 * A small language model in the format of llama.cpp, whose answer is known: each of its words has one successor. It is
 * a Llama of one layer that adds nothing to the embedding of the last token, and the embeddings are unit vectors.
 * Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 */

/** Types of the values of GGUF, and of tokens in llama.cpp. */
const TYPE = { uint32: 4, int32: 5, float32: 6, string: 8, array: 9 } as const;
const TOKEN = { normal: 1, unknown: 2, control: 3, byte: 6 } as const;
const ALIGNMENT = 32;
/** Marks the space before a word. */
const SPACE = '▁';
/** Logit of the successor; all others have 0. */
const CERTAIN = 100;
/** Each message on a line, so that an answer follows the end of a line. */
const TEMPLATE = "{% for message in messages %}{{ message.content }}{{ '\\n' }}{% endfor %}";

type Value = string | number | readonly string[] | readonly number[];

/** @param answer words that all differ, separated by spaces */
export function bigramModel(answer: string): Buffer {
  const words = answer.split(' ').map((word) => `${SPACE}${word}`);
  const bytes = Array.from({ length: 256 }, (_, i) => `<0x${i.toString(16).toUpperCase().padStart(2, '0')}>`);
  const kinds: readonly (readonly [type: number, texts: readonly string[]])[] = [
    [TOKEN.unknown, ['<unk>']],
    [TOKEN.control, ['<s>', '</s>']],
    [TOKEN.byte, bytes],
    [TOKEN.normal, words],
  ];
  const tokens = kinds.flatMap(([, texts]) => texts);
  const types = kinds.flatMap(([type, texts]) => texts.map(() => type));
  const [end, first] = [tokens.indexOf('</s>'), tokens.length - words.length];
  const size = Math.ceil(tokens.length / ALIGNMENT) * ALIGNMENT;
  const embeddings = new Float32Array(size * tokens.length);
  const output = new Float32Array(size * tokens.length);
  for (const token of tokens.keys()) {
    const last = token === tokens.length - 1;
    const follower = token < first ? first : last ? end : token + 1;
    embeddings[token * size + token] = 1;
    // The norm before the output multiplies a unit vector by the root of its length.
    output[follower * size + token] = CERTAIN / Math.sqrt(size);
  }
  const square = (): Float32Array => new Float32Array(size * size);
  const ones = (): Float32Array => new Float32Array(size).fill(1);
  const tensors: readonly (readonly [name: string, shape: readonly number[], values: Float32Array])[] = [
    ['token_embd.weight', [size, tokens.length], embeddings],
    ['output_norm.weight', [size], ones()],
    ['output.weight', [size, tokens.length], output],
    ['blk.0.attn_norm.weight', [size], ones()],
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output', 'ffn_gate', 'ffn_up', 'ffn_down'].map(
      (name) => [`blk.0.${name}.weight`, [size, size], square()] as const,
    ),
    ['blk.0.ffn_norm.weight', [size], ones()],
  ];
  const values: readonly (readonly [key: string, type: number, value: Value])[] = [
    ['general.architecture', TYPE.string, 'llama'],
    ['general.alignment', TYPE.uint32, ALIGNMENT],
    ['llama.block_count', TYPE.uint32, 1],
    ['llama.context_length', TYPE.uint32, 4096],
    ['llama.embedding_length', TYPE.uint32, size],
    ['llama.feed_forward_length', TYPE.uint32, size],
    ['llama.attention.head_count', TYPE.uint32, 1],
    ['llama.attention.layer_norm_rms_epsilon', TYPE.float32, 1e-6],
    ['llama.rope.dimension_count', TYPE.uint32, size],
    ['tokenizer.ggml.model', TYPE.string, 'llama'],
    ['tokenizer.ggml.tokens', TYPE.string, tokens],
    ['tokenizer.ggml.scores', TYPE.float32, tokens.map((_, i) => -i)],
    ['tokenizer.ggml.token_type', TYPE.int32, types],
    ['tokenizer.ggml.bos_token_id', TYPE.uint32, tokens.indexOf('<s>')],
    ['tokenizer.ggml.eos_token_id', TYPE.uint32, end],
    ['tokenizer.ggml.unknown_token_id', TYPE.uint32, 0],
    ['tokenizer.chat_template', TYPE.string, TEMPLATE],
  ];
  return encoded(values, tensors);
}

function encoded(
  values: readonly (readonly [key: string, type: number, value: Value])[],
  tensors: readonly (readonly [name: string, shape: readonly number[], values: Float32Array])[],
): Buffer {
  const header = [Buffer.from('GGUF'), uint32(3), uint64(tensors.length), uint64(values.length)];
  for (const [key, type, value] of values) {
    header.push(string(key));
    if (Array.isArray(value)) header.push(uint32(TYPE.array), uint32(type), uint64(value.length));
    else header.push(uint32(type));
    for (const one of [value].flat() as (string | number)[]) header.push(encodedValue(type, one));
  }
  let at = 0;
  for (const [name, shape, { byteLength }] of tensors) {
    header.push(string(name), uint32(shape.length), ...shape.map(uint64), uint32(0), uint64(at));
    at += padded(byteLength);
  }
  const parts = [Buffer.concat(header), ...tensors.map(([, , { buffer }]) => Buffer.from(buffer))];
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.alloc(padded(part.length) - part.length)]));
}

const padded = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

function encodedValue(type: number, value: string | number): Buffer {
  if (typeof value === 'string') return string(value);
  if (type === TYPE.float32) return Buffer.from(new Float32Array([value]).buffer);
  return uint32(value);
}

const uint32 = (value: number): Buffer => Buffer.from(new Uint32Array([value]).buffer);
const uint64 = (value: number): Buffer => Buffer.from(new BigUint64Array([BigInt(value)]).buffer);
const string = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([uint64(bytes.length), bytes]);
};
