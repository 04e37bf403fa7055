import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { Turns } from './turns.ts';

afterEach(() => void vi.restoreAllMocks());

/** Has pieces begin, and notes in which turn each did. */
function observed() {
  // None of them takes any time, however busy the machine is.
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

test('a client that comes while another one floods begins at once', async () => {
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

test('while some wait, half of the time is left to everything else', async () => {
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

test('who was refused asks again a moment later, and nobody else notices', async () => {
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
