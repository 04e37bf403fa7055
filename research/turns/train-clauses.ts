/** Trains the gated recurrent unit that judges clauses, by back-propagation through time. */
import {
  addRows,
  type ClauseNet,
  EMBEDDING,
  firstState,
  HIDDEN,
  oddsOf,
  PARAMETERS,
  type ParameterName,
  ROW_BITS,
  SIZES,
  type Step,
  sigmoid,
  stepOf,
  type TurnRows,
  turnRows,
} from '../../agent-worker/research.ts';
import { adam } from '../adam.ts';
import { normalNumbers, shuffled } from '../random.ts';
import type { Stop, Utterance } from './utterances.ts';

const EPOCHS = 2;
/** Words of a turn that are used; longer turns look alike. */
const MOST_WORDS = 40;
/** Rarer words have no row of their own: like unseen words, they are represented by their endings. */
const LEAST_SEEN = 5;
/** Number of utterances in one gradient step. */
const BATCH = 8;
/** Learning rate; falls linearly to zero. */
const RATE = 0.004;
const EMBEDDING_RATE = 0.1;
/** Share of the words' own rows that are left out, so that the model also learns from endings and neighbours. */
const DROPPED_WORDS = 0.15;
const DROPPED_INPUTS = 0.1;
const DROPPED_OUTPUTS = 0.2;

type Arrays = Record<ParameterName, Float32Array>;

const arrays = (): Arrays =>
  Object.fromEntries(PARAMETERS.map((name) => [name, new Float32Array(SIZES[name])])) as Arrays;

/** @param onEpoch called with the number of completed passes and the mean loss of the last one */
export function trainClauses(
  utterances: readonly Utterance[],
  random: () => number,
  onEpoch: (epoch: number, loss: number) => void,
): ClauseNet {
  const all = utterances.map((utterance) => rowsOf(utterance));
  const isKept = keptRows(all);
  const net = untrained(isKept, random);
  const gradient = arrays();
  const gradients = PARAMETERS.map((name) => gradient[name]);
  const move = adam(PARAMETERS.map((name) => net[name]));
  const embeddingSquares = new Float32Array(2 ** ROW_BITS).fill(1e-4);
  const learner = new Learner(net, gradient, isKept, random);
  const steps = (EPOCHS * all.length) / BATCH;
  let step = 0;
  for (let epoch = 1; epoch <= EPOCHS; epoch++) {
    const order = shuffled(
      all.map((_, i) => i),
      random,
    );
    let loss = 0;
    for (const [i, at] of order.entries()) {
      const left = 1 - step / steps;
      loss += learner.learn(all[at]!, embeddingSquares, EMBEDDING_RATE * left);
      if (i % BATCH < BATCH - 1) continue;
      step++;
      for (const slopes of gradients) for (let j = 0; j < slopes.length; j++) slopes[j]! /= BATCH;
      move(gradients, RATE * left);
      for (const slopes of gradients) slopes.fill(0);
    }
    onEpoch(epoch, loss / all.length);
  }
  return net;
}

/** The rows of an utterance, and the number of rows before each stop. */
interface Rows extends TurnRows {
  readonly stops: readonly (Omit<Stop, 'after'> & { readonly step: number })[];
}

function rowsOf({ agent, words, stops }: Utterance): Rows {
  const { agent: asked } = turnRows('', agent);
  const found: TurnRows['words'][number][] = [];
  const ends: Rows['stops'][number][] = [];
  let at = 0;
  for (const { after, isEnd, weight } of stops) {
    found.push(...turnRows(words.slice(at, after).join(' '), '').words);
    at = after;
    if (found.length > 0 && found.length <= MOST_WORDS) ends.push({ step: found.length - 1, isEnd, weight });
  }
  return { words: found.slice(0, MOST_WORDS), agent: asked, stops: ends };
}

