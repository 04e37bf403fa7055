import { writeFileSync } from 'node:fs';
import { type CommandOutput, EXIT, readCommand } from './command.ts';

/** A documentation page generated from declarations in the code. */
export interface GeneratedPage {
  /** The command that writes it, under api/cli. */
  readonly command: string;
  /** Used in the help text, for example "settings". */
  readonly subject: string;
  /** Path relative to the repository root. */
  readonly path: string;
  text(): string;
}

/**
 * Writes a generated page.
 * @returns the exit code
 */
export async function pageCommand(
  { command, subject, path, text }: GeneratedPage,
  args: readonly string[],
  output: CommandOutput = console,
): Promise<number> {
  const help = `Usage: node scripts/run.mjs api/cli/${command} [--out FILE]

Writes the reference page of all ${subject}.

  --out FILE   output file (default: ${path})
  --help       this text`;
  const read = readCommand(args, { help, options: ['out'], allowPositionals: false }, output);
  if (typeof read === 'number') return read;
  const out = read.values.out ?? path;
  writeFileSync(out, text());
  output.log(`Written: ${out}`);
  return EXIT.done;
}
