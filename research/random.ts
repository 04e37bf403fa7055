/** Reproducible random numbers. `random` returns numbers in [0, 1). */
import { randomNumbers } from '../media/random.ts';

export { randomNumbers };

/** Returns a number of the normal distribution with mean 0 and standard deviation 1 (Box and Muller, 1958). */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Returns a generator of reproducible normal numbers. */
export function normalNumbers(seed: number): () => number {
  const random = randomNumbers(seed);
  return () => normal(random);
}

export function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)]!;
}

/** Returns the items in random order (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