function keptRows(all: readonly Rows[]): Uint8Array {
  const seen = new Uint32Array(2 ** ROW_BITS);
  for (const { words, agent } of all) for (const row of [...words.flat(), ...agent]) seen[row]!++;
  return Uint8Array.from(seen, (count) => (count < LEAST_SEEN ? 0 : 1));
}

function untrained(isKept: Uint8Array, random: () => number): ClauseNet {
  const normal = normalNumbers(Math.floor(random() * 2 ** 32));
  const parameters = arrays();
  const scales: Partial<Record<ParameterName, number>> = {
    input: 1 / Math.sqrt(EMBEDDING),
    state: 1 / Math.sqrt(HIDDEN),
    first: 1 / Math.sqrt(EMBEDDING),
    output: 1 / Math.sqrt(HIDDEN),
  };
  for (const name of PARAMETERS) {
    const scale = scales[name] ?? 0;
    parameters[name].forEach((_, i, all) => {
      all[i] = scale * normal();
    });
  }
  const embeddings = new Float32Array(2 ** ROW_BITS * EMBEDDING).map((_, i) =>
    isKept[Math.floor(i / EMBEDDING)] ? 0.1 * normal() : 0,
  );
  return { ...parameters, embeddings };
}

/** Learns the examples one by one. */
class Learner {
  readonly #net: ClauseNet;
  readonly #gradient: Arrays;
  readonly #isKept: Uint8Array;
  readonly #random: () => number;

  constructor(net: ClauseNet, gradient: Arrays, isKept: Uint8Array, random: () => number) {
    this.#net = net;
    this.#gradient = gradient;
    this.#isKept = isKept;
    this.#random = random;
  }

  /** Adds to the gradient, and moves the embeddings. @returns the loss */
  learn({ words, agent, stops }: Rows, squares: Float32Array, rate: number): number {
    const net = this.#net;
    const random = this.#random;
    const kept = words.map(([own, ending]) => (random() < DROPPED_WORDS ? [ending] : [own, ending]));
    const mean = addRows(net.embeddings, agent, new Float32Array(EMBEDDING)).map((x) => x / agent.length);
    const first = firstState(net, mean);
    const inputs: Float32Array[] = [];
    const masks: Float32Array[] = [];
    const steps: Step[] = [];
    let state = first;
    for (const rows of kept) {
      const x = addRows(net.embeddings, rows, new Float32Array(EMBEDDING));
      const mask = this.#mask(EMBEDDING, DROPPED_INPUTS);
      for (let j = 0; j < EMBEDDING; j++) x[j]! *= mask[j]!;
      inputs.push(x);
      masks.push(mask);
      const step = stepOf(net, x, state);
      steps.push(step);
      state = step.state;
    }
    let loss = 0;
    const slopes = new Map<number, Float32Array>();
    for (const { step, isEnd, weight } of stops) {
      const { state: reached } = steps[step]!;
      const mask = this.#mask(HIDDEN, DROPPED_OUTPUTS);
      const probability = sigmoid(
        oddsOf(
          net,
          reached.map((x, i) => x * mask[i]!),
        ),
      );
      const error = weight * (probability - (isEnd ? 1 : 0));
      const { output, offset } = this.#gradient;
      const slope = new Float32Array(HIDDEN);
      offset[0]! += error;
      for (let i = 0; i < HIDDEN; i++) {
        output[i]! += error * reached[i]! * mask[i]!;
        slope[i] = error * net.output[i]! * mask[i]!;
      }
      slopes.set(step, slope);
      loss -= weight * Math.log(Math.max(1e-9, isEnd ? probability : 1 - probability));
    }
    let slope = new Float32Array(HIDDEN);
    for (let t = steps.length - 1; t >= 0; t--) {
      const here = slopes.get(t);
      if (here) for (let i = 0; i < HIDDEN; i++) slope[i]! += here[i]!;
      const before = t === 0 ? first : steps[t - 1]!.state;
      const { onInput, onState } = this.#backward(steps[t]!, inputs[t]!, before, slope);
      for (let j = 0; j < EMBEDDING; j++) onInput[j]! *= masks[t]![j]!;
      this.#move(kept[t]!, onInput, squares, rate);
      slope = onState;
    }
    this.#backwardFirst(first, mean, slope, agent, squares, rate);
    return loss;
  }

