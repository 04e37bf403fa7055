/** Which figures may speak for which defect, and where they begin to. */
import { rangesOf, shownOf } from '../../../engine/enrolment/assisted/scoring/defects.ts';
import type { SentenceFigures } from '../../../engine/enrolment/assisted/scoring/sentence-figures.ts';
import type {
  Comparison,
  DefectName,
  DefectSigns,
  Sign,
} from '../../../engine/enrolment/assisted/scoring/signs.ts';
import { quantileLower } from '../../../media/statistics.ts';
import type { MeasuredTake } from './measure.ts';

type Figure = keyof SentenceFigures;

const CANDIDATES: Readonly<Record<DefectName, Readonly<Partial<Record<Figure, readonly Comparison[]>>>>> = {
  steadyNoise: {
    restDb: ['above', 'least'],
    dipDb: ['least'],
    hissDb: ['least', 'above'],
    wideRestDb: ['least'],
  },
  bursts: {
    valleyDb: ['least', 'above'],
    flatness: ['least', 'above'],
    highDb: ['least', 'above'],
    voiceless: ['least'],
  },
  coveredVoice: {
    voiceless: ['above', 'least'],
    covered: ['least', 'above'],
    aperiodic: ['least'],
    flatness: ['least'],
    wideRestDb: ['least'],
  },
  clipping: { levelTops: ['above'], bentTops: ['above', 'least'], piledUp: ['above'] },
  room: { decay: ['least', 'above'], wideDipDb: ['least'], aperiodic: ['least'], wideRestDb: ['least'] },
  lowLevel: { speechDb: ['most'] },
  haste: { pace: ['below', 'most'], usualPace: ['below'] },
  slowness: { pace: ['above', 'least'], usualPace: ['above'] },
  longPause: { pauseMs: ['above'] },
  foreignSound: { loudDb: ['above'], lastingDb: ['above'], voiced: ['above'] },
  click: { click: ['above', 'least'], secondClick: ['above', 'least'], thirdClick: ['above'] },
  bang: { highestDb: ['above', 'least'], hissiestDb: ['above', 'least'], fullDb: ['least'] },
  secondVoice: {
    overlap: ['above', 'least'],
    wideDipDb: ['least'],
    dipDb: ['least'],
    aperiodic: ['least'],
    restDb: ['least'],
    pitchLeaps: ['least', 'above'],
  },
  otherWords: { doubt: ['least', 'above'], leastSure: ['above'], unsure: ['above', 'least'] },
};

/** The least that is heard, or measured reliably, of each figure. */
const LEAST_UNITS: Readonly<Partial<Record<Figure, number>>> = {
  restDb: 3,
  wideRestDb: 3,
  dipDb: 4,
  wideDipDb: 4,
  hissDb: 4,
  valleyDb: 5,
  highDb: 5,
  highestDb: 5,
  hissiestDb: 4,
  levelTops: 0.0005,
  bentTops: 0.002,
  piledUp: 0.3,
  decay: 0.3,
  speechDb: 4,
  pace: 0.15,
  usualPace: 0.15,
  pauseMs: 500,
  loudDb: 8,
  lastingDb: 8,
  voiced: 3,
  click: 3,
  secondClick: 2.5,
  thirdClick: 2,
  fullDb: 6,
  overlap: 0.02,
  pitchLeaps: 0.02,
  covered: 0.1,
  aperiodic: 0.03,
  voiceless: 0.25,
  flatness: 0.5,
  doubt: 2,
  leastSure: 0.2,
  unsure: 0.05,
};
/** A sign begins so many units above what half of the clean sentences show, and a second slope there. */
const FROM_UNITS = 0.5;
const FURTHER_UNITS = 1.2;

/** All candidates, without weights. A unit is what is between half and nineteen in twenty of the clean sentences. */
export function unweighted(takes: readonly MeasuredTake[]): DefectSigns {
  const clean = takes.flatMap((take) => {
    const ranges = rangesOf(take.sentences);
    return take.sentences.filter((_, i) => take.clean[i]).map((own) => ({ own, ranges }));
  });
  const signOf = (figure: Figure, comparison: Comparison): Sign => {
    const shown = clean.flatMap(({ own, ranges }) => {
      const value = own[figure];
      const range = ranges.get(figure);
      return value === null || range === undefined ? [] : [shownOf(comparison, value, range)];
    });
    const half = quantileLower(shown, 0.5, 0);
    const unit = Math.max(quantileLower(shown, 0.95, 0) - half, LEAST_UNITS[figure] ?? 0.02);
    return [figure, comparison, half + FROM_UNITS * unit, unit, 0, half + FURTHER_UNITS * unit, 0];
  };
  const entries = Object.entries(CANDIDATES).map(([name, figures]) => [
    name,
    {
      bias: 0,
      signs: Object.entries(figures).flatMap(([figure, comparisons]) =>
        comparisons.map((comparison) => signOf(figure as Figure, comparison)),
      ),
    },
  ]);
  return Object.fromEntries(entries) as DefectSigns;
}
