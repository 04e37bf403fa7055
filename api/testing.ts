import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from './storage/database.ts';

/** Registers a function that cleans up: `onTestFinished`, or its counterpart for a whole file. */
export type Finished = (giveBack: () => void | Promise<void>) => void;

/** Creates a folder that is removed after the test that requested it. */
export function temporaryFolder(finished: Finished = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  finished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a real database in a temporary folder, closed when the test ends. */
export async function temporaryDatabase(finished: Finished = onTestFinished): Promise<Database> {
  const db = await openDatabase({ dataDir: temporaryFolder(finished), databaseUrl: null });
  finished(() => db.destroy());
  return db;
}
