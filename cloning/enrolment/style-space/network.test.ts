import fc from 'fast-check';
import { expect, test } from 'vitest';
import { activations, type Network, slopeOf } from './network.ts';

const SIZES = [3, 5, 4, 2];

const network = (values: readonly number[]): Network => {
  let at = 0;
  const next = (count: number): Float32Array =>
    Float32Array.from({ length: count }, () => values[at++ % values.length]!);
  return SIZES.slice(1).map((outputs, k) => ({
    weights: next(outputs * SIZES[k]!),
    biases: next(outputs),
  }));
};

const finite = fc.double({ min: -1, max: 1, noNaN: true });

test('slopes are those of small steps, along inputs and weights', () => {
  fc.assert(
    fc.property(
      fc.array(finite, { minLength: 61, maxLength: 61 }),
      fc.array(finite, { minLength: 3, maxLength: 3 }),
      (weights, input) => {
        const trained = network(weights);
        const sum = (from: Network, values: readonly number[]): number => {
          const [a, b] = activations(from, Float64Array.from(values)).at(-1)!;
          return a! - 2 * b!;
        };
        const values = activations(trained, Float64Array.from(input));
        const biases: Float64Array[] = [];
        const slope = slopeOf(trained, values, Float64Array.of(1, -2), (layer, along) => {
          biases[layer] = along;
        });
        for (let i = 0; i < input.length; i++) {
          const moved = (by: number): number =>
            sum(
              trained,
              input.map((value, k) => (k === i ? value + by : value)),
            );
          expect(slope[i]).toBeCloseTo((moved(1e-4) - moved(-1e-4)) / 2e-4, 5);
        }
        const shifted = (by: number): number =>
          sum(
            trained.map((layer, k) =>
              k === 1
                ? { ...layer, biases: layer.biases.map((bias, o) => (o === 2 ? bias + by : bias)) }
                : layer,
            ),
            input,
          );
        expect(biases[1]![2]).toBeCloseTo((shifted(0.01) - shifted(-0.01)) / 0.02, 3);
      },
    ),
    { numRuns: 100 },
  );
});
