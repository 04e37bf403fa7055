import { createKey, listKeys, revokeKey } from '../credentials/keys.ts';
import { parseScopes, SCOPES } from '../credentials/scopes.ts';
import type { Environment } from '../settings/declaration.ts';
import { loadSettings, SettingsError } from '../settings/settings.ts';
import { type Database, openDatabase, StorageError } from '../storage/database.ts';
import { DEFAULT_OWNER, ensureOwner, listOwners } from '../storage/owners.ts';
import { countVoices } from '../storage/voices.ts';
import { type Command, type CommandOutput, EXIT, readCommand, usageError } from './command.ts';
import { parseExpiry } from './expiry.ts';

const HELP = `Usage: npm run keys -- COMMAND

  create [--name NAME] [--owner OWNER] [--scopes LIST] [--expires WHEN] [--admin]
                          create an API key and show it once; with --admin it may manage models and its
                          owner's keys over HTTP
  list [--owner OWNER]    list the keys: id, owner, name, first characters, whether they are administrators',
                          scopes, creation, expiry, last use, revocation
  revoke ID               revoke a key and every JWT issued from it
  owners                  list the owners: id, name, creation, number of valid keys and of voices

Cloned voices and usage belong to an owner; all keys of one owner see the same ones. An owner is created with the first
key. Without --owner a key belongs to "${DEFAULT_OWNER}".

LIST is what the key may be used for, separated by commas: speak (speech), converse (conversations with agents), manage
(everything stored: agents, voices, pronunciations, recordings, usage). Without --scopes it may be used for everything.
WHEN is a time from now, such as 12h, 90d or 1y, or a date such as 2030-01-31 (the beginning of that day in UTC) or
2030-01-31T18:00:00Z. Without --expires the key does not expire.

The database is that of DATABASE_URL or DATA_DIR; a running server notices within a second.`;

const VERBS = ['create', 'list', 'revoke', 'owners'];
/** The subcommands that each option belongs to. */
const OPTIONS = {
  name: ['create'],
  owner: ['create', 'list'],
  scopes: ['create'],
  expires: ['create'],
} as const;
const NAME_MAX = 100;

