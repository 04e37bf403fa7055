import type { Evaluation } from './evaluate.ts';
import { remarksOf } from './report.ts';

/** The page of docs/: figures that were measured, and what was chosen by such figures. */
export function pageOf(
  evaluation: Evaluation,
  machine: readonly string[],
  tables: readonly string[],
): string {
  const { date, takes, people, sentences } = evaluation;
  const remarks = remarksOf(evaluation);
  return [
    '# Enhancers: what they do to recordings and to clones',
    '',
    'Clean takes are spoiled, every enhancer cleans them, and recordings and clones are judged before and after. ' +
      '`npm run eval:enhancement -- [--clips FOLDER] --write` measures again and writes this page; recordings of people ' +
      'are not part of the project.',
    '',
    `- Measured: ${date.slice(0, 10)}, ${takes} takes of ${people ? 'people' : 'our synthesizers'}, one a speaker`,
    ...machine,
    '',
    ...tables,
    '## How to read it',
    '',
    '- White, babble (eight other speakers) and fan (with mains hum): noise so many dB below the speech while somebody ' +
      'speaks. Room: a synthetic impulse response, by its reverberation time.',
    '- Likeness: cosine of GE2E speaker embeddings against other, clean recordings of the speaker from which rumble below ' +
      '60 Hz was taken: it tells rooms apart, not voices. Differences under 0.05 mean nothing in a single cell.',
    '- DNSMOS: predicted opinion of listeners (P.835), 1 to 5, at a peak of 0.7. Word error rate: of Whisper tiny.en.',
    ...(remarks.length > 0
      ? ['', '## Cost, and clones that were refused', '', ...remarks.map((r) => `- ${r}`)]
      : []),
    '',
    ...DECISIONS,
    '## What clones say',
    '',
    ...sentences.map((sentence, i) => `${i + 1}. ${sentence}`),
    '',
  ].join('\n');
}

/** What was tried while the own enhancer was made; measured once, so not part of what is measured again. */
const DECISIONS: readonly string[] = [
  '## Why the own enhancer is as it is',
  '',
  'Tried on takes of two or three people of 10 s each: clean, white noise 10 dB, babble 5 dB, fan 5 dB below the speech, ' +
    'a room of 0.8 s. Likeness, then DNSMOS overall, speech and background, means of the five:',
  '',
  '| | likeness | overall | speech | background |',
  '| :--- | ---: | ---: | ---: | ---: |',
  '| before | 0.755 | 2.01 | 2.71 | 2.32 |',
  '| GTCRN, nothing quieter than by 12 dB | 0.817 | 2.47 | 3.23 | 3.00 |',
  '| 20 dB | 0.848 | 2.63 | 3.18 | 3.38 |',
  '| 30 dB | 0.856 | 2.68 | 3.09 | 3.64 |',
  '| no limit | 0.857 | 2.72 | 3.02 | 3.82 |',
  '| RNNoise, no limit | 0.843 | 2.64 | 3.06 | 3.60 |',
  '',
  '- The limit is 30 dB: nearly all of the gain, and less of what the network does to the speech.',
  '- Dereverberation (weighted prediction error, before the denoiser) is part of it, because it measured better where ' +
    'there is a room and made no difference elsewhere: likeness and overall quality went from 0.81 and 2.96 to 0.84 and ' +
    '2.96 in a room of 0.4 s, from 0.79 and 2.75 to 0.82 and 2.85 at 0.8 s. Longer filters and shorter hops cost three ' +
    'times as much for no more. RNNoise goes without.',
  '- Above the 8 kHz that GTCRN hears, the gain is that of the band from 4.5 to 7.2 kHz, with a slow fall. On clean speech ' +
    'that band stays within 3 dB, which a test holds.',
  '- Loudness is that of ITU-R BS.1770-4 with its gates, -23 LUFS as in EBU R 128; where that would bring a peak above ' +
    '-1.5 dBFS, the peak is held down for 5 ms on either side.',
  '',
];
