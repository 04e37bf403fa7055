import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

test('a budget can be used up at once, refills evenly, and never holds more than its capacity', () => {
  let nowMs = 0;
  const bucket = new TokenBucket({ capacity: 3, perSecond: 2, now: () => nowMs });
  const takeAll = (): number => {
    let taken = 0;
    while (bucket.take()) taken++;
    return taken;
  };
  expect(takeAll()).toBe(3);
  nowMs += 500;
  expect(takeAll()).toBe(1);
  nowMs += 60_000;
  expect(takeAll()).toBe(3);
});
