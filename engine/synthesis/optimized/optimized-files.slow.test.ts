import { existsSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeOptimized } from '../../../model-files/optimized-folders.ts';
import { NEURAL_MODEL, testWithNeuralVoice } from '../../testing/neural-voice.ts';
import { loadOptimized, optimizedFolder, type RewrittenModel } from './optimized-files.ts';

let folder: string;
let model: RewrittenModel;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-optimized-'));
  model = { engine: 'vits', modelPath: join(folder, 'model.onnx') };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ways = {
  open: async (from: string) => `opened ${from}`,
  load: async (bytes: Uint8Array) => `loaded ${bytes.length} bytes`,
};

testWithNeuralVoice(
  'files are made once, by one of those that want them, and again when one is damaged',
  async () => {
    await symlink(NEURAL_MODEL, model.modelPath);
    const [first, second] = await Promise.all([optimizedFolder(model), optimizedFolder(model)]);
    expect(first).toBe(second);
    // No temporary files are left.
    expect(await readdir(dirname(first))).toEqual([basename(first)]);
    const weights = join(first, 'chain-0.weights');
    const made = await stat(weights);

    expect(await loadOptimized(model, ways)).toBe(`opened ${first}`);
    expect((await stat(weights)).ino).toBe(made.ino);

    const before = await readFile(weights);
    await truncate(weights, 1000);
    expect(await optimizedFolder(model)).toBe(first);
    expect((await readFile(weights)).equals(before)).toBe(true);

    // Unreadable files of the right size are removed, and written again at the next load.
    const broken = { ...ways, open: () => Promise.reject(new Error('damaged')) };
    expect(await loadOptimized(model, broken)).toMatch(/^loaded/);
    expect(existsSync(first)).toBe(false);
    expect(await loadOptimized(model, ways)).toBe(`opened ${first}`);

    await removeOptimized(model.modelPath);
    expect(await readdir(folder)).toEqual(['model.onnx']);
  },
);

testWithNeuralVoice(
  'a changed model gets files of its own, and of older ones the last two stay',
  async () => {
    await symlink(NEURAL_MODEL, model.modelPath);
    const older = ['a', 'b', 'c'].map((version) => join(folder, '.optimized', `model.onnx-${version}`));
    for (const [index, path] of older.entries()) {
      await mkdir(path, { recursive: true });
      await utimes(path, 1000 + index, 1000 + index);
    }
    const made = await optimizedFolder(model);
    expect(older.map((path) => existsSync(path))).toEqual([false, true, true]);
    expect(existsSync(made)).toBe(true);
  },
);

test('a model whose files cannot be made is loaded itself', async () => {
  await writeFile(model.modelPath, 'no model');
  const place = join(folder, '.optimized');
  await writeFile(place, 'no folder');
  expect(await loadOptimized(model, ways)).toBe('loaded 8 bytes');
  await rm(place);
  expect(await loadOptimized(model, ways)).toBe('loaded 8 bytes');
  // The attempt leaves no files.
  expect(await readdir(place)).toEqual([]);
});
