import { parseArgs } from 'node:util';
import { UsageError } from '../../bench/arguments.ts';

export interface ScriptOptions {
  /**
   * Folder of word frequencies from which the common diphones are counted again; null uses those that come with the
   * project.
   */
  readonly words: string | null;
  /** File for the page; null writes none. */
  readonly page: string | null;
}

const DEFAULT_PAGE = 'research/scripts/README.md';

export const USAGE = `Usage: npm run eval:scripts -- [options]

Says how long the built-in scripts of assisted cloning take and which sounds of their languages they have.

  --words FOLDER    count the common diphones again, in FOLDER/LANG.tsv: a word, a tab, how often it occurs
  --write[=FILE]    write the page (default: ${DEFAULT_PAGE})
  --help            shows this
`;

/**
 * @returns null when help was requested
 * @throws UsageError
 */
export function parseOptions(args: readonly string[]): ScriptOptions | null {
  // parseArgs does not support an option whose value is optional.
  const given = args.map((arg) => (arg === '--write' ? `--write=${DEFAULT_PAGE}` : arg));
  try {
    const { values } = parseArgs({
      args: given,
      options: {
        words: { type: 'string' },
        write: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values.help ? null : { words: values.words ?? null, page: values.write ?? null };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
