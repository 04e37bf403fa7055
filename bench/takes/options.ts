import { parseArgs } from 'node:util';
import { UsageError, wholeNumber } from '../arguments.ts';
import { SPOILERS } from './spoilers.ts';
import { MIXED } from './trials.ts';

export interface TakesOptions {
  /** Folder with recordings of people; null has only synthesizers read. */
  readonly corpus: string | null;
  /** Takes of each kind and strength, for each group of readers. */
  readonly trials: number;
  readonly kinds: readonly string[];
  /** Whether the sentences are looked for in each take, or their places are known from how it was made. */
  readonly find: boolean;
  /** Whether the voice that finds the sentences alone judges their words. */
  readonly oneVoice: boolean;
  /** Whether the voices, texts and speakers read that the scores were tuned on. */
  readonly tuning: boolean;
  /** Prints what was chosen in each take that went wrong. */
  readonly verbose: boolean;
  /** File for the page; null writes none. */
  readonly page: string | null;
}

const DEFAULT_TRIALS = 3;
const DEFAULT_PAGE = 'docs/evaluation-takes.md';
const KINDS = [...SPOILERS.map(({ kind }) => kind), MIXED];

export const USAGE = `Usage: npm run eval:takes -- [FOLDER] [options]

Makes takes with one clean passage among passages that are spoiled in known ways, and says how often the
clean one is chosen as the reference. FOLDER has recordings of people: a transcripts.tsv (a header, then
name, seconds and text between tabs) and a FLAC or WAV file for each name.

  --trials N      takes of each kind and strength (default: ${DEFAULT_TRIALS})
  --kinds A,B     some of the kinds: ${KINDS.slice(0, 3).join(', ')}, ... (default: all)
  --known         sentences stand where they were put, and are not looked for: faster
  --one-voice     no other voices judge the words, as in languages that have no more
  --tuning        has those read that the scores were tuned on; otherwise others read
  --verbose       say more about every wrong choice
  --write[=FILE]  write the page (default: ${DEFAULT_PAGE})
  --help          shows this
`;

/** @returns null when help was asked for. @throws UsageError */
export function parseOptions(args: readonly string[]): TakesOptions | null {
  // An option whose value is optional is beyond parseArgs.
  const given = args.map((arg) => (arg === '--write' ? `--write=${DEFAULT_PAGE}` : arg));
  const { values, positionals } = parse(given);
  if (values.help) return null;
  if (positionals.length > 1) throw new UsageError('name one folder of recordings');
  const kinds = values.kinds?.split(',').map((kind) => kind.trim()) ?? KINDS;
  const unknown = kinds.find((kind) => !KINDS.includes(kind));
  if (unknown !== undefined) throw new UsageError(`there is no kind ${unknown}; known: ${KINDS.join(', ')}`);
  return {
    corpus: positionals[0] ?? null,
    trials: wholeNumber('--trials', values.trials, 1, 1000),
    kinds,
    find: !values.known,
    oneVoice: values['one-voice'],
    tuning: values.tuning,
    verbose: values.verbose,
    page: values.write ?? null,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        trials: { type: 'string', default: String(DEFAULT_TRIALS) },
        kinds: { type: 'string' },
        known: { type: 'boolean', default: false },
        'one-voice': { type: 'boolean', default: false },
        tuning: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        write: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
