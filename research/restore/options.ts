import { parseArgs } from 'node:util';
import { UsageError, wholeNumber } from '../../bench/arguments.ts';

export interface RestoreEvaluationOptions {
  /** Folder with recordings of speakers; null uses our synthesizers. */
  readonly clips: string | null;
  /** Takes that are scored, one per speaker. */
  readonly takes: number;
  /** Maximum duration of a take. */
  readonly seconds: number;
  readonly page: string | null;
}

const DEFAULT_PAGE = 'research/restore/README.md';

export const USAGE = `Usage: npm run eval:restore -- [options]

Spoils clean speech as microphones, rooms and telephones do, restores it as POST /restore does, and says how clear and
how clean it is before and after.

  --clips FOLDER     people's recordings: a folder for each speaker, with FLAC or WAV clips and their words, as for
                     eval:cloning (default: our synthesizers speak)
  --takes N          takes that are judged, one per speaker (default: 3)
  --seconds N        length of a take of people, at most (default: 20)
  --write[=FILE]     write the page (default: ${DEFAULT_PAGE})
  --help             shows this
`;

/**
 * @returns null when help was requested
 * @throws UsageError
 */
export function parseOptions(args: readonly string[]): RestoreEvaluationOptions | null {
  // parseArgs does not support an option whose value is optional.
  const values = parse(args.map((arg) => (arg === '--write' ? `--write=${DEFAULT_PAGE}` : arg)));
  if (values.help) return null;
  return {
    clips: values.clips ?? null,
    takes: wholeNumber('--takes', values.takes, 1, 100),
    seconds: wholeNumber('--seconds', values.seconds, 8, 60),
    page: values.write ?? null,
  };
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        clips: { type: 'string' },
        takes: { type: 'string', default: '3' },
        seconds: { type: 'string', default: '20' },
        write: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
