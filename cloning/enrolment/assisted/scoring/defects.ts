/**
 * Probability that a sentence has a certain defect, from its measurements (`sentence-figures.ts`).
 *
 * A sentence is clean or has one of the defects: multinomial logistic regression on its figures, each as a deviation
 * from its usual value with people and from the median of the take. Figures that do not match a defect count against
 * it: a creaky voice is not noise if nothing hisses.
 */
import { mean, quantileFloor, quantileLower } from '../../../../media/statistics.ts';
import type { SentenceFigures } from './sentence-figures.ts';
import {
  DEFECT_MODEL,
  DEFECTS,
  type DefectModel,
  type DefectName,
  type Figure,
  type UsualFigure,
} from './signs.ts';

/** Deviations are clamped to this many standard deviations. */
const LEAST = -4;
const MOST = 8;
/** Log odds above which a defect of all sentences of a take is attributed to the voice or the room. */
const USUAL_ODDS = -3;

/**
 * Transformations to the scales of the regression. Shares are mostly near zero, and pauses are longer the fewer there
 * are.
 */
const SCALES: Readonly<Partial<Record<Figure, (value: number) => number>>> = {
  levelTops: (share) => Math.log(share + 1e-4),
  bentTops: (share) => Math.log(share + 1e-4),
  overlap: Math.sqrt,
  pitchLeaps: Math.sqrt,
  unsure: Math.sqrt,
  pauseMs: (ms) => Math.log(ms + 200),
  voiced: (frames) => Math.log(frames + 1),
};

/** A figure on the scale of the regression; null if it is unknown. */
export function scaled(figure: Figure, own: SentenceFigures): number | null {
  const value = own[figure];
  return value === null ? null : (SCALES[figure]?.(value) ?? value);
}

/**
 * Deviations from the mean and from the median of the take, for each figure of each sentence in order. Unknown figures
 * have no deviation.
 */
export function deviations(
  sentences: readonly SentenceFigures[],
  figures: readonly UsualFigure[],
): readonly Float64Array[] {
  const all = sentences.map(() => new Float64Array(2 * figures.length));
  for (const [k, usual] of figures.entries()) {
    const own = sentences.map((sentence) => {
      const value = scaled(usual.figure, sentence);
      return value === null ? null : Math.min(MOST, Math.max(LEAST, (value - usual.mean) / usual.deviation));
    });
    const known = own.filter((value) => value !== null);
    const median = mean([quantileLower(known, 0.5, 0), quantileFloor(known, 0.5, 0)]);
    for (const [i, value] of own.entries()) {
      if (value !== null) all[i]!.set([value, value - median], 2 * k);
    }
  }
  return all;
}

/** Defects of the sentences of one take. */
export class Defects {
  /** Probability of each defect, by sentence. */
  readonly #likely = new Map<SentenceFigures, ReadonlyMap<DefectName, number>>();

  constructor(sentences: readonly SentenceFigures[], { figures, defects }: DefectModel = DEFECT_MODEL) {
    const all = deviations(sentences, figures).map((own) =>
      DEFECTS.map((name) => {
        const { bias, weights } = defects[name];
        return weights.reduce((sum, [w, v], k) => sum + w * own[2 * k]! + v * own[2 * k + 1]!, bias);
      }),
    );
    const usual = DEFECTS.map((_, d) => Math.max(0, Math.min(...all.map((odds) => odds[d]!)) - USUAL_ODDS));
    for (const [i, absolute] of all.entries()) {
      const odds = absolute.map((each, d) => each - usual[d]!);
      const most = Math.max(0, ...odds);
      const shares = odds.map((each) => Math.exp(each - most));
      const total = shares.reduce((sum, share) => sum + share, Math.exp(-most));
      this.#likely.set(sentences[i]!, new Map(DEFECTS.map((name, d) => [name, shares[d]! / total])));
    }
  }

  /** Probability that a sentence of the take has none of some defects, 0 to 1. */
  without(names: readonly DefectName[], sentence: SentenceFigures): number {
    const likely = this.#likely.get(sentence);
    return Math.max(0, 1 - names.reduce((sum, name) => sum + (likely?.get(name) ?? 0), 0));
  }
}
