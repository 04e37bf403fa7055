import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MeasuredModel, RecogniserSpeeds } from './recogniser-speeds.ts';

const MODEL: MeasuredModel = { id: 'whisper-a', files: ['/a.bin'], isMultilingual: false, digest: '12' };
const COST = { cpuSeconds: 0.25, delayMs: 160 };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-speeds-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('it is remembered for this machine and this file of the model', async () => {
  const measure = async () => COST;
  const first = new RecogniserSpeeds({ folder, processor: 'A', measure });
  await first.remember([MODEL]);
  expect(first.cost('whisper-a')).toBeNull();
  await first.measure(MODEL);
  expect(first.cost('whisper-a')).toEqual(COST);

  const remembered = async (processor: string, model: MeasuredModel) => {
    const speeds = new RecogniserSpeeds({ folder, processor, measure });
    await speeds.remember([model]);
    return speeds.cost('whisper-a');
  };
  expect(await remembered('A', MODEL)).toEqual(COST);
  expect(await remembered('B', MODEL)).toBeNull();
  expect(await remembered('A', { ...MODEL, digest: '13' })).toBeNull();
});

test('one at a time is measured, and a damaged file counts as none', async () => {
  await writeFile(join(folder, 'recogniser-speed.json'), '{"half a');
  let running = 0;
  let most = 0;
  const measure = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
    return COST;
  };
  const speeds = new RecogniserSpeeds({ folder, measure });
  await speeds.remember([MODEL]);
  await Promise.all([speeds.measure(MODEL), speeds.measure({ ...MODEL, id: 'whisper-b' })]);
  expect(most).toBe(1);
  expect([speeds.cost('whisper-a'), speeds.cost('whisper-b')]).toEqual([COST, COST]);
  const failing = new RecogniserSpeeds({ folder, measure: () => Promise.reject(new Error('no memory')) });
  await expect(failing.measure({ ...MODEL, id: 'whisper-c' })).rejects.toThrow('no memory');
  expect(failing.cost('whisper-c')).toBeNull();
});
