import { parseArgs } from 'node:util';
import { UsageError, wholeNumber } from '../../bench/arguments.ts';
import { ENHANCERS } from './enhancers.ts';

export interface EnhancementOptions {
  /** Folder with recordings of speakers; null uses our synthesizers. */
  readonly clips: string | null;
  /** Names in ENHANCERS. */
  readonly enhancers: readonly string[];
  /** Takes that are scored, one per speaker. */
  readonly takes: number;
  /** Takes that clones are made from. */
  readonly clones: number;
  /** Maximum duration of a take. */
  readonly seconds: number;
  readonly json: string | null;
  readonly page: string | null;
}

const DEFAULT_PAGE = 'research/enhancement/README.md';
const NAMES = Object.keys(ENHANCERS);

export const USAGE = `Usage: npm run eval:enhancement -- [options]

Spoils clean speech with noise and rooms, has every enhancer clean it, and says how alike, how clear and how clean
recordings and clones of them are, before and after.

  --clips FOLDER     people's recordings: a folder for each speaker, with FLAC or WAV clips and their words, as for
                     eval:cloning (default: our synthesizers speak)
  --enhancers A,B    some of ${NAMES.join(', ')} (default: all)
  --takes N          takes that are judged, one per speaker (default: 3)
  --clones N         takes that clones are made of (default: 2)
  --seconds N        length of a take, at most (default: 25)
  --json FILE        write the figures
  --write[=FILE]     write the page (default: ${DEFAULT_PAGE})
  --help             shows this
`;

/**
 * @returns null when help was requested
 * @throws UsageError
 */
export function parseOptions(args: readonly string[]): EnhancementOptions | null {
  // parseArgs does not support an option whose value is optional.
  const values = parse(args.map((arg) => (arg === '--write' ? `--write=${DEFAULT_PAGE}` : arg)));
  if (values.help) return null;
  const enhancers = values.enhancers?.split(',').filter((name) => name !== '') ?? NAMES;
  const unknown = enhancers.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0)
    throw new UsageError(`there is no enhancer ${unknown.join(', ')}; known: ${NAMES.join(', ')}`);
  return {
    clips: values.clips ?? null,
    enhancers,
    takes: wholeNumber('--takes', values.takes, 1, 100),
    clones: wholeNumber('--clones', values.clones, 0, 100),
    seconds: wholeNumber('--seconds', values.seconds, 8, 60),
    json: values.json ?? null,
    page: values.write ?? null,
  };
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        clips: { type: 'string' },
        enhancers: { type: 'string' },
        takes: { type: 'string', default: '3' },
        clones: { type: 'string', default: '2' },
        seconds: { type: 'string', default: '25' },
        json: { type: 'string' },
        write: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
