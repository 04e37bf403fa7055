import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CircuitBreaker, type Pass } from './circuit-breaker.ts';

function breaker() {
  const clock = { ms: 5000 };
  const it = new CircuitBreaker({ failures: 3, openMs: 1000, now: () => clock.ms });
  const enter = (): Pass => {
    const pass = it.enter();
    if (pass === null) throw new Error('turned away');
    return pass;
  };
  const fail = (times: number) => {
    for (let i = 0; i < times; i++) enter().failed();
  };
  return { it, clock, enter, fail };
}

test('it opens after so many failures in a row, and not before', () => {
  const { it, enter, fail } = breaker();
  fail(2);
  enter().succeeded();
  fail(2);
  expect(it.open).toBe(false);
  fail(1);
  expect(it.open).toBe(true);
  expect(it.enter()).toBeNull();
});

test('after a while one try is let through, and one only', () => {
  const { it, clock, enter, fail } = breaker();
  fail(3);
  clock.ms += 999;
  expect(it.enter()).toBeNull();
  clock.ms += 1;
  const probe = enter();
  expect(it.enter()).toBeNull();
  probe.succeeded();
  fail(2);
  expect(it.open).toBe(false);
});

test('a probe that fails opens it again for as long', () => {
  const { it, clock, enter, fail } = breaker();
  fail(3);
  clock.ms += 1000;
  enter().failed();
  clock.ms += 999;
  expect(it.enter()).toBeNull();
  clock.ms += 1;
  expect(it.enter()).not.toBeNull();
});

test('a probe that was given up lets the next one through', () => {
  const { it, clock, enter, fail } = breaker();
  fail(3);
  clock.ms += 1000;
  enter().abandoned();
  const next = enter();
  expect(it.enter()).toBeNull();
  next.failed();
  expect(it.open).toBe(true);
});

test('tries given up count for nothing', () => {
  const { it, enter, fail } = breaker();
  fail(2);
  enter().abandoned();
  expect(it.open).toBe(false);
  fail(1);
  expect(it.open).toBe(true);
});

test('tries from before it opened have no say afterwards', () => {
  const { it, clock, enter, fail } = breaker();
  const [early, other] = [enter(), enter()];
  fail(3);
  early.succeeded();
  expect(it.open).toBe(true);
  clock.ms += 1000;
  const probe = enter();
  other.failed();
  probe.succeeded();
  expect(it.open).toBe(false);
  expect(enter()).toBeDefined();
});

test('a pass counts once', () => {
  const { it, enter, fail } = breaker();
  const pass = enter();
  pass.failed();
  pass.failed();
  pass.failed();
  expect(it.open).toBe(false);
  fail(2);
  pass.succeeded();
  expect(it.open).toBe(true);
});

test('it never stays open for good, and never lets two probes in', () => {
  const step = fc.record({
    wait: fc.constantFrom(0, 0, 0, 400, 1000),
    end: fc.constantFrom('succeeded', 'failed', 'failed', 'abandoned', 'later'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { it, clock } = breaker();
      const held: Pass[] = [];
      for (const { wait, end } of steps) {
        clock.ms += wait;
        const pass = it.enter();
        if (pass === null) held.shift()?.failed();
        else if (end === 'later') held.push(pass);
        else pass[end]();
      }
      for (const pass of held) pass.abandoned();
      clock.ms += 1000;
      const probe = it.enter();
      expect(probe).not.toBeNull();
      probe?.succeeded();
      expect(it.open).toBe(false);
    }),
  );
});
