/** Entry of `npm run eval:sounds`: words that are recognised in sounds without speech. */
import { prepareHearing } from '../../agent-worker/research.ts';
import { UsageError, wholeNumber } from '../../bench/arguments.ts';
import { describeMachine } from '../../bench/report/machine.ts';
import { type Table, toMarkdown, toText } from '../../bench/report/table.ts';
import { machineLines } from '../../bench/report/write.ts';
import type { Recogniser } from '../../engine/index.ts';
import { createRecogniser } from '../../engine/setup.ts';
import { CorpusError } from '../cloning/corpus.ts';
import { runEvaluation, say, writePage } from '../evaluation.ts';
import { type Heard, hear, LINES, type Line, recorded } from './hear.ts';
import { SOUNDS } from './sounds.ts';

const PAGE = 'research/sounds/README.md';
const USAGE = `Usage: npm run eval:sounds -- [LANGUAGE...] [--seconds=N] [--seed=N] [--write]

Plays sounds without words to an agent of each language, and to the recogniser of files; tells which words they hear.

  LANGUAGE     default: en de
  --seconds=N  of each sound over each line; default 72, which is an hour in all
  --seed=N     other sounds of the same kinds; default 0
  --write      writes ${PAGE}
`;
const DEFAULT_LANGS = ['en', 'de'];
const DEFAULT_SECONDS = 72;
const MOST_SECONDS = 3600;
const MOST_SEED = 1_000_000;

interface Options {
  readonly langs: readonly string[];
  readonly seconds: number;
  readonly seed: number;
  readonly isWritten: boolean;
}

/** A sound over a line, and its results. */
interface Case extends Heard {
  readonly kind: string;
  readonly line: Line;
  readonly lang: string;
}

/** @returns null when help was requested. @throws UsageError */
function parse(args: readonly string[]): Options | null {
  let [seconds, seed] = [DEFAULT_SECONDS, 0];
  const langs: string[] = [];
  for (const arg of args) {
    const [name, value = ''] = arg.split('=');
    if (name === '--help' || name === '-h') return null;
    if (name === '--seconds') seconds = wholeNumber(name, value, 1, MOST_SECONDS);
    else if (name === '--seed') seed = wholeNumber(name, value, 0, MOST_SEED);
    else if (arg.startsWith('--') && arg !== '--write') throw new UsageError(`unknown argument "${arg}"`);
    else if (arg !== '--write') langs.push(arg);
  }
  return {
    langs: langs.length > 0 ? langs : DEFAULT_LANGS,
    seconds,
    seed,
    isWritten: args.includes('--write'),
  };
}

async function hearAll(options: Options, recogniser: Recogniser, signal: AbortSignal): Promise<Case[]> {
  const { langs, seconds, seed } = options;
  const cases: Case[] = [];
  for (const [k, kind] of SOUNDS.entries()) {
    for (const [l, line] of LINES.entries()) {
      const samples = recorded(kind, line, seconds, (seed * SOUNDS.length + k) * LINES.length + l);
      for (const lang of langs) {
        signal.throwIfAborted();
        const heard = await hear(samples, lang, recogniser);
        cases.push({ kind, line, lang, ...heard });
        if (heard.turns.length > 0 || heard.transcript !== '') {
          say(`${kind}, ${line}, ${lang}: ${JSON.stringify([heard.turns, heard.transcript])}`);
        }
      }
    }
  }
  return cases;
}

function tableOf(lang: string, cases: readonly Case[]): Table {
  const row = (name: string, of: readonly Case[]): string[] => [
    name,
    String(of.reduce((sum, { stretches }) => sum + stretches, 0)),
    String(of.reduce((sum, { turns }) => sum + turns.length, 0)),
    String(of.filter(({ transcript }) => transcript !== '').length),
    [...new Set(of.flatMap(({ turns }) => turns))].slice(0, 3).join(' '),
  ];
  const ofLang = cases.filter((one) => one.lang === lang);
  return {
    title: lang,
    columns: ['sound', 'taken for speech', 'turns', 'transcripts with words', 'heard as turns'],
    rows: [
      ...SOUNDS.map((kind) =>
        row(
          kind,
          ofLang.filter((one) => one.kind === kind),
        ),
      ),
      row('all', ofLang),
    ],
    notes: [],
  };
}

function pageOf(tables: readonly Table[], { seconds }: Options): string {
  const minutes = Math.round((SOUNDS.length * LINES.length * seconds) / 60);
  return [
    '# Sounds without words: what is heard in them',
    '',
    `${minutes} minutes of computed sounds (\`research/sounds/sounds.ts\`), half of them as a telephone passes them on ` +
      '(8 kHz, mu-law), are played to an agent that has just asked something, when a single word of the caller ' +
      'counts, and are transcribed as files. Nobody says a word in them. `npm run eval:sounds -- --write` measures ' +
      'again and writes this page.',
    '',
    `- Measured: ${new Date().toISOString().slice(0, 10)}.`,
    ...machineLines(describeMachine(null, null)),
    '- Taken for speech: how often voice activity detection began to listen. Turns: how often the recogniser found words ' +
      'in that which the agent would answer.',
    `- Transcripts with words: of two files of ${seconds} s each.`,
    '',
    ...tables.map(toMarkdown),
  ].join('\n');
}

await runEvaluation({
  usage: USAGE,
  parse,
  run: async (options, signal) => {
    const recogniser = await createRecogniser({ remote: null, warn: say });
    try {
      const unknown = options.langs.find((lang) => !recogniser.supports(lang));
      if (unknown !== undefined) throw new CorpusError(`there is no recogniser for "${unknown}"`);
      await prepareHearing();
      const cases = await hearAll(options, recogniser, signal);
      const tables = options.langs.map((lang) => tableOf(lang, cases));
      for (const table of tables) process.stdout.write(`${toText(table)}\n`);
      if (options.isWritten) await writePage(PAGE, pageOf(tables, options));
    } finally {
      await recogniser.close();
    }
  },
});
