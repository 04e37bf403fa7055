/** Logistic regression on hashed features, by stochastic gradient descent. */
import { featuresOf, TABLE_BITS } from '../../agent-worker/hearing/endpointing/words/features.ts';
import { shuffled } from '../random.ts';
import type { Example } from './examples.ts';

const EPOCHS = 4;
const RATE = 0.15;
/** What is rarer teaches nothing that holds, and would take the place of what was never seen. */
const LEAST_SEEN = 4;
/** Of the squares of weights; rare features stay small. */
const PENALTY = 2e-5;

export interface Trained {
  readonly weights: Float64Array;
  readonly offset: number;
}

/** AdaGrad (Duchi et al. 2011). @param onEpoch called with the number of passes that are done */
export function train(
  examples: readonly Example[],
  random: () => number,
  onEpoch: (epoch: number) => void,
): Trained {
  const weights = new Float64Array(2 ** TABLE_BITS);
  const squares = new Float64Array(2 ** TABLE_BITS).fill(1e-6);
  let offset = 0;
  let offsetSquares = 1e-6;
  const found = examples.map(({ text, agent }) => Uint32Array.from(featuresOf(text, agent)));
  const seen = new Uint32Array(2 ** TABLE_BITS);
  for (const indices of found) for (const index of indices) seen[index]!++;
  const features = found.map((indices) => indices.filter((index) => seen[index]! >= LEAST_SEEN));
  for (let epoch = 1; epoch <= EPOCHS; epoch++) {
    for (const at of shuffled(
      examples.map((_, i) => i),
      random,
    )) {
      const { isEnd, weight } = examples[at]!;
      const indices = features[at]!;
      let sum = offset;
      for (const index of indices) sum += weights[index]!;
      const error = weight * ((isEnd ? 1 : 0) - 1 / (1 + Math.exp(-sum)));
      for (const index of indices) {
        const gradient = error - PENALTY * weights[index]!;
        squares[index]! += gradient * gradient;
        weights[index]! += (RATE * gradient) / Math.sqrt(squares[index]!);
      }
      offsetSquares += error * error;
      offset += (RATE * error) / Math.sqrt(offsetSquares);
    }
    onEpoch(epoch);
  }
  return { weights, offset };
}

/** The area under the ROC curve: how often an end has better odds than a pause. */
export function auc(scored: readonly { readonly odds: number; readonly isEnd: boolean }[]): number {
  const ranked = scored.toSorted((a, b) => a.odds - b.odds);
  let ends = 0;
  let sum = 0;
  for (const [rank, { isEnd }] of ranked.entries()) {
    if (!isEnd) continue;
    ends++;
    sum += rank + 1;
  }
  const pauses = ranked.length - ends;
  return (sum - (ends * (ends + 1)) / 2) / (ends * pauses);
}