  #mask(length: number, dropped: number): Float32Array {
    const mask = new Float32Array(length);
    for (let i = 0; i < length; i++) mask[i] = this.#random() < dropped ? 0 : 1 / (1 - dropped);
    return mask;
  }

  #backward(step: Step, x: Float32Array, h: Float32Array, slope: Float32Array) {
    const { update, reset, candidate, recalled } = step;
    const { input, state: from } = this.#net;
    const { input: onGates, state: onRecall, bias } = this.#gradient;
    const onInput = new Float32Array(EMBEDDING);
    const onState = new Float32Array(HIDDEN);
    for (let i = 0; i < HIDDEN; i++) {
      const s = slope[i]!;
      const [z, r, n] = [update[i]!, reset[i]!, candidate[i]!];
      const dz = s * (h[i]! - n) * z * (1 - z);
      const dn = s * (1 - z) * (1 - n * n);
      const dr = dn * recalled[i]! * r * (1 - r);
      const dRecalled = dn * r;
      onState[i]! += s * z;
      bias[i]! += dz;
      bias[HIDDEN + i]! += dr;
      bias[2 * HIDDEN + i]! += dn;
      const [rowZ, rowR, rowN] = [i * EMBEDDING, (HIDDEN + i) * EMBEDDING, (2 * HIDDEN + i) * EMBEDDING];
      for (let j = 0; j < EMBEDDING; j++) {
        const value = x[j]!;
        onGates[rowZ + j]! += dz * value;
        onGates[rowR + j]! += dr * value;
        onGates[rowN + j]! += dn * value;
        onInput[j]! += dz * input[rowZ + j]! + dr * input[rowR + j]! + dn * input[rowN + j]!;
      }
      const [fromZ, fromR, fromN] = [i * HIDDEN, (HIDDEN + i) * HIDDEN, (2 * HIDDEN + i) * HIDDEN];
      for (let j = 0; j < HIDDEN; j++) {
        const value = h[j]!;
        onRecall[fromZ + j]! += dz * value;
        onRecall[fromR + j]! += dr * value;
        onRecall[fromN + j]! += dRecalled * value;
        onState[j]! += dz * from[fromZ + j]! + dr * from[fromR + j]! + dRecalled * from[fromN + j]!;
      }
    }
    return { onInput, onState };
  }

  #backwardFirst(
    state: Float32Array,
    mean: Float32Array,
    slope: Float32Array,
    agent: readonly number[],
    squares: Float32Array,
    rate: number,
  ): void {
    const { first } = this.#net;
    const onMean = new Float32Array(EMBEDDING);
    for (let i = 0; i < HIDDEN; i++) {
      const d = slope[i]! * (1 - state[i]! * state[i]!);
      for (let j = 0; j < EMBEDDING; j++) {
        this.#gradient.first[i * EMBEDDING + j]! += d * mean[j]!;
        onMean[j]! += (d * first[i * EMBEDDING + j]!) / agent.length;
      }
    }
    this.#move(agent, onMean, squares, rate);
  }

  /** AdaGrad (Duchi et al. 2011), with one rate for a row. */
  #move(rows: readonly number[], slope: Float32Array, squares: Float32Array, rate: number): void {
    const { embeddings } = this.#net;
    let square = 0;
    for (let j = 0; j < EMBEDDING; j++) square += slope[j]! * slope[j]!;
    for (const row of rows) {
      if (!this.#isKept[row]) continue;
      squares[row]! += square / EMBEDDING;
      const scale = rate / Math.sqrt(squares[row]!);
      for (let j = 0; j < EMBEDDING; j++) embeddings[row * EMBEDDING + j]! -= scale * slope[j]!;
    }
  }
}
