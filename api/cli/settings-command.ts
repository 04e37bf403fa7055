import { writeFileSync } from 'node:fs';
import { settingsPage } from '../settings/page.ts';
import { type CommandOutput, EXIT, readCommand } from './command.ts';

const HELP = `Usage: node scripts/run.mjs api/cli/settings [--out FILE]

Writes the reference page of all settings.

  --out FILE   output file (default: docs/settings.md)
  --help       this text`;

/** @returns the exit code */
export async function settingsCommand(
  args: readonly string[],
  output: CommandOutput = console,
): Promise<number> {
  const command = readCommand(args, { help: HELP, options: ['out'], allowPositionals: false }, output);
  if (typeof command === 'number') return command;
  const path = command.values.out ?? 'docs/settings.md';
  writeFileSync(path, settingsPage());
  output.log(`Written: ${path}`);
  return EXIT.done;
}
