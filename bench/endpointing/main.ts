/** Entry of `npm run eval:endpointing -- FOLDER...`: who is cut off, and who is kept waiting. */
import '../processes/environment.ts';

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { prepareHearing } from '../../agent-worker/hearing/load-models.ts';
import { RecognitionError } from '../../engine/index.ts';
import { readKokoroFolder } from '../../engine/models/kokoro-folder.ts';
import { createRecogniser, kokoroFolder } from '../../engine/setup.ts';
import { readCorpus } from '../alignment/corpus.ts';
import { Renderer } from '../alignment/renderer.ts';
import { UsageError, wholeNumber } from '../arguments.ts';
import { CorpusError } from '../cloning/corpus.ts';
import { runEvaluation, say, write, writePage } from '../evaluation.ts';
import { type Table, toMarkdown, toText } from '../report/table.ts';
import { type HeardUtterance, hear } from './hear.ts';
import { outcomeOf, POLICIES } from './policies.ts';
import { KINDS, type PausedUtterance, sentencesOf, spokenQuestions, withPauses } from './utterances.ts';

const PAGE = 'docs/evaluation-endpointing.md';
const USAGE = `Usage: npm run eval:endpointing -- [FOLDER...] [--count N] [--heard FILE] [--write]

Puts pauses into sentences that people say, and tells how often they would be answered in them, and how
soon at their end. Nothing runs in real time.

  FOLDER       recordings with a transcripts.tsv: a header, then name, seconds and text between tabs.
               Default: the folders in ENDPOINTING_RECORDINGS, separated by colons
  --count N    utterances of people; default 200
  --heard FILE keeps what was heard in FILE, or takes it from there: another policy is then a matter of seconds
  --write      writes ${PAGE}
`;

interface Options {
  readonly folders: readonly string[];
  readonly count: number;
  readonly heard: string | null;
  readonly isWritten: boolean;
}

/** Share of the utterances that are questions, where the recordings have some. */
const QUESTIONS = 0.3;
/** A busy machine takes longer for a recording than the recogniser is given. */
const ATTEMPTS = 3;

/** @returns null when help was asked for. @throws UsageError */
function parse(args: readonly string[]): Options | null {
  const folders: string[] = [];
  let count = 200;
  let heard: string | null = null;
  let isWritten = false;
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--help' || arg === '-h') return null;
    if (arg === '--write') isWritten = true;
    else if (arg === '--count') count = wholeNumber('--count', rest.shift() ?? '', 1, 10_000);
    else if (arg === '--heard' && rest[0] !== undefined) heard = rest.shift() ?? null;
    else if (arg.startsWith('--')) throw new UsageError(`unknown argument "${arg}"`);
    else folders.push(arg);
  }
  if (folders.length === 0)
    folders.push(...(process.env.ENDPOINTING_RECORDINGS ?? '').split(':').filter(Boolean));
  if (folders.length === 0) throw new UsageError('name a folder of recordings (--help)');
  return { folders, count, heard, isWritten };
}

async function utterancesOf({ folders, count }: Options): Promise<PausedUtterance[]> {
  const clips = (await Promise.all(folders.map(readCorpus))).flat().filter(({ lang }) => lang === 'en');
  const renderer = new Renderer();
  try {
    const sentences = await sentencesOf(clips, renderer);
    const ofKind = (kind: string) => sentences.filter((sentence) => sentence.kind === kind);
    const questions = withPauses(ofKind('question'), Math.round(QUESTIONS * count), 1);
    const statements = withPauses(ofKind('statement'), count - questions.length, 2);
    const kokoro = await readKokoroFolder(kokoroFolder());
    const spoken = kokoro === null ? [] : await spokenQuestions(kokoro, renderer);
    return [...questions, ...statements, ...withPauses(spoken, spoken.length, 3)];
  } finally {
    await renderer.close();
  }
}

async function hearAll(options: Options, signal: AbortSignal): Promise<readonly HeardUtterance[]> {
  if (options.heard !== null && existsSync(options.heard)) {
    return JSON.parse(await readFile(options.heard, 'utf8')) as HeardUtterance[];
  }
  const utterances = await utterancesOf(options);
  const recogniser = await createRecogniser({ remote: null, warn: say });
  if (!recogniser.supports('en')) throw new CorpusError('there is no recogniser for English');
  const heard: HeardUtterance[] = [];
  try {
    await prepareHearing();
    for (const utterance of utterances) {
      signal.throwIfAborted();
      heard.push(await patiently(() => hear(utterance, recogniser)));
      if (options.heard !== null) await write(options.heard, JSON.stringify(heard));
      if (heard.length % 10 === 0) say(`heard ${heard.length} of ${utterances.length}`);
    }
  } finally {
    await recogniser.close();
  }
  return heard;
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RecognitionError && error.retryable) || attempt === ATTEMPTS) throw error;
    }
  }
}

const KIND_NAMES = {
  statement: 'statements of people',
  question: 'questions of people',
  voice: 'questions and requests of natural voices',
} as const;

function tableOf(heard: readonly HeardUtterance[]): Table {
  const groups = KINDS.map((kind) => [KIND_NAMES[kind], heard.filter((each) => each.kind === kind)] as const);
  return {
    title: 'Who is cut off, and who waits',
    columns: ['decided by', 'of', 'utterances', 'premature', 'end of turn: p50', 'p90'],
    rows: POLICIES.flatMap((policy) =>
      groups
        .filter(([, utterances]) => utterances.length > 0)
        .map(([name, utterances]) => {
          const { said, premature, p50, p90 } = outcomeOf(policy, utterances);
          const share = `${premature} (${((100 * premature) / said).toFixed(0)} %)`;
          return [policy.name, name, String(said), share, `${p50.toFixed(0)} ms`, `${p90.toFixed(0)} ms`];
        }),
    ),
    notes: [],
  };
}

function pageOf(table: Table, heard: readonly HeardUtterance[]): string {
  const people = new Set(heard.filter(({ kind }) => kind !== 'voice').map(({ speaker }) => speaker)).size;
  return [
    '# Endpointing: who is cut off, and who waits',
    '',
    'People who pause while they speak are heard as a caller is: by the VAD, the recogniser and the end-of-turn model. ' +
      'In each utterance one pause within the sentence is lengthened to 0.4 to 1.2 s with the sound of its room; after ' +
      'the end the room goes on. It is premature to end the turn in that pause, or in one of the speaker’s own. ' +
      '`npm run eval:endpointing -- FOLDER... --write` measures again and writes this page; the recordings are not ' +
      'part of the project.',
    '',
    `- Measured: ${new Date().toISOString().slice(0, 10)}, ${people} people who read aloud. The lengthened pauses are ` +
      'those between clauses, where readers pause and where a sentence could often be complete.',
    '- End of turn: from the last sound until the turn is over, without model and voice. The recogniser is taken to ' +
      'need 200 ms, as on two idle cores, so that other load does not matter.',
    '- An utterance that is cut off counts for the end of turn as well.',
    '',
    toMarkdown(table),
  ].join('\n');
}

await runEvaluation({
  usage: USAGE,
  parse,
  run: async (options, signal) => {
    const heard = await hearAll(options, signal);
    const table = tableOf(heard);
    process.stdout.write(`${toText(table)}\n`);
    if (options.isWritten) await writePage(PAGE, pageOf(table, heard));
  },
});
