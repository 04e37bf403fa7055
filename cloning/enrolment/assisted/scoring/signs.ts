/** Defects of a sentence, and the weights of its figures for each; fitted by `npm run eval:takes -- fit`. */
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

/** Distribution of a figure in clean sentences of people. */
export interface UsualFigure {
  readonly figure: Figure;
  readonly mean: number;
  /** Standard deviation. */
  readonly deviation: number;
}

/** Contribution of the figures to the log odds of a defect against a clean sentence. */
export interface Defect {
  readonly bias: number;
  /** Weights of each figure: for its deviation from the mean, and from the median of the take. */
  readonly weights: readonly (readonly [number, number])[];
}

export interface DefectModel {
  readonly figures: readonly UsualFigure[];
  readonly defects: Readonly<Record<DefectName, Defect>>;
}

/** The file format: weights by figure name, so that people can read it. */
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
