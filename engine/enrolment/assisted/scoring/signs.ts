/** What speaks for a defect; how much it does is fitted by `npm run eval:takes -- fit` (`defect-signs.ts`). */
import type { SentenceFigures } from './sentence-figures.ts';

/**
 * What a sentence shows of a figure: 'above' all of it, 'below' how little, 'least' how much more than the sentence of
 * the take that has least, 'most' how much less than the one that has most.
 */
export type Comparison = 'above' | 'below' | 'least' | 'most';

/**
 * A figure that speaks for a defect: nothing up to `from`, then `weight` for each `unit`, and `moreWeight` in addition
 * beyond `further`; logarithms of odds.
 */
export type Sign = readonly [
  figure: keyof SentenceFigures,
  comparison: Comparison,
  from: number,
  unit: number,
  weight: number,
  further: number,
  moreWeight: number,
];

export type DefectName =
  | 'steadyNoise'
  | 'bursts'
  | 'coveredVoice'
  | 'clipping'
  | 'room'
  | 'lowLevel'
  | 'haste'
  | 'slowness'
  | 'longPause'
  | 'foreignSound'
  | 'click'
  | 'bang'
  | 'secondVoice'
  | 'otherWords';

export interface Defect {
  readonly bias: number;
  readonly signs: readonly Sign[];
}

export type DefectSigns = Readonly<Record<DefectName, Defect>>;
