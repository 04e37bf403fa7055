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
const DECISIONS: readonly string[] = [];
