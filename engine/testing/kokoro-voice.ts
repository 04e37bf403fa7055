/** Kokoro, which some tests need. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { kokoroFolder } from '../../model-files/folders.ts';
import { KOKORO_GRAPH } from '../../model-files/kokoro-files.ts';

const folder = kokoroFolder();

export const KOKORO_MODEL_PATH = path.join(folder, KOKORO_GRAPH.name);

export const kokoroStylePath = (voice: string): string => path.join(folder, `${voice}.bin`);

/** The style of a voice for this number of symbols: 256 values. */
export function kokoroStyle(voice: string, symbols: number): Float32Array {
  const bytes = Uint8Array.from(readFileSync(kokoroStylePath(voice)));
  return new Float32Array(bytes.buffer).slice((symbols - 1) * 256, symbols * 256);
}

/** Tests that need Kokoro: skipped where it is not installed, but not in continuous integration. */
export const testWithKokoro = test.skipIf(!existsSync(KOKORO_MODEL_PATH) && process.env.CI !== 'true');
