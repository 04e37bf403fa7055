import { UsageError } from './arguments.ts';
import { PART_NAMES, type PartName } from './report/figures.ts';

export interface BenchOptions {
  readonly parts: readonly PartName[];
  readonly quick: boolean;
  /** Folder for the report; null prints it only. */
  readonly writeTo: string | null;
}

export const USAGE = `Usage: npm run bench:speak -- [${PART_NAMES.join('|')}]... [--quick] [--write[=FOLDER]]

Measures the speech engine and server beside a peer on the same voice, and cloned voices beside that
voice; all parts unless some are named.

  --quick   few and short repetitions, to see that it works
  --write   also writes speak.json, speak.md and pictures (to bench/results); parts that were not
            measured this time keep their figures from last time
  --help    shows this
`;

const DEFAULT_FOLDER = 'bench/results';

/**
 * @returns null when help was requested
 * @throws UsageError
 */
export function parseOptions(args: readonly string[]): BenchOptions | null {
  const parts = new Set<PartName>();
  let quick = false;
  let writeTo: string | null = null;
  for (const arg of args) {
    const part = PART_NAMES.find((name) => name === arg);
    if (part) parts.add(part);
    else if (arg === '--quick') quick = true;
    else if (arg === '--write') writeTo = DEFAULT_FOLDER;
    else if (arg.startsWith('--write=') && arg.length > '--write='.length)
      writeTo = arg.slice('--write='.length);
    else if (arg === '--help' || arg === '-h') return null;
    else throw new UsageError(`unknown argument "${arg}"`);
  }
  return { parts: PART_NAMES.filter((name) => parts.size === 0 || parts.has(name)), quick, writeTo };
}
