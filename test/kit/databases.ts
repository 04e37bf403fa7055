/** Runs the same tests on every kind of database the server can use. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { type Database, type DatabasePlace, openDatabase } from '../../api/storage/database.ts';
import { PostgresServer, whyNoPostgres } from './servers/postgres.ts';

export interface TestDatabases {
  readonly kind: 'SQLite' | 'PostgreSQL';
  /** An empty database of the test's own, which goes away with it. */
  place(): Promise<DatabasePlace>;
  /** The same, opened, and closed when the test ends. */
  open(): Promise<Database>;
}

/**
 * A group of tests for each kind of database. PostgreSQL may be missing on a developer's machine, not where CI=true.
 */
export function eachDatabase(suite: (databases: TestDatabases) => void): void {
  describe('SQLite', () => suite(databases('SQLite', async () => null)));
  onPostgres((server) => suite(databases('PostgreSQL', () => server().createDatabase())));
}

/** A group of tests with a PostgreSQL server of its own, under the same conditions. */
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

function databases(kind: TestDatabases['kind'], createUrl: () => Promise<string | null>): TestDatabases {
  const place = async (): Promise<DatabasePlace> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    return { dataDir, databaseUrl: await createUrl() };
  };
  return {
    kind,
    place,
    async open() {
      const db = await openDatabase(await place());
      onTestFinished(() => db.destroy());
      return db;
    },
  };
}

function never(): never {
  throw new Error('there is no PostgreSQL server');
}