/** @returns the exit code */
export async function keysCommand(
  args: readonly string[],
  output: CommandOutput = console,
  env: Environment = process.env,
): Promise<number> {
  const command = readCommand(
    args,
    { help: HELP, options: Object.keys(OPTIONS), flags: ['admin'], allowPositionals: true },
    output,
  );
  if (typeof command === 'number') return command;
  const mistake = mistakeIn(command);
  if (mistake !== null) return usageError(mistake, HELP, output);
  try {
    const db = await openDatabase(loadSettings(env));
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

function mistakeIn({ positionals, values, flags }: Command): string | null {
  const [verb, id, ...rest] = positionals;
  if (verb === undefined) return 'A command is missing.';
  if (!VERBS.includes(verb)) return `There is no command ${JSON.stringify(verb)}.`;
  if (verb === 'revoke' && id === undefined) return 'revoke needs the ID of a key, as shown by list.';
  if ((verb !== 'revoke' && id !== undefined) || rest.length > 0) return `Too many arguments after ${verb}.`;
  if (flags.has('admin') && verb !== 'create') return `--admin cannot be used with ${verb}.`;
  for (const [option, verbs] of Object.entries(OPTIONS)) {
    const value = values[option];
    if (value === undefined) continue;
    if (!verbs.some((one) => one === verb)) return `--${option} cannot be used with ${verb}.`;
    if (value.trim() === '' || value.length > NAME_MAX) {
      return `--${option} must have 1 to ${NAME_MAX} characters.`;
    }
  }
  return mistakeInGrant(values, flags.has('admin'));
}

function mistakeInGrant({ scopes, expires }: Command['values'], isAdmin: boolean): string | null {
  const listed = scopes === undefined ? SCOPES : parseScopes(scopes);
  if (listed === null || listed.length === 0) return `--scopes must be some of ${SCOPES.join(', ')}.`;
  if (isAdmin && !listed.includes('manage')) return '--admin needs the scope manage.';
  if (expires === undefined) return null;
  const expiresAt = parseExpiry(expires, Date.now());
  if (expiresAt === null)
    return '--expires must be a time from now, such as 90d, or a date, such as 2030-01-31.';
  return expiresAt.getTime() <= Date.now() ? '--expires must be in the future.' : null;
}

async function run(
  { positionals, values, flags }: Command,
  db: Database,
  output: CommandOutput,
): Promise<number> {
  const [verb, id = ''] = positionals;
  if (verb === 'list') return list(db, values.owner?.trim(), output);
  if (verb === 'owners') {
    for (const line of table(await ownerRows(db))) output.log(line);
    return EXIT.done;
  }
  if (verb === 'revoke') {
    if (await revokeKey(db, id)) {
      output.log(`Revoked: ${id}`);
      return EXIT.done;
    }
    output.error(`There is no valid key with the id ${JSON.stringify(id)}.`);
    return EXIT.failed;
  }
  const owner = values.owner?.trim() ?? DEFAULT_OWNER;
  const { ownerId, created } = await ensureOwner(db, owner);
  const { key, info } = await createKey(db, ownerId, values.name ?? 'unnamed', {
    isAdmin: flags.has('admin'),
    scopes: values.scopes === undefined ? null : parseScopes(values.scopes),
    expiresAt: values.expires === undefined ? null : parseExpiry(values.expires, Date.now()),
  });
  if (created && values.owner !== undefined) output.error(`Created owner ${owner}.`);
  output.error(`Created key ${info.id} (${info.name}) of ${owner}. It is shown only once:`);
  // The key is the only line on standard output, so that a script can read it.
  output.log(key);
  return EXIT.done;
}

async function list(db: Database, ownerName: string | undefined, output: CommandOutput): Promise<number> {
  const names = new Map((await listOwners(db)).map(({ id, name }) => [id, name]));
  if (ownerName !== undefined && ![...names.values()].includes(ownerName)) {
    output.error(`There is no owner ${JSON.stringify(ownerName)}.`);
    return EXIT.failed;
  }
  const rows = (await listKeys(db))
    .map((key) => ({ ...key, owner: names.get(key.ownerId) ?? key.ownerId }))
    .filter(({ owner }) => ownerName === undefined || owner === ownerName)
    .map((key) => [
      key.id,
      key.owner,
      key.name,
      key.prefix === '' ? '-' : `${key.prefix}...`,
      key.isAdmin ? 'yes' : '-',
      key.scopes.length === SCOPES.length ? 'all' : key.scopes.join(','),
      key.createdAt,
      key.expiresAt ?? 'never',
      key.lastUsedAt ?? 'never',
      key.revokedAt ?? '-',
    ]);
  const head = [
    'ID',
    'OWNER',
    'NAME',
    'KEY',
    'ADMIN',
    'SCOPES',
    'CREATED',
    'EXPIRES',
    'LAST USED',
    'REVOKED',
  ];
  for (const line of table([head, ...rows])) {
    output.log(line);
  }
  return EXIT.done;
}

async function ownerRows(db: Database): Promise<string[][]> {
  const keys = (await listKeys(db)).filter(({ revokedAt }) => revokedAt === null);
  const voices = await countVoices(db);
  const rows = (await listOwners(db)).map(({ id, name, createdAt }) => [
    id,
    name,
    createdAt,
    String(keys.filter(({ ownerId }) => ownerId === id).length),
    String(voices.get(id) ?? 0),
  ]);
  return [['ID', 'NAME', 'CREATED', 'KEYS', 'VOICES'], ...rows];
}

/** Pads each column to its widest entry. */
function table(lines: readonly (readonly string[])[]): string[] {
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
