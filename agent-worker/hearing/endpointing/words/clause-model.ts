/**
 * Judges by the sequence of words whether a turn can end there: a gated recurrent unit (Cho et al. 2014), trained by
 * `npm run train:turns`. Its initial state depends on what the agent said last.
 */
import { indexOf, questionIn, wordsIn } from './features.ts';
import { trainedFor } from './trained.ts';
import type { WordModel } from './word-model.ts';

/** Rows of the table of embeddings, as a power of two. A word is the sum of its own row and that of its ending. */
export const ROW_BITS = 15;
export const EMBEDDING = 24;
export const HIDDEN = 32;
/** Words further back say nothing about the end. */
const KEPT_WORDS = 40;
const KEPT_AGENT_WORDS = 24;
const ENDING = 3;

/** Rows of a turn in the table of embeddings. */
export interface TurnRows {
  /** Rows of each word: its own, and that of its ending. */
  readonly words: readonly (readonly [own: number, ending: number])[];
  /** Rows of the agent's last sentence, and of its kind. */
  readonly agent: readonly number[];
}

const rowOf = (name: string): number => indexOf(name, ROW_BITS);
const rowsOfWord = (word: string): readonly [number, number] => [
  rowOf(`w ${word}`),
  rowOf(`e ${word.slice(-ENDING)}`),
];

/** @param agent what the agent said last; "" for nothing */
export function turnRows(text: string, agent: string): TurnRows {
  const { kind, words } = questionIn(agent);
  return {
    words: wordsIn(text).slice(-KEPT_WORDS).map(rowsOfWord),
    agent: [rowOf(`q ${kind}`), ...words.slice(-KEPT_AGENT_WORDS).map((word) => rowOf(`w ${word}`))],
  };
}

/** Gates in this order: update, reset, candidate. */
const GATES = 3;

/** Numbers of parameters, except for the embeddings. */
export const SIZES = {
  /** HIDDEN rows of EMBEDDING for each gate. */
  input: GATES * HIDDEN * EMBEDDING,
  /** HIDDEN rows of HIDDEN for each gate. */
  state: GATES * HIDDEN * HIDDEN,
  bias: GATES * HIDDEN,
  /** Map from the mean of the agent's words to the initial state. */
  first: HIDDEN * EMBEDDING,
  output: HIDDEN,
  offset: 1,
} as const;
export type ParameterName = keyof typeof SIZES;
export const PARAMETERS = Object.keys(SIZES) as readonly ParameterName[];
export type Parameters = Readonly<Record<ParameterName, Float32Array>>;

export interface ClauseNet extends Parameters {
  /** EMBEDDING numbers for each hashed word. */
  readonly embeddings: Float32Array;
}

export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** The initial state, HIDDEN numbers. @param mean of the embeddings of the agent's words */
export function firstState({ first }: Parameters, mean: Float32Array): Float32Array {
  const state = new Float32Array(HIDDEN);
  for (let i = 0; i < HIDDEN; i++) {
    let sum = 0;
    for (let j = 0; j < EMBEDDING; j++) sum += first[i * EMBEDDING + j]! * mean[j]!;
    state[i] = Math.tanh(sum);
  }
  return state;
}

/** Intermediate values of a step, for training. */
export interface Step {
  readonly update: Float32Array;
  readonly reset: Float32Array;
  readonly candidate: Float32Array;
  /** Contribution of the state to the candidate, before the reset gate. */
  readonly recalled: Float32Array;
  readonly state: Float32Array;
}

