import { parseArgs } from 'node:util';
import { UsageError, wholeNumber } from '../../bench/arguments.ts';
import { ENGLISH_SENTENCES, VOICE_SENTENCES } from './sentences.ts';

export interface FitOptions {
  readonly command: 'fit';
  /** Names; empty for all. */
  readonly voices: readonly string[];
  /** Maximum number per voice; null for all. */
  readonly texts: number | null;
  readonly rank: number;
  /** Whether the engine's table is replaced. */
  readonly write: boolean;
}

interface JudgeOptions {
  readonly voices: readonly string[];
  readonly sentences: number;
  /** File for the page; null writes none. */
  readonly page: string | null;
}

export interface CompareOptions extends JudgeOptions {
  readonly command: 'compare';
}

export interface VoicesOptions extends JudgeOptions {
  readonly command: 'voices';
}

export type KokoroOptions = FitOptions | CompareOptions | VoicesOptions;

const COMPARED_VOICES = ['af_heart', 'am_michael', 'bf_emma', 'bm_george'];
const DEFAULT_RANK = 96;
const COMPARISON_PAGE = 'research/kokoro/README.md';
const VOICES_PAGE = 'research/kokoro/voices.md';

export const USAGE = `Usage: npm run eval:kokoro -- COMMAND [options]

  fit             renders texts in all voices with the published graph, and fits how the statistics of the
                  generator's norms follow from an utterance
    --texts N     so many texts of each voice at most, to see that it works
    --rank N      numbers between utterance and statistics (default: ${DEFAULT_RANK})
    --write       replaces the table of the engine
  compare         our rendering in windows beside the published graph in one piece
    --sentences N said by every voice, up to ${ENGLISH_SENTENCES.length} (default: all)
    --write[=FILE] writes the page (default: ${COMPARISON_PAGE})
  voices          what can be measured of every voice
    --sentences N said by every voice, up to ${VOICE_SENTENCES} (default: all)
    --write[=FILE] replaces the table in the page (default: ${VOICES_PAGE})

  --voices A,B    some voices, named as in af_heart (default: all; compare: ${COMPARED_VOICES.join(', ')})
  --help          shows this
`;

/**
 * @returns null when help was requested
 * @throws UsageError
 */
export function parseOptions(args: readonly string[]): KokoroOptions | null {
  const { values, positionals } = parse(args.map((arg) => (arg === '--write' ? '--write=' : arg)));
  if (values.help) return null;
  const [command] = positionals;
  if (positionals.length > 1) throw new UsageError('name one command');
  const voices = values.voices?.split(',').filter((name) => name !== '') ?? [];
  const page = (name: string): string | null => (values.write === undefined ? null : values.write || name);
  const sentences = (most: number): number =>
    values.sentences === undefined ? most : wholeNumber('--sentences', values.sentences, 1, most);
  switch (command) {
    case 'fit': {
      const texts = values.texts === undefined ? null : wholeNumber('--texts', values.texts, 1, 1000);
      const rank = wholeNumber('--rank', values.rank, 1, 1000);
      if (values.write) throw new UsageError('fit writes the table of the engine: --write takes no file');
      return { command, voices, texts, rank, write: values.write !== undefined };
    }
    case 'compare': {
      const chosen = voices.length > 0 ? voices : COMPARED_VOICES;
      const foreign = chosen.find((name) => !/^[ab]/.test(name));
      if (foreign !== undefined)
        throw new UsageError(`voices are compared in English, which ${foreign} is not for`);
      const count = sentences(ENGLISH_SENTENCES.length);
      return { command, voices: chosen, sentences: count, page: page(COMPARISON_PAGE) };
    }
    case 'voices':
      return { command, voices, sentences: sentences(VOICE_SENTENCES), page: page(VOICES_PAGE) };
    default:
      throw new UsageError('name a command: fit, compare or voices');
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        voices: { type: 'string' },
        sentences: { type: 'string' },
        texts: { type: 'string' },
        rank: { type: 'string', default: String(DEFAULT_RANK) },
        write: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
