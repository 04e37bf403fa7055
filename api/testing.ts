import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from './storage/database.ts';

/** Where what gives something back again is registered: `onTestFinished`, or what takes care of a whole file. */
export type Finished = (giveBack: () => void | Promise<void>) => void;

/** A folder that goes away with the test that asked for it. */
export function temporaryFolder(finished: Finished = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  finished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A real database in a temporary folder, closed when the test ends. */
export async function temporaryDatabase(finished: Finished = onTestFinished): Promise<Database> {
  const db = await openDatabase({ dataDir: temporaryFolder(finished), databaseUrl: null });
  finished(() => db.destroy());
  return db;
}
