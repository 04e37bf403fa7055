import { existsSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { modelsFolder } from '../../model-files/folders.ts';
import { SPEAKER_ENCODER } from '../../model-files/manifest.ts';
import { ModelStore } from '../../model-files/store.ts';
import { times } from '../../test/kit/long-form.ts';
import { EnrolmentThread, EnrolmentThreads } from './enrolment-threads.ts';
import type { Step } from './worker-protocol.ts';

const RATE = 16_000;
const never = new AbortController().signal;
const WORKER = new URL('./worker.ts', import.meta.url);
const [encoderPath = ''] = new ModelStore().paths(SPEAKER_ENCODER).values();
const thread = new EnrolmentThread(WORKER);
afterEach(() => thread.end(new Error('the test is over')));

/** Cleans noise of a given duration. */
function cleaning(seconds: number): Step & { readonly kind: 'enhance' } {
  const buffer = new SharedArrayBuffer(4 * seconds * RATE);
  const samples = new Float32Array(buffer).map(() => Math.random() - 0.5);
  return { kind: 'enhance', sound: { samples, sampleRate: RATE }, modelsFolder: modelsFolder() };
}

test('a thread that is ended while it cleans a recording gives up at once and harms nobody', async () => {
  for (const afterMs of [700, 300, 1500].slice(0, times(1, 3))) {
    const stop = new AbortController();
    const step = thread.run(cleaning(15), stop.signal);
    setTimeout(() => stop.abort(new Error('the client hung up')), afterMs);
    await expect(step).rejects.toThrow('the client hung up');
    expect(thread.alive).toBe(false);
  }
  // It works again, in a new thread.
  const { samples } = await thread.run(cleaning(1), never);
  expect(samples).toHaveLength(RATE);
}, 120_000);

test.skipIf(!existsSync(encoderPath) && process.env.CI !== 'true')(
  'a thread that is ended while a filter is fitted gives up at once and harms nobody',
  async () => {
    const step: Step = {
      kind: 'equalise',
      ...cleaning(5).sound,
      spectrum: new Float64Array(40),
      embedding: new Float32Array(256).fill(1 / 16),
      encoderPath,
    };
    /** The minimum of several runs: one may have to start the thread, or find the machine busy. */
    let wholeMs = Number.POSITIVE_INFINITY;
    const whole = async (): Promise<void> => {
      const began = performance.now();
      await thread.run(step, never);
      wholeMs = Math.min(wholeMs, performance.now() - began);
    };
    await whole();
    await whole();
    const outcomes: string[] = [];
    for (const share of [0.5, 0.3, 0.65, 0.8].slice(0, times(1, 4))) {
      const stop = new AbortController();
      const stopped = thread.run(step, stop.signal).then(
        () => 'it was quicker this time',
        (error: Error) => error.message,
      );
      setTimeout(() => stop.abort(new Error('the client hung up')), share * wholeMs);
      outcomes.push(await stopped);
      // Otherwise the next one would have to start a thread.
      await whole();
    }
    expect(outcomes).toContain('the client hung up');
  },
  120_000,
);

test('closing waits for a thread that was given back while it cleans a recording', async () => {
  const threads = new EnrolmentThreads({ running: 1, waiting: 0, idleMs: 60_000 }, WORKER);
  const stop = new AbortController();
  const cleaner = await threads.enter(stop.signal);
  await cleaner.run(cleaning(1), stop.signal);
  const step = cleaner.run(cleaning(10), stop.signal);
  const stopped = expect(step).rejects.toThrow('the client hung up');
  // The step is sent after this turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve, 50));
  stop.abort(new Error('the client hung up'));
  threads.leave(cleaner);
  let ended = false;
  const ending = cleaner.end(new Error('the test is over')).then(() => {
    ended = true;
  });
  expect(ended).toBe(false);
  await threads.close();
  expect(ended).toBe(true);
  await Promise.all([stopped, ending]);
}, 60_000);
