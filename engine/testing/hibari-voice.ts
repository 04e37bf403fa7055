/** hibari, which some tests need. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { hibariFolder } from '../../model-files/folders.ts';
import { hibariFile } from '../../model-files/hibari-files.ts';

export const HIBARI_MODEL_PATH = path.join(hibariFolder(), hibariFile({ name: 'heart' }));

/** Tests that need hibari: skipped where it is not installed, but not in continuous integration. */
export const testWithHibari = test.skipIf(!existsSync(HIBARI_MODEL_PATH) && process.env.CI !== 'true');
