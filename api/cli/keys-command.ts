import { createKey, type KeyInfo, listKeys, revokeKey } from '../credentials/keys.ts';
import { type Environment, loadSettings, SettingsError } from '../settings.ts';
import { type Database, openDatabase, StorageError } from '../storage/database.ts';
import { ensureDefaultOwner } from '../storage/owners.ts';
import { type Command, type CommandOutput, EXIT, readCommand, usageError } from './command.ts';

const HELP = `Usage: npm run keys -- COMMAND

  create [--name NAME]   make an API key and show it, this once
  list                   show all keys: id, name, first characters, when made, last used and revoked
  revoke ID              refuse a key from now on, and every JWT made from it

The keys are those of the database in DATA_DIR; a running server notices within a second.`;

const NAME_MAX = 100;

/** @returns the exit code */
export async function keysCommand(
  args: readonly string[],
  output: CommandOutput = console,
  env: Environment = process.env,
): Promise<number> {
  const command = readCommand(args, { help: HELP, options: ['name'], allowPositionals: true }, output);
  if (typeof command === 'number') return command;
  const mistake = mistakeIn(command);
  if (mistake !== null) return usageError(mistake, HELP, output);
  try {
    const db = await openDatabase(loadSettings(env).dataDir);
    try {
      return await run(command, db, output);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    if (error instanceof SettingsError || error instanceof StorageError) {
      output.error(error.message);
      return error instanceof SettingsError ? EXIT.usage : EXIT.failed;
    }
    throw error;
  }
}

function mistakeIn({ positionals, values }: Command): string | null {
  const [verb, id, ...rest] = positionals;
  if (verb === undefined) return 'A command is missing.';
  if (!['create', 'list', 'revoke'].includes(verb)) return `There is no command ${JSON.stringify(verb)}.`;
  if (verb === 'revoke' && id === undefined) return 'revoke needs the ID of a key, as list shows it.';
  if ((verb !== 'revoke' && id !== undefined) || rest.length > 0) return `Too many words after ${verb}.`;
  if (verb !== 'create' && values.name !== undefined) return `--name has no meaning with ${verb}.`;
  if (values.name !== undefined && (values.name.trim() === '' || values.name.length > NAME_MAX)) {
    return `--name must have 1 to ${NAME_MAX} characters.`;
  }
  return null;
}

async function run({ positionals, values }: Command, db: Database, output: CommandOutput): Promise<number> {
  const [verb, id = ''] = positionals;
  if (verb === 'list') {
    for (const line of table(await listKeys(db))) output.log(line);
    return EXIT.done;
  }
  if (verb === 'revoke') {
    if (await revokeKey(db, id)) {
      output.log(`Revoked: ${id}`);
      return EXIT.done;
    }
    output.error(`No key in force has the id ${JSON.stringify(id)}.`);
    return EXIT.failed;
  }
  const { ownerId } = await ensureDefaultOwner(db);
  const { key, info } = await createKey(db, ownerId, values.name ?? 'unnamed');
  output.error(`Made key ${info.id} (${info.name}). It is shown only now:`);
  // Alone on standard output, so that a script can take it.
  output.log(key);
  return EXIT.done;
}

function table(keys: readonly KeyInfo[]): string[] {
  const rows = keys.map((key) => [
    key.id,
    key.name,
    key.prefix === '' ? '-' : `${key.prefix}...`,
    key.createdAt,
    key.lastUsedAt ?? 'never',
    key.revokedAt ?? '-',
  ]);
  const lines = [['ID', 'NAME', 'KEY', 'MADE', 'LAST USED', 'REVOKED'], ...rows];
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
