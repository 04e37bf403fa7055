/** Trains small networks. */
import { activations, type Network, slopeOf } from '../../../cloning/research.ts';
import { adam } from '../../adam.ts';
import { normal, shuffled } from '../../random.ts';

export interface Training {
  /** Sizes of the hidden layers. */
  readonly hidden: readonly number[];
  /** Standard deviation of the noise that is added to inputs in every step. */
  readonly noise: number;
  readonly epochs: number;
  readonly random: () => number;
}

const BATCH = 64;
const RATE = 0.003;

/**
 * @param inputs one row per sample
 * @param targets one row per sample
 * @returns a least-squares network
 */
export function trainNetwork(
  inputs: readonly Float64Array[],
  targets: readonly Float64Array[],
  { hidden, noise, epochs, random }: Training,
): Network {
  const sizes = [inputs[0]!.length, ...hidden, targets[0]!.length];
  const network: Network = sizes.slice(1).map((outputs, k) => ({
    weights: Float32Array.from({ length: outputs * sizes[k]! }, () => normal(random) / Math.sqrt(sizes[k]!)),
    biases: new Float32Array(outputs),
  }));
  const values = network.flatMap(({ weights, biases }) => [weights, biases]);
  const slopes = values.map(({ length }) => new Float64Array(length));
  const move = adam(values);
  const batches = Math.ceil(inputs.length / BATCH);
  const steps = epochs * batches;
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const order = shuffled([...inputs.keys()], random);
    for (let batch = 0; batch < batches; batch++) {
      const chosen = order.slice(batch * BATCH, (batch + 1) * BATCH);
      for (const slope of slopes) slope.fill(0);
      for (const sample of chosen) {
        const input = inputs[sample]!.map((value) => value + noise * normal(random));
        addSlopes(network, input, targets[sample]!, 1 / chosen.length, slopes);
      }
      step++;
      // Learning rate with cosine decay to zero.
      move(slopes, (RATE / 2) * (1 + Math.cos((Math.PI * step) / steps)));
    }
  }
  return network;
}

/** Adds the gradient of half the squared error of one sample: the weights of each layer, then its biases. */
function addSlopes(
  network: Network,
  input: Float64Array,
  target: Float64Array,
  weight: number,
  slopes: readonly Float64Array[],
): void {
  const values = activations(network, input);
  const error = values.at(-1)!.map((value, i) => weight * (value - target[i]!));
  slopeOf(network, values, error, (layer, slope) => {
    const below = values[layer]!;
    const weights = slopes[2 * layer]!;
    const biases = slopes[2 * layer + 1]!;
    for (let o = 0; o < slope.length; o++) {
      biases[o]! += slope[o]!;
      for (let i = 0, at = o * below.length; i < below.length; i++, at++)
        weights[at]! += slope[o]! * below[i]!;
    }
  });
}
