import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MeasuredCost } from '../synthesis/family.ts';
import type { BaseSource } from '../synthesis/voice-source.ts';
import { type MeasureOptions, VoiceSpeed } from './voice-speed.ts';

const VOICE: BaseSource = { engine: 'kokoro' };
const COST: MeasuredCost = { file: 'speed.json', version: 'model 1', assumedCores: () => 0.5 };

let folder: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  folder = await mkdtemp(join(tmpdir(), 'parley-speed-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

/** Requests a measurement. @returns its result; null while there is none */
function outcomeOf(speed: VoiceSpeed, isIdle: MeasureOptions['isIdle'] = () => true) {
  const outcome: { it: 'measured' | 'failed' | null } = { it: null };
  speed.measureWhenIdle(VOICE, {
    isIdle,
    onMeasured: () => {
      outcome.it = 'measured';
    },
    onFailure: () => {
      outcome.it = 'failed';
    },
  });
  return outcome;
}

/** Advances the clock by a minute, and then waits for the disk. */
async function aMinuteLater(isOver: () => boolean): Promise<void> {
  vi.advanceTimersByTime(60_000);
  while (!isOver()) await turn();
}

test('it is measured once on each machine, and remembered', async () => {
  let measured = 0;
  const measure = async () => 0.25 + measured++;
  const first = new VoiceSpeed(COST, { folder, processor: 'A', measure });
  await first.remember();
  expect(first.cost.isMeasured).toBe(false);
  const outcome = outcomeOf(first);
  await aMinuteLater(() => outcome.it !== null);
  expect(outcome.it).toBe('measured');
  expect(first.cost).toEqual({ cores: 0.25, isMeasured: true });

  const second = new VoiceSpeed(COST, { folder, processor: 'A', measure });
  await second.remember();
  expect(second.cost).toEqual({ cores: 0.25, isMeasured: true });
  outcomeOf(second);
  vi.advanceTimersByTime(60_000);
  expect(measured).toBe(1);

  const elsewhere = new VoiceSpeed(COST, { folder, processor: 'B', measure });
  await elsewhere.remember();
  expect(elsewhere.cost.isMeasured).toBe(false);
});

test('it waits until no stream has been active for a while, and does not begin after the end', async () => {
  let speaking = true;
  let measured = 0;
  const measure = async () => ++measured;
  const speed = new VoiceSpeed(COST, { folder: null, measure });
  const outcome = outcomeOf(speed, () => !speaking);
  vi.advanceTimersByTime(60_000);
  expect(measured).toBe(0);
  speaking = false;
  vi.advanceTimersByTime(5_000);
  expect(measured).toBe(0);
  await aMinuteLater(() => outcome.it !== null);
  expect(measured).toBe(1);

  const closed = new VoiceSpeed(COST, { folder: null, measure });
  outcomeOf(closed);
  closed.close();
  vi.advanceTimersByTime(60_000);
  expect(measured).toBe(1);
});

test('the assumed cost stays if it cannot be measured, and a damaged file counts as none', async () => {
  await writeFile(join(folder, 'speed.json'), '{"half a');
  const speed = new VoiceSpeed(COST, { folder, measure: () => Promise.reject(new Error('no memory')) });
  await speed.remember();
  const assumed = speed.cost;
  const outcome = outcomeOf(speed);
  await aMinuteLater(() => outcome.it !== null);
  expect(outcome.it).toBe('failed');
  expect(speed.cost).toEqual(assumed);
  expect(assumed.isMeasured).toBe(false);
});
