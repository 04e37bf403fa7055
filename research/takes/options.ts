import { parseArgs } from 'node:util';
import { UsageError, wholeNumber } from '../../bench/arguments.ts';
import { DEGRADATIONS } from './degradations.ts';
import { MIXED } from './trials.ts';

export interface TakesOptions {
  /** Whether the engine's model of defects is fitted instead of judged. */
  readonly fit: boolean;
  /** Folder with recordings of people; null uses synthesizers alone. */
  readonly corpus: string | null;
  /** Whether voices of Kokoro read, too. */
  readonly kokoro: boolean;
  /** File in which the fit stores its measurements; null stores none. */
  readonly figures: string | null;
  /** Takes of each kind and strength, for each group of readers. */
  readonly trials: number;
  readonly kinds: readonly string[];
  /** Whether the sentences are searched for in each take. Otherwise their places are known from how it was made. */
  readonly find: boolean;
  /** Whether only the voice that finds the sentences judges their words. */
  readonly oneVoice: boolean;
  /** Whether to use the voices, texts and speakers that the scores were tuned on. */
  readonly tuning: boolean;
  /** Whether to print the choice in each failed take. */
  readonly verbose: boolean;
  /** File for the page, or for the fitted model; null writes none. */
  readonly page: string | null;
}

const DEFAULT_TRIALS = 3;
const DEFAULT_PAGE = 'research/takes/README.md';
export const DEFAULT_MODEL = 'cloning/enrolment/assisted/scoring/defect-model.json';
const KINDS = [...DEGRADATIONS.map(({ kind }) => kind), MIXED];

export const USAGE = `Usage: npm run eval:takes -- [fit] [FOLDER] [options]

Makes takes with one clean passage among passages that are spoiled in known ways, and says how often the
clean one is chosen as the reference. FOLDER has recordings of people: a transcripts.tsv (a header, then
name, seconds and text between tabs) and a FLAC or WAV file for each name.
With "fit", the model of defects that scores are made of is fitted to takes of the readers for tuning, and
judged on each of them by what is fitted to the others.

  --trials N      takes of each kind and strength (default: ${DEFAULT_TRIALS})
  --kinds A,B     some of the kinds: ${KINDS.slice(0, 3).join(', ')}, ... (default: all)
  --known         sentences stand where they were put, and are not looked for: faster
  --one-voice     no other voices judge the words, as in languages that have no more
  --tuning        has those read that the scores were tuned on; otherwise others read
  --verbose       say more about every wrong choice
  --kokoro        English voices of Kokoro read, too
  --figures FILE  fit: keep what was measured of the takes, or fit to what is there: faster
  --write[=FILE]  write the page (default: ${DEFAULT_PAGE}), or with "fit"
                  ${DEFAULT_MODEL}
  --help          shows this
`;

/**
 * @returns null when help was requested
 * @throws UsageError
 */
export function parseOptions(args: readonly string[]): TakesOptions | null {
  // parseArgs does not support an option whose value is optional.
  const { values, positionals } = parse(args.map((arg) => (arg === '--write' ? '--write=' : arg)));
  if (values.help) return null;
  const fit = positionals[0] === 'fit';
  if (fit) positionals.shift();
  if (!fit && values.figures !== undefined) throw new UsageError('--figures is for fit');
  if (positionals.length > 1) throw new UsageError('name one folder of recordings');
  const kinds = values.kinds?.split(',').map((kind) => kind.trim()) ?? KINDS;
  const unknown = kinds.find((kind) => !KINDS.includes(kind));
  if (unknown !== undefined) throw new UsageError(`there is no kind ${unknown}; known: ${KINDS.join(', ')}`);
  return {
    fit,
    kokoro: values.kokoro,
    figures: values.figures ?? null,
    corpus: positionals[0] ?? null,
    trials: wholeNumber('--trials', values.trials, 1, 1000),
    kinds,
    find: !values.known,
    oneVoice: values['one-voice'],
    tuning: values.tuning || fit,
    verbose: values.verbose,
    page: values.write === undefined ? null : values.write || (fit ? DEFAULT_MODEL : DEFAULT_PAGE),
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
        kokoro: { type: 'boolean', default: false },
        figures: { type: 'string' },
        write: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
