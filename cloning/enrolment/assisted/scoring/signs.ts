/** What may be wrong with a sentence, and how its figures tell; fitted by `npm run eval:takes -- fit`. */
import table from './defect-model.json' with { type: 'json' };
import type { SentenceFigures } from './sentence-figures.ts';

export const DEFECTS = [
  'steadyNoise',
  'bursts',
  'clipping',
  'cough',
  'click',
  'bang',
  'foreignSound',
  'foreignVoice',
  'secondVoice',
  'otherWords',
  'longPause',
  'haste',
  'slowness',
  'lowLevel',
  'distance',
  'room',
] as const;

export type DefectName = (typeof DEFECTS)[number];
export type Figure = keyof SentenceFigures;

/** Of a figure, in clean sentences of people. */
export interface UsualFigure {
  readonly figure: Figure;
  readonly mean: number;
  /** Standard deviation. */
  readonly deviation: number;
}

/** How the figures of a sentence add to the odds of a defect against that of being clean, as logarithms. */
export interface Defect {
  readonly bias: number;
  /** For each figure: by deviation from its mean, and by deviation from the median of the take. */
  readonly weights: readonly (readonly [number, number])[];
}

export interface DefectModel {
  readonly figures: readonly UsualFigure[];
  readonly defects: Readonly<Record<DefectName, Defect>>;
}

/** The file: weights by figure, so that people can read it. */
interface Table {
  readonly figures: Readonly<Record<string, readonly number[]>>;
  readonly defects: Readonly<
    Record<string, { readonly bias: number; readonly weights: Readonly<Record<string, readonly number[]>> }>
  >;
}

export function modelOf({ figures, defects }: Table): DefectModel {
  const names = Object.keys(figures);
  const pair = (numbers: readonly number[] | undefined): readonly [number, number] => [
    numbers?.[0] ?? 0,
    numbers?.[1] ?? 0,
  ];
  return {
    figures: names.map((figure) => {
      const [mean, deviation] = pair(figures[figure]);
      return { figure: figure as Figure, mean, deviation };
    }),
    defects: Object.fromEntries(
      DEFECTS.map((name) => {
        const own = defects[name];
        return [name, { bias: own?.bias ?? 0, weights: names.map((figure) => pair(own?.weights[figure])) }];
      }),
    ) as unknown as Record<DefectName, Defect>,
  };
}

export const DEFECT_MODEL = modelOf(table);
