type Numbers = Float32Array | Float64Array;

const [MEAN_DECAY, SQUARE_DECAY, LEAST] = [0.9, 0.999, 1e-8];

/**
 * Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015).
 * @param values which each step changes
 * @returns a function that takes a step against the slopes of a loss
 */
export function adam(values: readonly Numbers[]): (slopes: readonly Numbers[], rate: number) => void {
  const means = values.map(({ length }) => new Float64Array(length));
  const squares = values.map(({ length }) => new Float64Array(length));
  let step = 0;
  return (slopes, rate) => {
    step++;
    const [meanShare, squareShare] = [1 - MEAN_DECAY ** step, 1 - SQUARE_DECAY ** step];
    for (const [v, value] of values.entries()) {
      const [slope, mean, square] = [slopes[v]!, means[v]!, squares[v]!];
      for (let i = 0; i < value.length; i++) {
        mean[i] = MEAN_DECAY * mean[i]! + (1 - MEAN_DECAY) * slope[i]!;
        square[i] = SQUARE_DECAY * square[i]! + (1 - SQUARE_DECAY) * slope[i]! ** 2;
        value[i]! -= (rate * (mean[i]! / meanShare)) / (Math.sqrt(square[i]! / squareShare) + LEAST);
      }
    }
  };
}
