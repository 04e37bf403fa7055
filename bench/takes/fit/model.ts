/** Takes as the fit sees them: how strong each sign is, and what is likely of it with given weights. */
import { rangesOf, strengthsOf, USUAL_ODDS } from '../../../engine/enrolment/assisted/scoring/defects.ts';
import type { SentenceFigures } from '../../../engine/enrolment/assisted/scoring/sentence-figures.ts';
import type { DefectName, DefectSigns } from '../../../engine/enrolment/assisted/scoring/signs.ts';
import type { MeasuredTake } from './measure.ts';

/** By defect: the bias, then two weights for each sign. */
export type Weights = ReadonlyMap<DefectName, Float64Array>;

/** These are judged by what is heard in a whole passage. */
const OF_PASSAGES: readonly DefectName[] = ['longPause', 'foreignSound'];
/** Nothing is less likely: no take may outweigh all others. */
const LEAST_LOG = -12;

interface Suspects {
  /** How strong the signs are in each sentence, then in each passage where these are judged. */
  readonly strengths: readonly Float64Array[];
  /** By passage, which of them it has. */
  readonly passages: readonly (readonly number[])[];
  /** How likely each has the defect; and the gradient of the loss by the logarithm of its odds. */
  readonly likely: Float64Array;
  readonly gradient: Float64Array;
}

/** What one take tells about weights. */
export class Lesson {
  readonly take: MeasuredTake;
  readonly #suspects = new Map<DefectName, Suspects>();

  constructor(take: MeasuredTake, signs: DefectSigns) {
    this.take = take;
    const ranges = rangesOf(take.sentences);
    for (const [name, { signs: own }] of Object.entries(signs) as [DefectName, DefectSigns[DefectName]][]) {
      const strengths = (figures: Partial<SentenceFigures>): Float64Array =>
        Float64Array.from([1, ...own.flatMap((sign) => strengthsOf(sign, figures, ranges))]);
      const whole = OF_PASSAGES.includes(name);
      const all = [...take.sentences, ...(whole ? take.passages.map(({ between }) => between) : [])].map(
        strengths,
      );
      this.#suspects.set(name, {
        strengths: all,
        passages: take.passages.map(({ sentences }, i) => (whole ? [take.sentences.length + i] : sentences)),
        likely: new Float64Array(all.length),
        gradient: new Float64Array(all.length),
      });
    }
  }

  /**
   * Adds the gradient of the loss: that clean sentences seem to have a defect, degraded ones none, and that passages
   * with degraded sentences come before clean ones.
   * @param counts how much a clean and a degraded sentence count, and the take
   * @returns the loss
   */
  learn(
    weights: Weights,
    counts: { readonly clean: number; readonly degraded: number; readonly take: number },
    gradients: Weights,
  ): number {
    for (const [name, suspects] of this.#suspects) this.#guess(suspects, weights.get(name)!);
    const loss = this.#judgeSentences(counts) + this.#judgePassages(counts.take);
    for (const [name, { strengths, gradient }] of this.#suspects) {
      const sum = gradients.get(name)!;
      for (const [i, own] of strengths.entries()) {
        if (gradient[i] === 0) continue;
        for (let k = 0; k < own.length; k++) sum[k]! += gradient[i]! * own[k]!;
      }
    }
    return loss;
  }

  /** What all sentences of a take have is held against none, as in `Defects`. */
  #guess({ strengths, likely, gradient }: Suspects, weights: Float64Array): void {
    gradient.fill(0);
    let least = Infinity;
    for (const [i, own] of strengths.entries()) {
      let odds = 0;
      for (let k = 0; k < own.length; k++) odds += weights[k]! * own[k]!;
      likely[i] = odds;
      if (i < this.take.sentences.length) least = Math.min(least, odds);
    }
    const usual = Math.max(0, least - USUAL_ODDS);
    for (let i = 0; i < likely.length; i++) likely[i] = 1 / (1 + Math.exp(usual - likely[i]!));
  }

  #judgeSentences({ clean, degraded }: { readonly clean: number; readonly degraded: number }): number {
    let loss = 0;
    for (const [i, isClean] of this.take.clean.entries()) {
      let log = 0;
      for (const { likely } of this.#suspects.values()) log += Math.log(1 - likely[i]! + 1e-12);
      const flawless = Math.exp(log);
      loss -= isClean ? clean * log : degraded * Math.log(1 - flawless + 1e-9);
      const slope = isClean ? clean : (-degraded * flawless) / (1 - flawless + 1e-9);
      for (const { likely, gradient } of this.#suspects.values()) gradient[i]! += slope * likely[i]!;
    }
    return loss;
  }

  /** The share that clean passages have of all, by their scores without what is only preferred. */
  #judgePassages(weight: number): number {
    const { passages } = this.take;
    if (passages.every(({ clean }) => clean) || !passages.some(({ clean }) => clean)) return 0;
    const worst = passages.map((_, p) =>
      [...this.#suspects.values()].map((suspects) => ({ suspects, index: worstOf(suspects, p) })),
    );
    const shares = worst.map((all) =>
      Math.exp(
        Math.max(
          LEAST_LOG,
          all.reduce((log, { suspects, index }) => log + Math.log(1 - suspects.likely[index]! + 1e-12), 0),
        ),
      ),
    );
    const total = shares.reduce((sum, share) => sum + share, 0);
    const right = shares.reduce((sum, share, p) => (passages[p]!.clean ? sum + share : sum), 0);
    for (const [p, all] of worst.entries()) {
      const share = shares[p]!;
      const slope = (passages[p]!.clean ? share / (right + 1e-9) : 0) - share / total;
      for (const { suspects, index } of all)
        suspects.gradient[index]! += weight * slope * suspects.likely[index]!;
    }
    return -weight * Math.log(right / total + 1e-9);
  }
}

function worstOf({ likely, passages }: Suspects, passage: number): number {
  return passages[passage]!.reduce((worst, index) => (likely[index]! > likely[worst]! ? index : worst));
}
