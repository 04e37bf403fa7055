/**
 * How likely it is that a sentence has a certain defect, from what was measured of it (`sentence-figures.ts`).
 *
 * A defect is likely where its signs are strong: the logarithm of its odds is a sum of what each sign adds, nothing as
 * long as people who read undisturbed show as much (logistic regression; the product of the probabilities that a
 * sentence has none of the defects is that it is clean, a "noisy or"). Voices, rooms and microphones differ: most signs
 * are held against the sentence of the take that shows least of them, and where the sentences of a take differ much
 * among each other, a difference says less.
 */
import { quantileLower } from '../../../../media/statistics.ts';
import { DEFECT_SIGNS } from './defect-signs.ts';
import type { SentenceFigures } from './sentence-figures.ts';
import type { Comparison, DefectName, DefectSigns, Sign } from './signs.ts';

/** A sign says no more than at so many times its unit. */
const MOST = 12;
/** Of fewer sentences it is not known how much they differ. */
const LEAST_SENTENCES = 4;
/** What all sentences of a take seem to have beyond these odds (logarithm) belongs to the voice, or to the room. */
export const USUAL_ODDS = -3;

interface Range {
  readonly least: number;
  readonly most: number;
  /** Between the quarters. */
  readonly spread: number;
}

type Figure = keyof SentenceFigures;
/** What the sentences of one take show of each figure. */
export type Ranges = ReadonlyMap<Figure, Range>;

export function rangesOf(figures: readonly SentenceFigures[]): Ranges {
  return new Map(
    (Object.keys(figures[0] ?? {}) as Figure[]).map((figure) => [
      figure,
      rangeOf(figures.map((own) => own[figure]).filter((x) => x !== null)),
    ]),
  );
}

/** What a sentence shows of a figure, beside the others of its take. */
export const shownOf = (comparison: Comparison, value: number, { least, most }: Range): number =>
  ({ above: value, below: -value, least: value - least, most: most - value })[comparison];

/** How far a sign is beyond `from` and beyond `further`, in its units; figures that are not known tell nothing. */
export function strengthsOf(
  [figure, against, from, unit, , further]: Sign,
  figures: Partial<SentenceFigures>,
  ranges: Ranges,
): readonly [number, number] {
  const value = figures[figure];
  const range = ranges.get(figure);
  if (value === undefined || value === null || range === undefined) return [0, 0];
  const shown = shownOf(against, value, range);
  const isRelative = against === 'least' || against === 'most';
  const width = isRelative ? Math.max(unit, range.spread) : unit;
  const beyond = (start: number): number => Math.min(MOST, Math.max(0, (shown - start) / width));
  return [beyond(from), beyond(further)];
}

/** What the sentences of one take have. */
export class Defects {
  readonly #signs: DefectSigns;
  readonly #ranges: Ranges;
  /** By defect, how much the odds of every sentence of the take are above what is usual. */
  readonly #usual = new Map<DefectName, number>();

  constructor(figures: readonly SentenceFigures[], signs = DEFECT_SIGNS) {
    this.#signs = signs;
    this.#ranges = rangesOf(figures);
    for (const name of Object.keys(signs) as DefectName[]) {
      const least = Math.min(...figures.map((own) => this.#odds(name, own)));
      this.#usual.set(name, Number.isFinite(least) ? Math.max(0, least - USUAL_ODDS) : 0);
    }
  }

  /** How likely a sentence is free of a defect, 0 to 1. */
  without(name: DefectName, figures: Partial<SentenceFigures>): number {
    return 1 / (1 + Math.exp(this.#odds(name, figures) - (this.#usual.get(name) ?? 0)));
  }

  /** The odds that a sentence has a defect, as logarithm. */
  #odds(name: DefectName, figures: Partial<SentenceFigures>): number {
    const { bias, signs } = this.#signs[name];
    return signs.reduce((sum, sign) => {
      const [first, second] = strengthsOf(sign, figures, this.#ranges);
      return sum + sign[4] * first + sign[6] * second;
    }, bias);
  }
}

function rangeOf(values: readonly number[]): Range {
  return {
    least: Math.min(...values),
    most: Math.max(...values),
    spread:
      values.length < LEAST_SENTENCES ? 0 : quantileLower(values, 0.75, 0) - quantileLower(values, 0.25, 0),
  };
}
