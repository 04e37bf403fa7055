import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from './storage/database.ts';

/** A folder that goes away with the test that asked for it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A real database in a temporary folder, closed when the test ends. */
export async function temporaryDatabase(): Promise<Database> {
  const db = await openDatabase({ dataDir: temporaryFolder(), databaseUrl: null });
  onTestFinished(() => db.destroy());
  return db;
}
