/** The figures as tables, and the page of docs/. */
import type { Table } from '../report/table.ts';
import { type Evaluation, type Score, VARIANTS } from './evaluate.ts';

const hundredths = (value: number): string => value.toFixed(2);

const METRICS: readonly {
  readonly title: string;
  readonly of: (score: Score) => number;
  readonly format: (v: number) => string;
}[] = [
  { title: 'DNSMOS, overall', of: ({ ovrl }) => ovrl, format: hundredths },
  { title: 'DNSMOS, speech', of: ({ sig }) => sig, format: hundredths },
  { title: 'DNSMOS, background', of: ({ bak }) => bak, format: hundredths },
  {
    title: 'Word error rate',
    of: ({ wordErrorRate }) => wordErrorRate,
    format: (value) => `${(100 * value).toFixed(1)} %`,
  },
];

export function tablesOf({ conditions, declipping }: Evaluation): Table[] {
  const tables = METRICS.map(({ title, of, format }): Table => {
    const all = VARIANTS.map((variant) => conditions.map(({ scores }) => of(scores[variant])));
    const means = all.map((values) => format(values.reduce((a, b) => a + b, 0) / values.length));
    return {
      title,
      columns: ['condition', ...VARIANTS],
      rows: [
        ...conditions.map(({ name, scores }) => [
          name,
          ...VARIANTS.map((variant) => format(of(scores[variant]))),
        ]),
        ['mean', ...means],
      ],
      notes: [],
    };
  });
  return [
    ...tables,
    {
      title: 'Clipped speech: signal to distortion, dB',
      columns: ['ceiling below the peaks', 'clipped', 'filled in'],
      rows: declipping.map(({ db, before, after }) => [`${db} dB`, before.toFixed(1), after.toFixed(1)]),
      notes: [],
    },
  ];
}

export function pageOf(
  evaluation: Evaluation,
  machine: readonly string[],
  tables: readonly string[],
): string {
  const { date, takes, people, cost } = evaluation;
  return [
    '# Restored recordings: before and after',
    '',
    'Clean takes are spoilt and then restored as [`POST /restore`](restore.md) does. ' +
      '`npm run eval:restore -- [--clips FOLDER] --write` measures again and writes this page; recordings of people are ' +
      'not part of the project.',
    '',
    `- Measured: ${date.slice(0, 10)}, ${takes} takes of ${people ? 'people' : 'our synthesizers'}, one a speaker`,
    `- Cost: ${hundredths(cost)} s of one core for a second of recording`,
    ...machine,
    '',
    ...tables,
    '## How to read it',
    '',
    '- Fan (with mains hum) and babble (eight other speakers): noise so many dB below the speech while somebody speaks. ' +
      'Room: a synthetic impulse response, by its reverberation time. Clipped: a ceiling so far below the highest peak. ' +
      'Telephone: 8 kHz, mu-law.',
    '- Cleaned only: the [enhancer](evaluation-enhancement.md) without the filling in of peaks. Restored: all of it.',
    '- DNSMOS: predicted opinion of listeners (P.835), 1 to 5, at a peak of 0.7. Word error rate: of Whisper tiny.en.',
    '- Signal to distortion: of the whole recording, against the one before clipping, whatever the gain.',
    '',
    ...DECISIONS,
  ].join('\n');
}

/** What is not measured again. */
const DECISIONS: readonly string[] = [
  '## What is not done',
  '',
  '- What a telephone or a low sample rate has taken away above its band is not invented: the result has the rate of the ' +
    'recording. Denoisers make up nothing that was not there, and neither does the rest.',
  '- Recordings that were clipped and then compressed by a lossy codec (MP3, Opus) have no flat tops left; most of their ' +
    'peaks are not found and stay as they are.',
  '- Stereo recordings are mixed to one channel before anything else.',
  '',
];
