/** Logistic regression on hashed features, by stochastic gradient descent. */
import { featuresOf } from '../../agent-worker/research.ts';
import { shuffled } from '../random.ts';
import type { Example } from './examples.ts';

const EPOCHS = 4;
const RATE = 0.15;
/** Rarer features are unreliable, and would take the rows of unseen ones. */
const LEAST_SEEN = 15;
/**
 * Share of an example's features that is left out at each step (dropout, Srivastava et al. 2014), so that several
 * common words decide instead of one rare word.
 */
const DROPPED = 0.5;
/** Penalty of the squares of weights; rare features stay small. */
const PENALTY = 2e-5;

/** Features of a turn: each kept word has a few. */
const MOST_FEATURES = 512;

export interface Trained {
  readonly weights: Float64Array;
  readonly offset: number;
}

/**
 * AdaGrad (Duchi et al. 2011).
 * @param bits of the table's size
 * @param onEpoch called with the number of completed passes
 */
export function train(
  examples: readonly Example[],
  bits: number,
  random: () => number,
  onEpoch: (epoch: number) => void,
): Trained {
  const weights = new Float64Array(2 ** bits);
  const squares = new Float64Array(2 ** bits).fill(1e-6);
  let offset = 0;
  let offsetSquares = 1e-6;
  const found = examples.map(({ text, agent }) => Uint32Array.from(featuresOf(text, agent, bits)));
  const seen = new Uint32Array(2 ** bits);
  for (const indices of found) for (const index of indices) seen[index]!++;
  const features = found.map((indices) => indices.filter((index) => seen[index]! >= LEAST_SEEN));
  const indices = new Uint32Array(MOST_FEATURES);
  for (let epoch = 1; epoch <= EPOCHS; epoch++) {
    for (const at of shuffled(
      examples.map((_, i) => i),
      random,
    )) {
      const { isEnd, weight } = examples[at]!;
      const all = features[at]!;
      let kept = 0;
      let sum = offset;
      for (const index of all) {
        if (random() < DROPPED) continue;
        indices[kept++] = index;
        sum += weights[index]!;
      }
      const error = weight * ((isEnd ? 1 : 0) - 1 / (1 + Math.exp(-sum)));
      for (let i = 0; i < kept; i++) {
        const index = indices[i]!;
        const gradient = error - PENALTY * weights[index]!;
        squares[index]! += gradient * gradient;
        weights[index]! += (RATE * gradient) / Math.sqrt(squares[index]!);
      }
      offsetSquares += error * error;
      offset += (RATE * error) / Math.sqrt(offsetSquares);
    }
    onEpoch(epoch);
  }
  return { weights: weights.map((weight) => weight * (1 - DROPPED)), offset };
}

/** The area under the ROC curve: the probability that an end has higher odds than a pause. */
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
