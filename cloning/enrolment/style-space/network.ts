/**
 * A multilayer perceptron with tanh between its layers, and its derivatives by backpropagation (Rumelhart, Hinton and
 * Williams, Nature, 1986). Those used here have some thousand weights.
 */

export interface Layer {
  /** [outputs, inputs]. */
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

export type Network = readonly Layer[];

/** @returns the outputs of all layers, after tanh in all except the last; the input comes first */
export function activations(network: Network, input: Float64Array): Float64Array[] {
  const values = [input];
  for (const [k, { weights, biases }] of network.entries()) {
    const below = values[k]!;
    const above = new Float64Array(biases.length);
    for (let o = 0; o < above.length; o++) {
      let sum = biases[o]!;
      for (let i = 0, at = o * below.length; i < below.length; i++, at++) sum += weights[at]! * below[i]!;
      above[o] = k === network.length - 1 ? sum : Math.tanh(sum);
    }
    values.push(above);
  }
  return values;
}

/**
 * @param values from `activations` @param slope derivative of the target with respect to each output
 * @param onLayer receives the derivatives with respect to the sums of each layer, from the last to the first
 * @returns the derivative with respect to each input
 */
export function slopeOf(
  network: Network,
  values: readonly Float64Array[],
  slope: Float64Array,
  onLayer?: (layer: number, slope: Float64Array) => void,
): Float64Array {
  let above = slope;
  for (let k = network.length - 1; k >= 0; k--) {
    onLayer?.(k, above);
    const { weights } = network[k]!;
    const value = values[k]!;
    const below = new Float64Array(value.length);
    for (let o = 0; o < above.length; o++) {
      const by = above[o]!;
      for (let i = 0, at = o * below.length; i < below.length; i++, at++) below[i]! += by * weights[at]!;
    }
    if (k > 0) for (let i = 0; i < below.length; i++) below[i]! *= 1 - value[i]! ** 2;
    above = below;
  }
  return above;
}
