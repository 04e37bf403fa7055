/** Weights of signs: logistic regression of all defects together ("noisy or"), by Adam (Kingma and Ba, 2015). */
import type { DefectName, DefectSigns, Sign } from '../../../engine/enrolment/assisted/scoring/signs.ts';
import { unweighted } from './candidates.ts';
import type { MeasuredTake } from './measure.ts';
import { Lesson, type Weights } from './model.ts';

export interface Training {
  /** How much a take counts of each group of readers; those of a group that is not named do not count. */
  readonly groups: Readonly<Record<string, number>>;
  /** Whose clean sentences say where signs begin. */
  readonly scale: readonly string[];
  /** Of the weights: of what is compared within a take, and of what is not. */
  readonly penalty: { readonly relative: number; readonly absolute: number };
  readonly mostWeight: number;
  readonly steps: number;
}

export const TRAINING: Training = {
  groups: { people: 1, synthesizers: 0.3, kokoro: 0.3 },
  scale: ['people'],
  penalty: { relative: 0.002, absolute: 0.002 },
  mostWeight: 2,
  steps: 200,
};

const FIRST_BIAS = -5;
const FIRST_WEIGHTS = [0.5, 1] as const;
const BIAS_PENALTY = 0.001;
const RATE = 0.08;
const [MEAN_DECAY, SQUARE_DECAY] = [0.9, 0.999];
/** Signs with lower weights are left out. */
const LEAST_WEIGHT = 0.05;

/** Signs with weights, fitted to takes. */
export function train(takes: readonly MeasuredTake[], training: Training): DefectSigns {
  const counted = takes.filter(({ group }) => (training.groups[group] ?? 0) > 0);
  const usual = counted.filter(({ group }) => training.scale.includes(group));
  const signs = unweighted(usual.length > 0 ? usual : counted);
  const lessons = counted.map((take) => new Lesson(take, signs));
  const clean = counted.reduce((sum, take) => sum + take.clean.filter((own) => own).length, 0);
  const degraded = counted.reduce((sum, take) => sum + take.clean.filter((own) => !own).length, 0);
  const names = Object.keys(signs) as DefectName[];
  const zeros = (): Weights =>
    new Map(names.map((name) => [name, new Float64Array(1 + 2 * signs[name].signs.length)]));
  const [weights, means, squares] = [zeros(), zeros(), zeros()];
  for (const own of weights.values())
    for (let k = 0; k < own.length; k++) own[k] = k === 0 ? FIRST_BIAS : FIRST_WEIGHTS[(k - 1) % 2]!;
  for (let step = 1; step <= training.steps; step++) {
    const gradients = zeros();
    for (const lesson of lessons) {
      const count = training.groups[lesson.take.group] ?? 0;
      const counts = {
        clean: (0.5 * count) / clean,
        degraded: (0.5 * count) / degraded,
        take: count / counted.length,
      };
      lesson.learn(weights, counts, gradients);
    }
    for (const name of names) {
      const own = weights.get(name)!;
      for (const [k, slope] of gradients.get(name)!.entries()) {
        const penalised = slope + penaltyOf(signs[name].signs, own, k, training);
        const [mean, square] = [means.get(name)!, squares.get(name)!];
        mean[k] = MEAN_DECAY * mean[k]! + (1 - MEAN_DECAY) * penalised;
        square[k] = SQUARE_DECAY * square[k]! + (1 - SQUARE_DECAY) * penalised * penalised;
        const expected = mean[k]! / (1 - MEAN_DECAY ** step);
        const spread = Math.sqrt(square[k]! / (1 - SQUARE_DECAY ** step)) + 1e-8;
        own[k]! -= (RATE * expected) / spread;
        if (k > 0) own[k] = Math.min(training.mostWeight, Math.max(0, own[k]!));
      }
    }
  }
  const entries = names.map((name) => [name, weighted(signs[name].signs, weights.get(name)!)]);
  return Object.fromEntries(entries) as DefectSigns;
}

function penaltyOf(signs: readonly Sign[], weights: Float64Array, k: number, { penalty }: Training): number {
  if (k === 0) return BIAS_PENALTY * (weights[0]! - FIRST_BIAS);
  const comparison = signs[(k - 1) >> 1]![1];
  const isRelative = comparison === 'least' || comparison === 'most';
  return (isRelative ? penalty.relative : penalty.absolute) * weights[k]!;
}

function weighted(signs: readonly Sign[], weights: Float64Array): DefectSigns[DefectName] {
  return {
    bias: weights[0]!,
    signs: signs
      .map(([figure, comparison, from, unit, , further], i): Sign => {
        const [weight, more] = [weights[1 + 2 * i]!, weights[2 + 2 * i]!];
        return [figure, comparison, from, unit, weight, further, more];
      })
      .filter((sign) => Math.max(sign[4], sign[6]) >= LEAST_WEIGHT),
  };
}
