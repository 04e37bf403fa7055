import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { espeakSource } from '../synthesis/families/espeak/source.ts';
import { LanePool } from './pool.ts';
import type { WarmRequest } from './protocol.ts';
import type { Budget } from './step-budget.ts';

/** A worker whose behaviour the name of the voice selects. */
const SCRIPT = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', async ({ request: { voice: { voice } } }) => {
  if (voice === 'die') process.exit(1);
  if (voice === 'spin') for (;;);
  if (voice === 'silent') return;
  if (voice === 'throw') return setTimeout(() => { throw new Error('out of the blue'); });
  if (voice === 'reject') return void Promise.reject(new Error('nobody caught it'));
  if (voice === 'hoard') for (const hoard = []; ; ) hoard.push(new Array(1e6).fill(0));
  if (voice === 'recurse') { const deep = () => deep() + 1; return deep(); }
  if (voice === 'fail') return parentPort.postMessage({ type: 'failed', message: 'no such voice', busyMs: 1 });
  if (voice === 'load') {
    parentPort.postMessage({ type: 'loading' });
    await new Promise((resolve) => setTimeout(resolve, 700));
    parentPort.postMessage({ type: 'loaded' });
  }
  await new Promise((resolve) => setTimeout(resolve, voice === 'slow' ? 60 : 1));
  parentPort.postMessage({ type: 'done', result: voice, busyMs: 1 });
});
parentPort.postMessage({ type: 'ready' });
`;
const file = path.join(mkdtempSync(path.join(tmpdir(), 'parley-pool-')), 'worker.mjs');
writeFileSync(file, SCRIPT);

const never = new AbortController().signal;
const step = (voice: string): WarmRequest => ({ kind: 'warm', voice: espeakSource(voice) });

let pool: LanePool;
afterEach(() => pool.close());

async function start(lanes: number, budget?: Budget): Promise<LanePool> {
  pool = new LanePool(lanes, { module: pathToFileURL(file), budget });
  await pool.ready();
  return pool;
}

test('does the step with the earliest deadline first', async () => {
  const lanes = await start(1);
  const done: string[] = [];
  const run = (voice: string, deadlineMs: number) =>
    lanes.run(step(voice), deadlineMs, never).then(() => done.push(voice));
  await Promise.all([run('slow', 9), run('c', 3), run('a', 1), run('b', 2)]);
  expect(done).toEqual(['slow', 'a', 'b', 'c']);
});

test('steps of another owner do not wait for those of one who has queued many', async () => {
  const lanes = await start(1);
  const done: string[] = [];
  const run = (voice: string, owner: string) =>
    lanes.run(step(voice), 0, never, { owner }).then(() => done.push(voice));
  const flood = Array.from({ length: 20 }, (_, i) => run(`flood ${i}`, 'flood'));
  await Promise.all([run('ada', 'ada'), ...flood]);
  expect(done.indexOf('ada')).toBeLessThanOrEqual(1);
});

test('a stream that got a result asks for its next step before others take the lane', async () => {
  const lanes = await start(1);
  const done: string[] = [];
  const run = (voice: string, deadlineMs: number) =>
    lanes.run(step(voice), deadlineMs, never).then(() => done.push(voice));
  const first = run('a', 1).then(() => run('b', 2));
  await Promise.all([first, run('c', 3)]);
  expect(done).toEqual(['a', 'b', 'c']);
});

test('while others are present, an owner leaves one lane free of steps that are not due', async () => {
  const lanes = await start(2);
  const aheadMs = performance.now() + 60_000;
  const ahead = () => lanes.run(step('slow'), aheadMs, never, { owner: 'flood' });
  const alone = [ahead(), ahead()];
  expect(lanes.idle).toBe(0);
  await Promise.all(alone);
  await lanes.run(step('x'), 0, never, { owner: 'ada' });
  const beside = [ahead(), ahead()];
  expect(lanes.idle).toBe(1);
  const due = lanes.run(step('slow'), 0, never, { owner: 'flood' });
  expect(lanes.idle).toBe(0);
  await Promise.all([...beside, due]);
});

describe('pauseAhead', () => {
  const laterMs = () => performance.now() + 60_000;

  test('holds back what its owner needs later, and background steps, until it ends', async () => {
    const lanes = await start(2);
    const resume = lanes.pauseAhead('ada');
    const resumeOther = lanes.pauseAhead('ada');
    const done: string[] = [];
    const run = (voice: string, deadlineMs: number, owner?: string) =>
      lanes
        .run(step(voice), deadlineMs, never, owner === undefined ? {} : { owner })
        .then(() => done.push(voice));
    const later = [run("ada's later", laterMs(), 'ada'), run('background', laterMs())];
    await run("ben's later", laterMs(), 'ben');
    await run("ada's soon", performance.now() + 1000, 'ada');
    resume();
    await run("ada's next", 0, 'ada');
    expect(done).toEqual(["ben's later", "ada's soon", "ada's next"]);
    resumeOther();
    await Promise.all(later);
    expect(done).toHaveLength(5);
  });

  test('lets a step run when it is needed soon', async () => {
    const lanes = await start(1);
    lanes.pauseAhead('ada');
    const run = lanes.run(step('x'), performance.now() + 1900, never, { owner: 'ada' });
    expect(lanes.idle).toBe(1);
    await expect(run).resolves.toMatchObject({ result: 'x' });
  });
});

describe('background steps', () => {
  const later = () => performance.now() + 60_000;
  const background = (lanes: LanePool, voice: string, deadlineMs = later()) =>
    lanes.run(step(voice), deadlineMs, never);
  const meet = (lanes: LanePool) => lanes.run(step('x'), 0, never, { owner: 'ada' });

  test('run on any lane while no stream is active', async () => {
    const lanes = await start(2);
    const both = [background(lanes, 'slow'), background(lanes, 'slow')];
    expect(lanes.idle).toBe(0);
    await Promise.all(both);
  });

  test('leave every lane to those who are spoken for, and are done beside them', async () => {
    const lanes = await start(1);
    await meet(lanes);
    const steps = [background(lanes, 'slow'), background(lanes, 'y')];
    expect(lanes.idle).toBe(1);
    const hungUp = new AbortController();
    const spoken = lanes.run(step('silent'), 0, hungUp.signal, { owner: 'ada' });
    const outcome = Promise.allSettled([spoken]);
    expect(lanes.idle).toBe(0);
    expect((await Promise.all(steps)).map(({ result }) => result)).toEqual(['slow', 'y']);
    hungUp.abort(new Error('hung up'));
    expect(await outcome).toMatchObject([{ reason: { message: 'hung up' } }]);
  });

  test('take nothing else with them when they end their lane', async () => {
    const lanes = await start(1);
    await meet(lanes);
    await expect(background(lanes, 'die')).rejects.toThrow('a synthesis thread failed');
    await expect(meet(lanes)).resolves.toMatchObject({ result: 'x' });
    // A step that has waited for too long runs on any lane.
    await expect(background(lanes, 'y', 0)).resolves.toMatchObject({ result: 'y' });
  });

  test('lose their lane when they do not end', async () => {
    const lanes = await start(1, { stepMs: 300, loadMs: 300 });
    await meet(lanes);
    await expect(background(lanes, 'spin')).rejects.toMatchObject({ kind: 'synthesis_given_up' });
    await expect(background(lanes, 'y', 0)).resolves.toMatchObject({ result: 'y' });
  });
});

test('a cancelled step is skipped if it waits, and its result is dropped if it runs', async () => {
  const lanes = await start(1);
  const running = new AbortController();
  const waiting = new AbortController();
  const first = lanes.run(step('slow'), 0, running.signal);
  const second = lanes.run(step('fail'), 0, waiting.signal);
  const third = lanes.run(step('x'), 1, never);
  const outcome = Promise.allSettled([first, second]);
  running.abort(new Error('hung up'));
  waiting.abort(new Error('reset'));
  expect(await outcome).toMatchObject([{ reason: { message: 'hung up' } }, { reason: { message: 'reset' } }]);
  await expect(third).resolves.toMatchObject({ result: 'x' });
  await expect(lanes.run(step('y'), 0, waiting.signal)).rejects.toThrow('reset');
});

test('the result of an aborted step is dropped, and a step that never began has none', async () => {
  const lanes = await start(1);
  const gone = new AbortController();
  const unclaimed: unknown[] = [];
  const options = { unclaimed: (result: unknown) => unclaimed.push(result) };
  const running = lanes.run(step('slow'), 0, gone.signal, options);
  const waiting = lanes.run(step('x'), 0, gone.signal, options);
  const outcome = Promise.allSettled([running, waiting]);
  gone.abort(new Error('hung up'));
  await outcome;
  await lanes.run(step('y'), 0, never, options);
  expect(unclaimed).toEqual(['slow']);
});

test('a failed step reports the reason, and the lane continues', async () => {
  const lanes = await start(1);
  await expect(lanes.run(step('fail'), 0, never)).rejects.toThrow('no such voice');
  await expect(lanes.run(step('x'), 0, never)).resolves.toMatchObject({ result: 'x' });
});

test('a lane that dies fails its own step only and is replaced', async () => {
  const lanes = await start(2);
  const slow = lanes.run(step('slow'), 0, never);
  await expect(lanes.run(step('die'), 0, never)).rejects.toThrow('synthesis thread failed');
  await expect(slow).resolves.toMatchObject({ result: 'slow' });
  const after = await Promise.all([1, 2, 3].map((i) => lanes.run(step(`x${i}`), i, never)));
  expect(after.map(({ result }) => result)).toEqual(['x1', 'x2', 'x3']);
});

test.each(['throw', 'reject', 'hoard', 'recurse'])(
  'a lane that ends with "%s" takes nothing else with it',
  async (fault) => {
    const lanes = await start(2);
    const slow = lanes.run(step('slow'), 0, never);
    await expect(lanes.run(step(fault), 0, never)).rejects.toThrow('a synthesis thread failed');
    await expect(slow).resolves.toMatchObject({ result: 'slow' });
    await expect(lanes.run(step('x'), 0, never)).resolves.toMatchObject({ result: 'x' });
  },
);

test.each(['spin', 'silent'])(
  'a step that does not end ("%s") loses its lane, and everything else continues',
  async (fault) => {
    const lanes = await start(1, { stepMs: 300, loadMs: 300 });
    const stuck = lanes.run(step(fault), 0, never);
    const next = lanes.run(step('x'), 1, never);
    await expect(stuck).rejects.toMatchObject({ kind: 'synthesis_given_up' });
    await expect(next).resolves.toMatchObject({ result: 'x' });
    await expect(lanes.run(step('y'), 0, never)).resolves.toMatchObject({ result: 'y' });
  },
);

test('a step that was aborted and does not end loses its lane as well', async () => {
  const lanes = await start(1, { stepMs: 300, loadMs: 300 });
  const hungUp = new AbortController();
  const stuck = lanes.run(step('spin'), 0, hungUp.signal);
  hungUp.abort(new Error('hung up'));
  await expect(stuck).rejects.toThrow('hung up');
  await expect(lanes.run(step('x'), 0, never)).resolves.toMatchObject({ result: 'x' });
});

test('a lane that loads a voice has more time for that', async () => {
  const lanes = await start(1, { stepMs: 300, loadMs: 60_000 });
  await expect(lanes.run(step('load'), 0, never)).resolves.toMatchObject({ result: 'load' });
});

test('a step for all lanes reaches each of them', async () => {
  const lanes = await start(3);
  const busy = lanes.run(step('slow'), 0, never);
  await lanes.runOnAll(step('slow'));
  await busy;
  expect(lanes.busyMs).toBe(4);
});

test('closing fails running and waiting steps', async () => {
  const lanes = await start(1);
  const steps = [lanes.run(step('slow'), 0, never), lanes.run(step('x'), 0, never)];
  const outcome = Promise.allSettled(steps);
  await lanes.close();
  expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(lanes.run(step('x'), 0, never)).rejects.toThrow('closed');
});
