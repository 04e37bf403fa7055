import { existsSync } from 'node:fs';
import type { Environment } from '../settings/declaration.ts';
import { loadSettings, SettingsError } from '../settings/settings.ts';
import { copyDatabase } from '../storage/copy.ts';
import { openDatabase, StorageError } from '../storage/database.ts';
import { sqliteFile } from '../storage/sqlite.ts';
import { type CommandOutput, EXIT, readCommand, usageError } from './command.ts';

const HELP = `Usage: node scripts/run.mjs api/cli/copy-data

Copies everything from the SQLite file in DATA_DIR into the PostgreSQL database of DATABASE_URL, which must be empty.
The copy is all or nothing. Stop the server first. The file is not changed.`;

/** @returns the exit code */
export async function copyDataCommand(
  args: readonly string[],
  output: CommandOutput = console,
  env: Environment = process.env,
): Promise<number> {
  const command = readCommand(args, { help: HELP, options: [], allowPositionals: false }, output);
  if (typeof command === 'number') return command;
  try {
    const { dataDir, databaseUrl } = loadSettings(env);
    if (databaseUrl === null) return usageError('DATABASE_URL is not set.', HELP, output);
    if (!existsSync(sqliteFile(dataDir))) {
      output.error(`There is nothing to copy: there is no file ${sqliteFile(dataDir)}.`);
      return EXIT.failed;
    }
    const from = await openDatabase({ dataDir, databaseUrl: null });
    try {
      const to = await openDatabase({ dataDir, databaseUrl });
      try {
        const counts = await copyDatabase(from, to);
        output.log(`Copied: ${counts.owners} owners, ${counts.api_keys} API keys, ${counts.voices} voices.`);
        return EXIT.done;
      } finally {
        await to.destroy();
      }
    } finally {
      await from.destroy();
    }
  } catch (error) {
    if (error instanceof SettingsError || error instanceof StorageError) {
      output.error(error.message);
      return error instanceof SettingsError ? EXIT.usage : EXIT.failed;
    }
    throw error;
  }
}
