/** The results as tables: a row for each condition, a column for each enhancer. */
import type { Table } from '../../bench/report/table.ts';
import type { Evaluation, Row, Score } from './evaluate.ts';

const hundredths = (value: number): string => value.toFixed(2);
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

interface Metric {
  readonly title: string;
  readonly of: (score: Score) => number;
  readonly format: (value: number) => string;
}

const SIMILARITY: Metric = {
  title: 'similarity to the speaker',
  of: (score) => score.similarity,
  format: hundredths,
};
const WER: Metric = { title: 'word error rate', of: (score) => score.wordErrorRate, format: percent };
const OVRL: Metric = { title: 'DNSMOS, overall', of: (score) => score.ovrl, format: hundredths };
const SIG: Metric = { title: 'DNSMOS, speech', of: (score) => score.sig, format: hundredths };
const BAK: Metric = { title: 'DNSMOS, background', of: (score) => score.bak, format: hundredths };

export function tablesOf(evaluation: Evaluation): Table[] {
  const { recordings, clones, enhancers, takes, clonedTakes } = evaluation;
  const tables = [SIMILARITY, OVRL, SIG, BAK, WER].map((metric) =>
    table(`Recordings: ${metric.title} (${takes} takes)`, metric, recordings, enhancers),
  );
  if (clones.length > 0)
    tables.push(
      ...[SIMILARITY, OVRL, WER].map((metric) =>
        table(`Clones: ${metric.title} (${clonedTakes} takes)`, metric, clones, enhancers),
      ),
    );
  return tables;
}

function table(
  title: string,
  { of, format }: Metric,
  rows: readonly Row[],
  enhancers: readonly string[],
): Table {
  const cell = (score: Score | null | undefined): string => (score ? format(of(score)) : '-');
  const meanOf = (name: string): string => {
    const scores = rows.flatMap((row) => row.scores[name] ?? []);
    return scores.length === 0 ? '-' : format(scores.reduce((sum, s) => sum + of(s), 0) / scores.length);
  };
  return {
    title,
    columns: ['condition', ...enhancers],
    rows: [
      ...rows.map(({ condition, scores }) => [condition, ...enhancers.map((name) => cell(scores[name]))]),
      ['mean', ...enhancers.map(meanOf)],
    ],
    notes: [],
  };
}

/** Lists the cost of the enhancers, and what could not be cloned. */
export function remarksOf({ cost, refusals }: Evaluation): string[] {
  return [
    ...Object.entries(cost).map(
      ([name, share]) => `${name} takes ${(100 * share).toFixed(1)} % of real time on one core.`,
    ),
    ...[...byReason(refusals)].map(([reason, cases]) => `No clone of ${cases.join('; ')}. Reason: ${reason}`),
  ];
}

/** Speaker, condition and enhancer of each refusal, grouped by reason. */
function byReason(refusals: readonly string[]): Map<string, string[]> {
  const reasons = new Map<string, string[]>();
  for (const refusal of refusals) {
    const [which = '', ...reason] = refusal.split(': ');
    const key = reason.join(': ');
    reasons.set(key, [...(reasons.get(key) ?? []), which]);
  }
  return reasons;
}
