/**
 * `npm run eval:kokoro -- fit`: fits a model that predicts the statistics of the generator's norms from an utterance.
 */

import { UsageError } from '../../bench/arguments.ts';
import type { Table } from '../../bench/report/table.ts';
import { toText } from '../../bench/report/table.ts';
import { predict, REGRESSION, type Regression, regressionOf } from '../../engine/research.ts';
import { mean, quantileNearest } from '../../media/statistics.ts';
import { say, write } from '../evaluation.ts';
import { type Cast, readCast } from './cast.ts';
import { FITTING_TEXTS, UNSEEN_TEXTS } from './fitting-texts.ts';
import { type Observation, Observatory } from './observations.ts';
import type { FitOptions } from './options.ts';
import { fitRegression, statisticsOf } from './regression.ts';
import { packTable } from './table.ts';

/** Relative to the root of the project, where npm runs its scripts. */
const TABLE_FILE = 'engine/synthesis/families/kokoro/generator-statistics.json';
/** Upper bound of the file size, because it is read at every start. */
const MOST_BYTES = 1_000_000;
/** Utterances shorter than 1.25 s. */
const SHORT_FRAMES = 100;

export async function fitStatistics(options: FitOptions, signal: AbortSignal): Promise<void> {
  const cast = await readCast(options.voices);
  const observatory = await Observatory.open(cast.modelPath);
  try {
    const observe = (texts: typeof FITTING_TEXTS) =>
      observeAll(observatory, cast, texts, options.texts ?? Number.POSITIVE_INFINITY, signal);
    const seen = await observe(FITTING_TEXTS);
    if (seen.length < 3) throw new UsageError('a fit needs at least three utterances');
    const unseen = await observe(UNSEEN_TEXTS);
    say(`fitting ${seen.length} utterances`);
    const table = packTable(fitRegression(seen, options.rank), observatory.norms, largestOf(seen));
    const json = `${JSON.stringify(table, null, 2)}\n`;
    process.stdout.write(`${toText(errorTable(regressionOf(table), seen, unseen))}\n`);
    say(`rank ${table.rank}, ${json.length} bytes`);
    if (json.length >= MOST_BYTES)
      throw new UsageError(`the table must stay below ${MOST_BYTES} bytes; lower --rank`);
    if (options.write) await write(TABLE_FILE, json);
  } finally {
    await observatory.close();
  }
}

async function observeAll(
  observatory: Observatory,
  { actors, espeak }: Cast,
  texts: Readonly<Record<string, readonly string[]>>,
  most: number,
  signal: AbortSignal,
): Promise<Observation[]> {
  const observations: Observation[] = [];
  for (const actor of actors) {
    for (const text of (texts[actor.espeakVoice] ?? []).slice(0, most)) {
      signal.throwIfAborted();
      observations.push(await observatory.observe(actor, text, espeak));
    }
    say(`${actor.name} is rendered, ${observations.length} utterances so far`);
  }
  return observations;
}

function largestOf(observations: readonly Observation[]): Float32Array {
  const [first, ...others] = observations;
  const largest = Float32Array.from(first?.largest ?? []);
  for (const other of others) {
    for (const [i, value] of other.largest.entries()) largest[i] = Math.max(largest[i]!, value);
  }
  return largest;
}

function errorTable(fitted: Regression, seen: readonly Observation[], unseen: readonly Observation[]): Table {
  const short = unseen.filter(({ frames }) => frames < SHORT_FRAMES);
  const long = unseen.filter(({ frames }) => frames >= SHORT_FRAMES);
  const groups = [
    { name: 'Fitted texts', observations: seen },
    { name: 'Unseen texts, 1.25 s and longer', observations: long },
    { name: 'Unseen texts, shorter', observations: short },
  ].filter(({ observations }) => observations.length > 0);
  return {
    title: 'Errors of predicted statistics',
    columns: [
      'Texts',
      'Utterances',
      'Means',
      'median',
      'Deviations',
      'median',
      'Table before: means',
      'deviations',
    ],
    rows: groups.map(({ name, observations }) => {
      const now = errorsOf(fitted, observations);
      const before = errorsOf(REGRESSION, observations);
      const figures = [now.means, now.medianOfMeans, now.deviations, now.medianOfDeviations];
      const all = [...figures, before.means, before.deviations].map((value) => value.toFixed(3));
      return [name, String(observations.length), ...all];
    }),
    notes: [
      'Errors of means in units of the table, those of deviations as natural logarithms.',
      'The table before has seen other utterances of the same voices.',
    ],
  };
}

function errorsOf(regression: Regression, observations: readonly Observation[]) {
  const means: number[] = [];
  const deviations: number[] = [];
  const typical = Float64Array.from(regression.deviations);
  for (const observation of observations) {
    const predicted = predict(observation.known, regression);
    const actual = statisticsOf(observation, typical);
    for (const [i, value] of actual.entries()) {
      (i < typical.length ? means : deviations).push(Math.abs(predicted[i]! - value));
    }
  }
  return {
    means: mean(means),
    medianOfMeans: quantileNearest(means, 0.5),
    deviations: mean(deviations),
    medianOfDeviations: quantileNearest(deviations, 0.5),
  };
}
