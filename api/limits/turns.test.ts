import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { Turns } from './turns.ts';

afterEach(() => void vi.restoreAllMocks());

/** Starts pieces of work, and records the turn in which each began. */
function observed() {
  // The pieces take no time, however busy the machine is.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const turns = new Turns();
  const began: string[] = [];
  const enter = (name: string, piece = name) => void turns.enter(name).then(() => began.push(piece));
  return { began, enter };
}

test('one piece of each name begins in a turn, the others in the next ones, in order', async () => {
  const { began, enter } = observed();
  for (const piece of ['a1', 'a2', 'a3']) enter('a', piece);
  await Promise.resolve();
  expect(began).toEqual(['a1']);
  await nextTurn();
  expect(began).toEqual(['a1', 'a2']);
  await nextTurn();
  expect(began).toEqual(['a1', 'a2', 'a3']);
});

test('a new client begins at once while another one floods the queue', async () => {
  const { began, enter } = observed();
  for (let i = 0; i < 100; i++) enter('flood');
  await nextTurn();
  enter('guest');
  await Promise.resolve();
  expect(began.at(-1)).toBe('guest');
  expect(began.filter((name) => name === 'flood').length).toBeLessThan(5);
});

test('a name that has waited its turn begins at once again', async () => {
  const { began, enter } = observed();
  enter('a');
  await nextTurn();
  await nextTurn();
  enter('a');
  await Promise.resolve();
  expect(began).toEqual(['a', 'a']);
});

test('while pieces wait, half of the time is left to other work', async () => {
  let clockMs = 0;
  let pausedMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clockMs);
  const turns = new Turns((resume, ms) => {
    pausedMs += ms;
    setImmediate(resume);
  });
  const pieces = Array.from({ length: 30 }, async () => {
    await turns.enter('flood');
    clockMs += 3;
  });
  await Promise.all(pieces);
  expect(pausedMs).toBeGreaterThan(80);
  expect(pausedMs).toBeLessThanOrEqual(90);
});

test('a refused name may begin again a little later, and other names are not affected', async () => {
  const turns = new Turns();
  const began: string[] = [];
  turns.hold('refused');
  const again = turns.enter('refused').then(() => began.push('refused'));
  const another = turns.enter('another').then(() => began.push('another'));
  await another;
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  expect(began).toEqual(['another']);
  await again;
  await turns.enter('refused');
});
