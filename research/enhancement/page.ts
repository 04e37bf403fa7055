import type { Evaluation } from './evaluate.ts';
import { remarksOf } from './report.ts';

/** Returns the page of docs/: the measurements, and the decisions that follow from them. */
export function pageOf(
  evaluation: Evaluation,
  machine: readonly string[],
  tables: readonly string[],
): string {
  const { date, takes, people, sentences } = evaluation;
  const remarks = remarksOf(evaluation);
  return [
    '# Speech enhancers: effect on recordings and clones',
    '',
    'Clean takes are degraded and then cleaned by each enhancer; recordings and clones are evaluated before and ' +
      'after. `npm run eval:enhancement -- [--clips FOLDER] --write` measures again and writes this page; recordings ' +
      'of people are not part of the project.',
    '',
    `- Measured: ${date.slice(0, 10)}, ${takes} takes of ${people ? 'people' : 'our synthesizers'}, one per speaker`,
    ...machine,
    '',
    ...tables,
    '## How to read it',
    '',
    '- White, babble (eight other speakers) and fan (with mains hum): noise at that many dB below active speech. ' +
      'Room: a synthetic impulse response with that reverberation time.',
    '- Similarity: cosine of GE2E speaker embeddings against other, clean recordings of the speaker without ' +
      'rumble below 60 Hz, which distinguishes rooms and not voices. Differences under 0.05 mean nothing in a ' +
      'single cell.',
    '- DNSMOS: predicted listener rating (P.835), 1 to 5, at a peak of 0.7. Word error rate: of Whisper tiny.en.',
    ...(remarks.length > 0 ? ['', '## Cost, and rejected clones', '', ...remarks.map((r) => `- ${r}`)] : []),
    '',
    ...DECISIONS,
    '## Sentences of the clones',
    '',
    ...sentences.map((sentence, i) => `${i + 1}. ${sentence}`),
    '',
  ].join('\n');
}

/** Experiments from the development of the own enhancer. They were measured once and are not repeated. */
const DECISIONS: readonly string[] = [
  '## Design of the built-in enhancer',
  '',
  'Tried on takes of two or three people of 10 s each: clean, white noise 10 dB, babble 5 dB, fan 5 dB below the ' +
    'speech, a room of 0.8 s. Similarity, then DNSMOS overall, speech and background, means of the five:',
  '',
  '| | similarity | overall | speech | background |',
  '| :--- | ---: | ---: | ---: | ---: |',
  '| before | 0.755 | 2.01 | 2.71 | 2.32 |',
  '| GTCRN, attenuation of at most 12 dB | 0.817 | 2.47 | 3.23 | 3.00 |',
  '| 20 dB | 0.848 | 2.63 | 3.18 | 3.38 |',
  '| 30 dB | 0.856 | 2.68 | 3.09 | 3.64 |',
  '| no limit | 0.857 | 2.72 | 3.02 | 3.82 |',
  '| RNNoise, no limit | 0.843 | 2.64 | 3.06 | 3.60 |',
  '',
  '- The limit is 30 dB: it keeps nearly all of the gain and harms the speech less than no limit.',
  '- Dereverberation (weighted prediction error, before the denoiser) is included because it measured better in ' +
    'rooms and made no difference elsewhere: similarity and overall quality went from 0.81 and 2.96 to 0.84 and 2.96 ' +
    'in a room of 0.4 s, from 0.79 and 2.75 to 0.82 and 2.85 at 0.8 s. Longer filters and shorter hops cost three ' +
    'times as much without further gain. RNNoise is used without it.',
  '- Above the 8 kHz that GTCRN processes, the gain of the band from 4.5 to 7.2 kHz is used, with a slow decay. ' +
    'On clean speech that band stays within 3 dB, which a test verifies.',
  '- Loudness is measured as in ITU-R BS.1770-4, with gating, and set to -23 LUFS as in EBU R 128; where that ' +
    'would raise a peak above -1.5 dBFS, the signal is attenuated from 5 ms before to 5 ms after it.',
  '',
];