/** The state after one more word. */
export function stepOf({ input, state: from, bias }: Parameters, x: Float32Array, h: Float32Array): Step {
  const update = new Float32Array(HIDDEN);
  const reset = new Float32Array(HIDDEN);
  const candidate = new Float32Array(HIDDEN);
  const recalled = new Float32Array(HIDDEN);
  const state = new Float32Array(HIDDEN);
  for (let i = 0; i < HIDDEN; i++) {
    let z = bias[i]!;
    let r = bias[HIDDEN + i]!;
    let n = bias[2 * HIDDEN + i]!;
    const rowZ = i * EMBEDDING;
    const rowR = (HIDDEN + i) * EMBEDDING;
    const rowN = (2 * HIDDEN + i) * EMBEDDING;
    for (let j = 0; j < EMBEDDING; j++) {
      const value = x[j]!;
      z += input[rowZ + j]! * value;
      r += input[rowR + j]! * value;
      n += input[rowN + j]! * value;
    }
    const fromZ = i * HIDDEN;
    const fromR = (HIDDEN + i) * HIDDEN;
    const fromN = (2 * HIDDEN + i) * HIDDEN;
    let recall = 0;
    for (let j = 0; j < HIDDEN; j++) {
      const value = h[j]!;
      z += from[fromZ + j]! * value;
      r += from[fromR + j]! * value;
      recall += from[fromN + j]! * value;
    }
    update[i] = sigmoid(z);
    reset[i] = sigmoid(r);
    recalled[i] = recall;
    candidate[i] = Math.tanh(n + reset[i]! * recall);
    state[i] = (1 - update[i]!) * candidate[i]! + update[i]! * h[i]!;
  }
  return { update, reset, candidate, recalled, state };
}

export function oddsOf({ output, offset }: Parameters, state: Float32Array): number {
  let sum = offset[0]!;
  for (let i = 0; i < HIDDEN; i++) sum += output[i]! * state[i]!;
  return sum;
}

/** Adds rows of the table. @returns `into` */
export function addRows(embeddings: Float32Array, rows: readonly number[], into: Float32Array): Float32Array {
  for (const row of rows) {
    for (let j = 0; j < EMBEDDING; j++) into[j]! += embeddings[row * EMBEDDING + j]!;
  }
  return into;
}

/** Log-odds that the turn is over. */
function logOddsBy(net: ClauseNet, { words, agent }: TurnRows): number {
  const mean = addRows(net.embeddings, agent, new Float32Array(EMBEDDING)).map((x) => x / agent.length);
  let state = firstState(net, mean);
  for (const rows of words) {
    state = stepOf(net, addRows(net.embeddings, rows, new Float32Array(EMBEDDING)), state).state;
  }
  return oddsOf(net, state);
}

const FLOAT_BYTES = 4;
const TABLE = 2 ** ROW_BITS * EMBEDDING;
const BYTES = FLOAT_BYTES * (1 + PARAMETERS.reduce((sum, name) => sum + SIZES[name], 0)) + TABLE;

/**
 * The bytes that `decodeClauseNet` reads: the scale of the embeddings, the parameters, one byte for each number of the
 * embeddings.
 */
export function encodeClauseNet(net: ClauseNet): Uint8Array {
  const bytes = new Uint8Array(BYTES);
  const view = new DataView(bytes.buffer);
  const unit = net.embeddings.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9) / 127;
  let at = 0;
  const write = (x: number): void => {
    view.setFloat32(at, x, true);
    at += FLOAT_BYTES;
  };
  write(unit);
  for (const name of PARAMETERS) for (const x of net[name]) write(x);
  for (const [i, x] of net.embeddings.entries()) view.setInt8(at + i, Math.round(x / unit));
  return bytes;
}

/** @throws RangeError for bytes of another length */
export function decodeClauseNet(bytes: Uint8Array): ClauseNet {
  if (bytes.length !== BYTES) throw new RangeError('this is no model of clauses');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const read = (): number => {
    at += FLOAT_BYTES;
    return view.getFloat32(at - FLOAT_BYTES, true);
  };
  const unit = read();
  const parameters = Object.fromEntries(
    PARAMETERS.map((name) => [name, Float32Array.from({ length: SIZES[name] }, read)]),
  ) as Record<ParameterName, Float32Array>;
  const embeddings = Float32Array.from({ length: TABLE }, (_, i) => unit * view.getInt8(at + i));
  return { ...parameters, embeddings };
}

/** @throws RangeError for bytes of another length */
export function decodeClauseModel(bytes: Uint8Array): WordModel {
  const net = decodeClauseNet(bytes);
  return { logOdds: (text, agent) => logOddsBy(net, turnRows(text, agent)) };
}

/** The model of a language; null where none was trained. */
export const clauseModel = trainedFor('turn-clauses', ['en'], decodeClauseModel);
