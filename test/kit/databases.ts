/** Runs the same tests on every kind of database that the server supports. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { type Database, type DatabasePlace, openDatabase } from '../../api/storage/database.ts';
import { PostgresServer, whyNoPostgres } from './servers/postgres.ts';

export interface TestDatabases {
  readonly kind: 'SQLite' | 'PostgreSQL';
  /** Creates a database for one test, removed after it. Its tables exist already, since creating them takes longest. */
  place(): Promise<DatabasePlace>;
  /** Like `place`, but without tables. */
  emptyPlace(): Promise<DatabasePlace>;
  /** Like `place`, but opened, and closed when the test ends. */
  open(): Promise<Database>;
}

/**
 * Defines a group of tests for each kind of database. PostgreSQL may be missing on a developer's machine, but not with
 * CI=true.
 */
export function eachDatabase(suite: (databases: TestDatabases) => void): void {
  describe('SQLite', () =>
    suite(databases('SQLite', { create: async () => null, createEmpty: async () => null })));
  onPostgres((server) => {
    let template: Promise<string> | null = null;
    const copy = async (): Promise<string> => {
      template ??= makeTemplate(server());
      return server().createDatabase(await template);
    };
    suite(databases('PostgreSQL', { create: copy, createEmpty: () => server().createDatabase() }));
  });
}

/** Defines a group of tests with a PostgreSQL server of its own, under the same conditions. */
export function onPostgres(suite: (server: () => PostgresServer) => void): void {
  const missing = whyNoPostgres();
  if (missing !== null && process.env.CI !== 'true') {
    describe.skip(`PostgreSQL: ${missing}`, () => suite(() => never()));
    return;
  }
  describe('PostgreSQL', () => {
    let server: PostgresServer | null = null;
    beforeAll(async () => {
      server = await PostgresServer.start();
    });
    afterAll(() => server?.remove());
    suite(() => server ?? never());
  });
}

/** @returns the name of a database with all tables */
async function makeTemplate(server: PostgresServer): Promise<string> {
  const databaseUrl = await server.createDatabase();
  const db = await openDatabase({ dataDir: '', databaseUrl });
  await db.destroy();
  return new URL(databaseUrl).pathname.slice(1);
}

type CreateUrl = () => Promise<string | null>;

function databases(
  kind: TestDatabases['kind'],
  { create, createEmpty }: { readonly create: CreateUrl; readonly createEmpty: CreateUrl },
): TestDatabases {
  const place = async (createUrl: CreateUrl): Promise<DatabasePlace> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    return { dataDir, databaseUrl: await createUrl() };
  };
  return {
    kind,
    place: () => place(create),
    emptyPlace: () => place(createEmpty),
    async open() {
      const db = await openDatabase(await place(create));
      onTestFinished(() => db.destroy());
      return db;
    },
  };
}

function never(): never {
  throw new Error('there is no PostgreSQL server');
}
