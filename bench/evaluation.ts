/** What the entries of evaluations share: how they begin and end, what they say, the files that they write. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EngineError } from '../engine/index.ts';
import { DecodeError } from '../media/decode/decode-error.ts';
import { UsageError } from './arguments.ts';
import { CorpusError } from './cloning/corpus.ts';
import { EvaluationModelMissing } from './cloning/metrics/models.ts';
import { wrapMarkdown } from './report/wrap.ts';

/** Their messages are all that needs to be said. */
const EXPECTED = [UsageError, CorpusError, EvaluationModelMissing, DecodeError, EngineError];

interface Entry<O> {
  readonly usage: string;
  /** @returns null when help was asked for. @throws UsageError */
  readonly parse: (args: readonly string[]) => O | null;
  /** @param signal aborted when the person at the terminal has had enough */
  readonly run: (options: O, signal: AbortSignal) => Promise<void>;
}

/** Runs an evaluation with the arguments of this process, whose exit code it sets: 2 for wrong arguments. */
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

/** Tells the person at the terminal, beside the results. */
export function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Writes a page of docs/, its lines broken like those of the others. */
export async function writePage(path: string, page: string): Promise<void> {
  await write(path, wrapMarkdown(page));
}

/** Writes a file, and the folders it lies in where there are none. */
export async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
