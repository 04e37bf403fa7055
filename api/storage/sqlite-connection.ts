import { createRequire } from 'node:module';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** An open SQLite database. */
export interface SqliteConnection extends SqliteDatabase {
  /** Runs a statement without a result, such as a pragma. */
  exec(sql: string): void;
  readonly inTransaction: boolean;
}

/** From this release on, Node.js contains a sufficient SQLite. better-sqlite3 12 crashes Node.js 24 when it ends. */
const NODE_WITH_SQLITE = 24;
/** How long a statement waits while another process writes, in ms. */
const BUSY_MS = 5000;

const require = createRequire(import.meta.url);

/**
 * Opens a file with better-sqlite3, or from Node.js 24 on with node:sqlite, whose results are converted to the same
 * form.
 */
export function connectSqlite(path: string): SqliteConnection {
  if (Number.parseInt(process.versions.node, 10) >= NODE_WITH_SQLITE) return new NodeSqlite(path);
  const BetterSqlite = require('better-sqlite3') as typeof import('better-sqlite3');
  return new BetterSqlite(path, { timeout: BUSY_MS }) as unknown as SqliteConnection;
}

/** The part of node:sqlite that is used here. The types of Node.js 20 lack it. */
interface StatementSync {
  columns(): readonly unknown[];
  all(...parameters: readonly unknown[]): Row[];
  run(...parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(...parameters: readonly unknown[]): IterableIterator<Row>;
}
interface DatabaseSync {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): StatementSync;
  close(): void;
}
type DatabaseSyncClass = new (path: string, options: { timeout: number }) => DatabaseSync;
type Row = Record<string, unknown>;

class NodeSqlite implements SqliteConnection {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    const { DatabaseSync } = require('node:sqlite') as { DatabaseSync: DatabaseSyncClass };
    this.#database = named(() => new DatabaseSync(path, { timeout: BUSY_MS }));
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  exec(sql: string): void {
    named(() => this.#database.exec(sql));
  }

  prepare(sql: string): SqliteStatement {
    const statement = named(() => this.#database.prepare(sql));
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => named(() => statement.all(...parameters).map(plain)),
      run: (parameters) => named(() => statement.run(...parameters)),
      *iterate(parameters) {
        for (const row of statement.iterate(...parameters)) yield plain(row);
      },
    };
  }

  close(): void {
    this.#database.close();
  }
}

/** Converts a row to the form of better-sqlite3: an ordinary object, in which bytes are buffers. */
function plain(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value,
  ]);
  return Object.fromEntries(entries) as Row;
}

/** Names of the result codes (https://sqlite.org/rescode.html) that are used elsewhere. */
const NAMES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  19: 'SQLITE_CONSTRAINT',
  26: 'SQLITE_NOTADB',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
};
const PRIMARY_CODE = 0xff;

/** Gives an error the code name that better-sqlite3 uses. */
function named<T>(body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (error instanceof Error && 'errcode' in error) {
      const code = Number(error.errcode);
      Object.assign(error, { code: NAMES[code] ?? NAMES[code & PRIMARY_CODE] ?? 'SQLITE_ERROR' });
    }
    throw error;
  }
}
