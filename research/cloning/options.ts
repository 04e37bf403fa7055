import { parseArgs } from 'node:util';
import { UsageError, wholeNumber } from '../../bench/arguments.ts';
import { DEFAULT_SENTENCES, SENTENCES } from './sentences.ts';

export interface CloningOptions {
  /** Folder with recordings of speakers. */
  readonly corpus: string;
  /** Names of the speakers to evaluate; empty for all. */
  readonly speakers: readonly string[];
  readonly sentences: number;
  /** Maximum duration that is enrolled per speaker. */
  readonly seconds: number;
  /** The unconverted voice for comparison, by id or name; null for the default English one. */
  readonly voice: string | null;
  /** Whether transcripts are sent with the recordings. Otherwise the engine recognises the words. */
  readonly transcripts: boolean;
  /** Whether to measure only the durations of enrolments. */
  readonly times: boolean;
  /** Folder for all synthesized speech; null keeps nothing. */
  readonly keep: string | null;
  /** File for the JSON results; null writes none. */
  readonly json: string | null;
  /** File for the page; null writes none. */
  readonly page: string | null;
}

const DEFAULT_SECONDS = 30;
const DEFAULT_PAGE = 'research/cloning/README.md';

export const USAGE = `Usage: npm run eval:cloning -- FOLDER [options]

Clones speakers from recordings and says how alike, how clear and how clean the clones are, beside the
unconverted voice. FOLDER has one folder for each speaker, with FLAC or WAV clips and their words: in
NAME.txt beside NAME.wav, in SPEAKER-CHAPTER.trans.txt, or for all of them in FOLDER/transcripts.tsv.

  --speakers A,B    some of the speakers (default: all)
  --sentences N     sentences that each voice says, up to ${SENTENCES.length} (default: ${DEFAULT_SENTENCES})
  --seconds N       at most so much of each speaker is enrolled (default: ${DEFAULT_SECONDS})
  --voice NAME      the unconverted voice to compare with (default: the best English one)
  --no-transcripts  enrol without transcripts
  --times           only how long voices take to be learned, with a transcript and without, and from takes
  --keep FOLDER     keep what was enrolled and spoken there, as WAV files
  --json FILE       write the figures
  --write[=FILE]    write the page (default: ${DEFAULT_PAGE})
  --help            shows this
`;

/**
 * @returns null when help was requested
 * @throws UsageError
 */
export function parseOptions(args: readonly string[]): CloningOptions | null {
  // parseArgs does not support an option whose value is optional.
  const given = args.map((arg) => (arg === '--write' ? `--write=${DEFAULT_PAGE}` : arg));
  const { values, positionals } = parse(given);
  if (values.help) return null;
  const [corpus] = positionals;
  if (corpus === undefined || positionals.length > 1) throw new UsageError('name one folder of recordings');
  return {
    corpus,
    speakers: values.speakers?.split(',').filter((name) => name !== '') ?? [],
    sentences: wholeNumber('--sentences', values.sentences, 1, SENTENCES.length),
    seconds: wholeNumber('--seconds', values.seconds, 1, 120),
    voice: values.voice ?? null,
    transcripts: !values['no-transcripts'],
    times: values.times,
    keep: values.keep ?? null,
    json: values.json ?? null,
    page: values.write ?? null,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        speakers: { type: 'string' },
        sentences: { type: 'string', default: String(DEFAULT_SENTENCES) },
        seconds: { type: 'string', default: String(DEFAULT_SECONDS) },
        voice: { type: 'string' },
        'no-transcripts': { type: 'boolean', default: false },
        times: { type: 'boolean', default: false },
        keep: { type: 'string' },
        json: { type: 'string' },
        write: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
