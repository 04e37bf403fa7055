/** The results as tables and as a page. */
import { type Table, toMarkdown } from '../../bench/report/table.ts';
import { DEGRADATIONS } from './degradations.ts';
import type { TakesOptions } from './options.ts';
import { MIXED, STRENGTHS, type Verdict } from './trials.ts';

/** Readers that are judged together. */
export interface Group {
  readonly name: string;
  readonly verdicts: readonly Verdict[];
}

export function takesTable({ name, verdicts }: Group): Table {
  const kinds = [...DEGRADATIONS.map(({ kind }) => kind), MIXED];
  const rows = kinds.flatMap((kind) => {
    const own = verdicts.filter((verdict) => verdict.kind === kind);
    return own.length === 0 ? [] : [rowOf(kind, own)];
  });
  if (rows.length > 1) rows.push(rowOf('all', verdicts));
  return {
    title: name,
    columns: ['degraded by', 'takes', ...STRENGTHS, 'right', 'nothing found', 'clean', 'degraded'],
    rows,
    notes: [
      'Right: the chosen passage contains only clean sentences. Clean, degraded: median score of the best clean ' +
        'passage, and of the best that contains a degraded sentence.',
      ...wrongNote(verdicts),
    ],
  };
}

/** Returns how many clean sentences were refused, and the failed takes. */
function wrongNote(verdicts: readonly Verdict[]): string[] {
  const wrong = verdicts.filter(({ right }) => !right);
  if (verdicts.length === 0) return [];
  const named = wrong.map(({ kind, strength, reader }) => `${kind}, ${strength} (${reader})`);
  const which = named.length === 0 ? '' : ` Wrong: ${named.join('; ')}.`;
  const sum = (of: (verdict: Verdict) => number): number => verdicts.reduce((all, own) => all + of(own), 0);
  return [
    `${sum(({ misread }) => misread)} of ${sum(({ clean }) => clean)} clean sentences were held for misread.`,
    `${verdicts.length - wrong.length} of ${verdicts.length} right.${which}`,
  ];
}

function rowOf(name: string, verdicts: readonly Verdict[]): string[] {
  const shareOf = (some: readonly Verdict[]): string =>
    some.length === 0
      ? ''
      : `${((100 * some.filter(({ right }) => right).length) / some.length).toFixed(0)} %`;
  return [
    name,
    String(verdicts.length),
    ...STRENGTHS.map((strength) => shareOf(verdicts.filter((verdict) => verdict.strength === strength))),
    shareOf(verdicts),
    String(verdicts.filter(({ found }) => !found).length),
    median(verdicts.map(({ cleanScore }) => cleanScore)),
    median(verdicts.map(({ spoiledScore }) => spoiledScore)),
  ];
}

function median(values: readonly number[]): string {
  return ([...values].sort((a, b) => a - b)[values.length >> 1] ?? 0).toFixed(2);
}

const JUDGES =
  '- Words are compared as in enrolment, with two accents of espeak and the neural voice, but no voice with ' +
  'itself: readings by espeak are compared with the neural voice and the other accent, readings by the neural ' +
  'voice with the two accents, readings by people with all three. With `fast`, enrolment uses one accent only';

export function pageOf(
  groups: readonly Group[],
  { trials, find, kokoro, tuning, oneVoice }: TakesOptions,
): string {
  const times = groups.flatMap(({ verdicts }) => verdicts.map(({ ms }) => ms)).sort((a, b) => a - b);
  return [
    '# Which passage of a take becomes the reference',
    '',
    'In each take, one passage of one to three sentences is left clean; every other sentence is degraded in a ' +
      'known way. The chosen passage must hold clean sentences only. `npm run eval:takes -- FOLDER --write` measures ' +
      'again and writes this page; the recordings of people are not part of the project.',
    '',
    tuning
      ? 'These voices, texts and speakers are those that the scores were tuned on.'
      : 'Scores were tuned with other espeak voices, texts and speakers than those used here (`--tuning` selects ' +
        'them); the neural voice is the same. Speakers of a folder are divided by name, and two fifths of them are ' +
        `used here${kokoro ? ', and every other voice of Kokoro' : ''}. Synthesizers read evenly, people do not: ` +
        'natural variation partly hides the degradation.',
    '',
    `- ${trials} takes of each kind and strength; sentences ` +
      `${find ? 'located in each take' : 'at their known positions'}`,
    ...(find && !oneVoice ? [JUDGES] : []),
    `- Scoring a take took ${(times[times.length >> 1] ?? 0).toFixed(0)} ms (median), ` +
      `${(times.at(-1) ?? 0).toFixed(0)} ms at most`,
    '',
    ...groups.map((group) => toMarkdown(takesTable(group))),
    '## Strengths of each kind',
    '',
    '| kind | weak | medium | strong | |',
    '|:---|---:|---:|---:|:---|',
    ...DEGRADATIONS.map(({ kind, strengths, unit }) => `| ${kind} | ${strengths.join(' | ')} | ${unit} |`),
    '',
    `In "${MIXED}" every sentence is degraded in its own way and strength.`,
    '',
  ].join('\n');
}
