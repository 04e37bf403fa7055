/** The results as a table, a page and JSON. */
import type { Table } from '../../bench/report/table.ts';
import type { SpeakerResult } from './evaluate.ts';
import type { VoiceScore } from './judges.ts';

export interface Evaluation {
  readonly date: string;
  readonly baseVoice: string;
  readonly sentences: readonly string[];
  readonly maxSeconds: number;
  readonly transcripts: boolean;
  readonly results: readonly SpeakerResult[];
}

interface Pair {
  readonly base: number;
  readonly clone: number;
}

const NOTES = [
  'Similarity: cosine of GE2E speaker embeddings, all sentences together against the clips of the speaker that were ' +
    'not enrolled. Two different people reach about 0.6; "self" is the value of the enrolled recording. Differences ' +
    'under 0.05 mean nothing.',
  'WER: word error rate of Whisper tiny.en. DNSMOS: predicted overall listener rating (P.835), 1 to 5, at a peak ' +
    'of 0.7.',
];

/** Returns one row for each speaker and one for the mean of the cloned ones. */
export function cloningTable({ results, baseVoice, sentences }: Evaluation): Table {
  const rows = results.map((result) => row(result.speaker, result, result.enrolmentMs));
  const cloned = results.filter((result) => result.clone !== null);
  if (cloned.length > 1) rows.push(meanRow(cloned));
  return {
    title: `Clones based on ${baseVoice}, ${sentences.length} sentences`,
    columns: ['speaker', 'enrolled', 'in', 'self', 'similarity', 'WER', 'DNSMOS'],
    rows,
    notes: [
      'Each cell: the unconverted voice, the clone, and the difference.',
      ...NOTES,
      ...results.flatMap(({ speaker, refusal }) => (refusal ? [`${speaker} was refused: ${refusal}`] : [])),
    ],
  };
}

function row(name: string, result: SpeakerResult, enrolmentMs: number): string[] {
  const { base, clone } = result;
  const cell = (of: (score: VoiceScore) => number, format: (value: number) => string) =>
    clone ? compared({ base: of(base), clone: of(clone) }, format) : `${format(of(base))} / -`;
  return [
    name,
    `${result.enrolledSeconds.toFixed(1)} s`,
    `${(enrolmentMs / 1000).toFixed(1)} s`,
    hundredths(result.ownSimilarity),
    cell((score) => score.similarity, hundredths),
    cell((score) => score.wordErrorRate, percent),
    cell((score) => score.ovrl, hundredths),
  ];
}

function meanRow(results: readonly SpeakerResult[]): string[] {
  const mean = (of: (result: SpeakerResult) => number) =>
    results.reduce((sum, result) => sum + of(result), 0) / results.length;
  const pair = (of: (score: VoiceScore) => number): Pair => ({
    base: mean(({ base }) => of(base)),
    clone: mean(({ clone }) => (clone ? of(clone) : 0)),
  });
  return [
    'mean',
    `${mean((result) => result.enrolledSeconds).toFixed(1)} s`,
    `${(mean((result) => result.enrolmentMs) / 1000).toFixed(1)} s`,
    hundredths(mean((result) => result.ownSimilarity)),
    compared(
      pair((score) => score.similarity),
      hundredths,
    ),
    compared(
      pair((score) => score.wordErrorRate),
      percent,
    ),
    compared(
      pair((score) => score.ovrl),
      hundredths,
    ),
  ];
}

function compared({ base, clone }: Pair, format: (value: number) => string): string {
  const difference = clone - base;
  return `${format(base)} / ${format(clone)} (${difference < 0 ? '−' : '+'}${format(Math.abs(difference))})`;
}

const hundredths = (value: number): string => value.toFixed(2);
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

/** Returns the enrolment report of every voice. */
export function enrolmentLines({ results }: Evaluation): string[] {
  return results.flatMap(({ speaker, report }) => {
    if (!report) return [];
    const facts = Object.entries(report).map(([key, value]) => `${key} ${format(value)}`);
    return [`- ${speaker}: ${facts.join(', ')}`];
  });
}

function format(value: string | number | boolean | null): string {
  return typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(3) : String(value);
}
