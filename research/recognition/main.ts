/** Entry of `npm run eval:recognition -- FOLDER...`: word error rates of recognisers, and their costs. */

import { UsageError } from '../../bench/arguments.ts';
import { describeMachine } from '../../bench/report/machine.ts';
import { type Table, toMarkdown, toText } from '../../bench/report/table.ts';
import { machineLines } from '../../bench/report/write.ts';
import { isMultilingual, type Model, ModelStore } from '../../engine/setup.ts';
import { readCorpus } from '../alignment/corpus.ts';
import { CorpusError } from '../cloning/corpus.ts';
import { runEvaluation, say, writePage } from '../evaluation.ts';
import { BOTH, type Figures, measure } from './measure.ts';

const PAGE = 'research/recognition/README.md';
const USAGE = `Usage: npm run eval:recognition -- FOLDER... [--write]

Has the installed recognisers write down what people say, as recorded, in noise and over the telephone.

  FOLDER    recordings with a transcripts.tsv: a header, then name, seconds, text and language between tabs
  --write   writes ${PAGE}
`;

interface Options {
  readonly folders: readonly string[];
  readonly isWritten: boolean;
}

/** @returns null when help was requested. @throws UsageError */
function parse(args: readonly string[]): Options | null {
  if (args.includes('--help') || args.includes('-h')) return null;
  const folders = args.filter((arg) => !arg.startsWith('--'));
  if (folders.length === 0) throw new UsageError('name a folder of recordings (--help)');
  return { folders, isWritten: args.includes('--write') };
}

const percent = ({ errors, words }: { errors: number; words: number }): string =>
  ((100 * errors) / words).toFixed(1);

const rounded = (value: number, digits: number): string =>
  Number.isNaN(value) ? '-' : value.toFixed(digits);

function tableOf(title: string, figures: readonly Figures[]): Table {
  return {
    title,
    columns: [
      'recogniser',
      'as recorded',
      'noise, 10 dB',
      'telephone',
      'CPU s',
      'delay, ms: p50',
      'p95',
      'MiB',
    ],
    rows: figures.map(({ model, asRecorded, inNoise, byTelephone, cpuSeconds, delayMs, peakMiB }) => [
      model,
      ...[asRecorded, inNoise, byTelephone].map((errors) => `${percent(errors)} %`),
      rounded(cpuSeconds, 2),
      ...[...delayMs, peakMiB].map((value) => rounded(value, 0)),
    ]),
    notes: [],
  };
}

function pageOf(tables: readonly Table[], clips: number): string {
  return [
    '# Recognisers: word errors of people, and cost',
    '',
    'Recordings of people are written down by each recogniser that is installed and knows their language: as they were ' +
      'recorded, with white noise 10 dB below the speech, and as a telephone passes them on (8 kHz, µ-law). ' +
      '`npm run eval:recognition -- FOLDER... --write` measures again and writes this page; the recordings are not ' +
      'part of the project.',
    '',
    `- Measured: ${new Date().toISOString().slice(0, 10)}, ${clips} recordings; a table for each folder and language.`,
    '- English: readers of LibriSpeech (test-other). Others: prompts of telephone exchanges at 8 kHz, by one voice for ' +
      'each language.',
    ...machineLines(describeMachine(null, null)),
    '- Word errors: substitutions, deletions and insertions by words of the transcript. Numbers may be written in digits; ' +
      'accents are not counted, because some of the transcripts lack them.',
    '- CPU seconds of a recording are the lower quartile of the last twenty, which is what the server reckons with; the ' +
      'delay is from the last sample to the text; MiB is the greatest memory of the process.',
    '- Callers who speak English are heard by two recognisers: Whisper is asked where Moonshine doubts.',
    '',
    ...tables.map(toMarkdown),
  ].join('\n');
}

await runEvaluation({
  usage: USAGE,
  parse,
  run: async ({ folders, isWritten }, signal) => {
    const store = new ModelStore();
    const models: Model[] = (await store.installed()).filter(({ kind }) => kind === 'recogniser');
    const corpora = await Promise.all(folders.map(readCorpus));
    const tables: Table[] = [];
    for (const clips of corpora) {
      for (const lang of new Set(clips.map((clip) => clip.lang))) {
        const ofLang = clips.filter((clip) => clip.lang === lang);
        const able = models
          .filter((model) => isMultilingual(model) || model.language === lang)
          .map(({ id }) => id);
        if (lang === 'en' && able.some((id) => id.startsWith('moonshine-'))) able.push(BOTH);
        const figures: Figures[] = [];
        for (const id of able) {
          signal.throwIfAborted();
          say(`${id}: ${ofLang.length} recordings in ${lang}`);
          figures.push(await measure(id, store, ofLang));
        }
        const seconds = ofLang.reduce((sum, { samples, sampleRate }) => sum + samples.length / sampleRate, 0);
        const title = `${lang}: ${ofLang.length} recordings of ${(seconds / ofLang.length).toFixed(1)} s each`;
        tables.push(tableOf(title, figures));
      }
    }
    if (tables.length === 0) throw new CorpusError('the folders have no recordings with transcripts');
    for (const table of tables) process.stdout.write(`${toText(table)}\n`);
    if (isWritten) await writePage(PAGE, pageOf(tables, corpora.flat().length));
  },
});
