/** The results as tables, and the page of docs/. */
import type { Table } from '../../bench/report/table.ts';
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
      columns: ['clipping level below the peaks', 'clipped', 'restored'],
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
    'Clean takes are degraded and then restored like jobs of [`POST /restore`](../../docs/restore.md). `npm run eval:restore ' +
      '-- [--clips FOLDER] --write` measures again and writes this page; recordings of people are not part of the ' +
      'project.',
    '',
    `- Measured: ${date.slice(0, 10)}, ${takes} takes of ${people ? 'people' : 'our synthesizers'}, one per speaker`,
    `- Cost: ${hundredths(cost)} s of one core per second of recording`,
    ...machine,
    '',
    ...tables,
    '## How to read it',
    '',
    '- Fan (with mains hum) and babble (eight other speakers): noise at that many dB below active speech. Room: a ' +
      'synthetic impulse response with that reverberation time. Clipped: at a level that far below the highest peak. ' +
      'Telephone: 8 kHz, mu-law.',
    '- Cleaned only: the [enhancer](../enhancement/README.md) without declipping. Restored: all steps.',
    '- DNSMOS: predicted listener rating (P.835), 1 to 5, at a peak of 0.7. Word error rate: of Whisper tiny.en.',
    '- Signal to distortion: of the whole recording, relative to the one before clipping, independent of gain.',
    '',
    ...DECISIONS,
  ].join('\n');
}

/** Results that are not measured again. */
const DECISIONS: readonly string[] = [
  '## Not included',
  '',
  '- Frequencies removed by a telephone line or a low sampling rate are not reconstructed: the result has the ' +
    'sampling rate of the recording. No step invents content that was not there.',
  '- Recordings that were clipped and then compressed by a lossy codec (MP3, Opus) have no flat tops left; most ' +
    'of their clipped peaks are not detected and stay clipped.',
  '- Stereo recordings are first mixed down to one channel.',
  '',
];
