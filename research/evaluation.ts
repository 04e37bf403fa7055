/** Shared parts of the evaluations' entries: start and end, progress messages, and output files. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '../bench/arguments.ts';
import { wrapMarkdown } from '../bench/report/wrap.ts';
import { EngineError } from '../engine/index.ts';
import { DecodeError } from '../media/decode/decode-error.ts';
import { CorpusError } from './cloning/corpus.ts';
import { EvaluationModelMissing } from './cloning/metrics/models.ts';

/** The messages of these errors are sufficient without a stack trace. */
const EXPECTED = [UsageError, CorpusError, EvaluationModelMissing, DecodeError, EngineError];

interface Entry<O> {
  readonly usage: string;
  /**
   * @returns null when help was requested
   * @throws UsageError
   */
  readonly parse: (args: readonly string[]) => O | null;
  /** @param signal aborts when the user interrupts the program */
  readonly run: (options: O, signal: AbortSignal) => Promise<void>;
}

/** Runs an evaluation with the arguments of this process, and sets its exit code: 2 for invalid arguments. */
export async function runEvaluation<O>({ usage, parse, run }: Entry<O>): Promise<void> {
  try {
    const options = parse(process.argv.slice(2));
    if (options === null) {
      process.stdout.write(usage);
      return;
    }
    const interrupt = new AbortController();
    process.once('SIGINT', () => interrupt.abort(new UsageError('interrupted')));
    await run(options, interrupt.signal);
  } catch (error) {
    if (!EXPECTED.some((kind) => error instanceof kind)) throw error;
    say((error as Error).message);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/**
 * Reads the arguments of an evaluation whose only ones are folders.
 * @returns null when help was requested
 * @throws UsageError
 */
export function parseFolders(args: readonly string[]): readonly string[] | null {
  if (args.includes('--help') || args.includes('-h')) return null;
  const unknown = args.find((arg) => arg.startsWith('-'));
  if (unknown !== undefined) throw new UsageError(`unknown argument "${unknown}"`);
  return args;
}

/** Prints a progress message, separate from the results. */
export function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Writes a page, with its lines wrapped like those of the others. */
export async function writePage(path: string, page: string): Promise<void> {
  await write(path, wrapMarkdown(page));
}

/** Writes a file, and creates missing folders. */
export async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
