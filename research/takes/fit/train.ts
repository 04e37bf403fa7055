/** Weights of measurements: multinomial logistic regression with a quadratic penalty. */
import {
  DEFECTS,
  type Defect,
  type DefectModel,
  type DefectName,
  deviations,
  type Figure,
  scaled,
  type UsualFigure,
} from '../../../cloning/research.ts';
import { mean } from '../../../media/statistics.ts';
import { adam } from '../../adam.ts';
import { MIXED } from '../trials.ts';
import type { MeasuredTake } from './measure.ts';

export interface Training {
  /** Weight of a sentence by group of readers. Groups that are not named are ignored. */
  readonly groups: Readonly<Record<string, number>>;
  /** Regularisation: penalty on the squares of the weights. */
  readonly penalty: number;
  readonly steps: number;
}

export const TRAINING: Training = {
  groups: { people: 1, synthesizers: 0.3, kokoro: 0.3 },
  penalty: 0.003,
  steps: 300,
};

/** Name of each kind of degradation as a defect. */
const NAMES: Readonly<Record<string, DefectName>> = {
  'steady noise': 'steadyNoise',
  'bursts of noise': 'bursts',
  clipping: 'clipping',
  'coughs over words': 'cough',
  'a cough between words': 'foreignSound',
  clicks: 'click',
  'door slams': 'bang',
  'wrong words': 'otherWords',
  'a voice in a pause': 'foreignVoice',
  'a voice over words': 'secondVoice',
  'a long gap': 'longPause',
  'too quiet': 'lowLevel',
  'far from the microphone': 'distance',
  reverberant: 'room',
  'too fast': 'haste',
  'too slow': 'slowness',
};

const CLEAN = 0;
const CLASSES = 1 + DEFECTS.length;
const RATE = 0.05;
const LEAST_DEVIATION = 1e-3;

/** One sentence. */
interface Example {
  /** Its deviations, and a constant 1. */
  readonly inputs: Float64Array;
  /** Index of the defect; null when it is degraded in an unknown way. */
  readonly label: number | null;
  readonly count: number;
}

/**
 * Fits a model to takes. Typical values are those of clean sentences of people, or of all readers if there are none.
 */
export function train(takes: readonly MeasuredTake[], { groups, penalty, steps }: Training): DefectModel {
  const counted = takes.filter(({ group }) => (groups[group] ?? 0) > 0);
  const people = counted.filter(({ group }) => group === 'people');
  const figures = usualFigures(people.length > 0 ? people : counted);
  const examples = examplesOf(counted, groups, figures);
  const inputs = 2 * figures.length + 1;
  const weights = new Float64Array(inputs * CLASSES);
  const move = adam([weights]);
  for (let step = 0; step < steps; step++) {
    const slopes = slopesOf(examples, weights);
    // The biases come last.
    for (let k = 0; k < (inputs - 1) * CLASSES; k++) slopes[k]! += penalty * weights[k]!;
    move([slopes], RATE);
  }
  const against = (input: number, label: number): number =>
    weights[input * CLASSES + label]! - weights[input * CLASSES + CLEAN]!;
  const defectOf = (label: number): Defect => ({
    bias: against(inputs - 1, label),
    weights: figures.map((_, k) => [against(2 * k, label), against(2 * k + 1, label)]),
  });
  return {
    figures,
    defects: Object.fromEntries(DEFECTS.map((name, d) => [name, defectOf(d + 1)])) as Record<
      DefectName,
      Defect
    >,
  };
}

function usualFigures(takes: readonly MeasuredTake[]): UsualFigure[] {
  const clean = takes.flatMap(({ sentences, clean: own }) => sentences.filter((_, i) => own[i]));
  return Object.keys(takes[0]?.sentences[0] ?? {}).map((name) => {
    const figure = name as Figure;
    const values = clean.map((own) => scaled(figure, own)).filter((value) => value !== null);
    const middle = mean(values);
    const variance = mean(values.map((value) => (value - middle) ** 2));
    return { figure, mean: middle, deviation: Math.sqrt(variance) + LEAST_DEVIATION };
  });
}

/** Clean and degraded sentences have the same total weight. */
function examplesOf(
  takes: readonly MeasuredTake[],
  groups: Training['groups'],
  figures: readonly UsualFigure[],
): Example[] {
  const labelOf = ({ kind }: MeasuredTake): number | null =>
    kind === MIXED ? null : 1 + DEFECTS.indexOf(NAMES[kind]!);
  const examples = takes.flatMap((take) =>
    deviations(take.sentences, figures).map((own, i) => ({
      inputs: Float64Array.from([...own, 1]),
      label: take.clean[i] ? CLEAN : labelOf(take),
      count: groups[take.group] ?? 0,
    })),
  );
  const sumOf = (some: readonly Example[]): number => some.reduce((sum, { count }) => sum + count, 0);
  const clean = sumOf(examples.filter(({ label }) => label === CLEAN));
  const degraded = sumOf(examples) - clean;
  return examples.map((own) => ({
    ...own,
    count: (0.5 * own.count) / (own.label === CLEAN ? clean : degraded),
  }));
}

/** Gradient of the negative log likelihood with respect to the weights: CLASSES of them for each input. */
function slopesOf(examples: readonly Example[], weights: Float64Array): Float64Array {
  const slopes = new Float64Array(weights.length);
  const shares = new Float64Array(CLASSES);
  for (const { inputs, label, count } of examples) {
    shares.fill(0);
    for (let k = 0, at = 0; k < inputs.length; k++)
      for (let c = 0; c < CLASSES; c++, at++) shares[c]! += inputs[k]! * weights[at]!;
    const most = Math.max(...shares);
    let total = 0;
    for (let c = 0; c < CLASSES; c++) total += shares[c] = Math.exp(shares[c]! - most);
    const degraded = 1 - shares[CLEAN]! / total;
    for (let c = 0; c < CLASSES; c++) {
      const share = shares[c]! / total;
      const wanted =
        label === null ? (c === CLEAN ? 0 : share / Math.max(1e-9, degraded)) : c === label ? 1 : 0;
      shares[c] = count * (share - wanted);
    }
    for (let k = 0, at = 0; k < inputs.length; k++)
      for (let c = 0; c < CLASSES; c++, at++) slopes[at]! += inputs[k]! * shares[c]!;
  }
  return slopes;
}
