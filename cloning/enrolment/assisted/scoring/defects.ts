/**
 * How likely it is that a sentence has a certain defect, from what was measured of it (`sentence-figures.ts`).
 *
 * A sentence is clean or has one of the defects: multinomial logistic regression of its figures, each as a deviation
 * from what is usual with people and from the median of its take. What does not fit a defect speaks against it: a voice
 * that creaks is no noise as long as nothing hisses.
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

/** Deviations count up to so many standard deviations. */
const LEAST = -4;
const MOST = 8;
/** What all sentences of a take seem to have beyond these odds (logarithm) belongs to the voice, or to the room. */
const USUAL_ODDS = -3;

/** Shares of samples or frames are mostly near to none, and pauses last the longer the fewer there are. */
const SCALES: Readonly<Partial<Record<Figure, (value: number) => number>>> = {
  levelTops: (share) => Math.log(share + 1e-4),
  bentTops: (share) => Math.log(share + 1e-4),
  overlap: Math.sqrt,
  pitchLeaps: Math.sqrt,
  unsure: Math.sqrt,
  pauseMs: (ms) => Math.log(ms + 200),
  voiced: (frames) => Math.log(frames + 1),
};

/** A figure on the scale on which it is compared; null where it is not known. */
export function scaled(figure: Figure, own: SentenceFigures): number | null {
  const value = own[figure];
  return value === null ? null : (SCALES[figure]?.(value) ?? value);
}

/**
 * For each sentence of a take, one after the other for each figure: its deviation from the mean, and from the median of
 * the take. Figures that are not known deviate by nothing.
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

/** What the sentences of one take have. */
export class Defects {
  /** By sentence, how likely it has each defect. */
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

  /** How likely a sentence of the take has none of some defects, 0 to 1. */
  without(names: readonly DefectName[], sentence: SentenceFigures): number {
    const likely = this.#likely.get(sentence);
    return Math.max(0, 1 - names.reduce((sum, name) => sum + (likely?.get(name) ?? 0), 0));
  }
}
