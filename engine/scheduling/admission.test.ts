import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Admission, type Ticket } from './admission.ts';
import { PresentOwners } from './present-owners.ts';

const never = new AbortController().signal;
const at = (value: number) => () => value;

/** Streams of owners with equal cost; lists in order the owners whose streams are admitted. */
function hall(lanes: number, cost = 0.1) {
  const clock = { ms: 0 };
  const admission = new Admission({ lanes, targetLoad: 1, now: () => clock.ms });
  const inside: { readonly owner: string; readonly ticket: Ticket }[] = [];
  const ask = (owner: string, times = 1): void => {
    for (let i = 0; i < times; i++) {
      admission.acquire(at(0), at(cost), never, owner).then(
        (ticket) => inside.push({ owner, ticket }),
        () => undefined,
      );
    }
  };
  const leave = (owner: string): void => {
    const i = inside.findIndex((one) => one.owner === owner);
    if (i >= 0) inside.splice(i, 1)[0]!.ticket.release();
  };
  const count = (owner: string): number => inside.filter((one) => one.owner === owner).length;
  return { admission, clock, inside, ask, leave, count };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a conversation goes before the other speech of its owner', async () => {
  const admission = new Admission({ lanes: 1, targetLoad: 1 });
  const order: string[] = [];
  const ask = async (name: string, isLive: boolean): Promise<void> => {
    const ticket = await admission.of('ada', isLive).acquire(at(0), at(1), never);
    order.push(name);
    await settled();
    ticket.release();
  };
  await Promise.all([
    ask('first', false),
    ask('speech', false),
    ask('conversation', true),
    ask('more speech', false),
    ask('another conversation', true),
  ]);
  expect(order).toEqual(['first', 'conversation', 'another conversation', 'speech', 'more speech']);
});

test('a conversation waits for as long as the machine is full, and is spoken then', async () => {
  const admission = new Admission({ lanes: 1, targetLoad: 1, maxWaitMs: 20 });
  const first = await admission.of('ada').acquire(at(0), at(1), never);
  const outcomes: string[] = [];
  const wait = (name: string, isLive: boolean) =>
    admission
      .of('ada', isLive)
      .acquire(at(0), at(1), never)
      .then(
        () => outcomes.push(`${name} speaks`),
        () => outcomes.push(`${name} is refused`),
      );
  const caller = wait('conversation', true);
  await wait('speech', false);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(outcomes).toEqual(['speech is refused']);
  first.release();
  await caller;
  expect(outcomes).toEqual(['speech is refused', 'conversation speaks']);
});

describe('Admission between owners', () => {
  test('an owner alone may use everything', async () => {
    const { ask, count } = hall(2, 0.5);
    ask('ada', 10);
    await settled();
    expect(count('ada')).toBe(4);
  });

  test('the first stream of a newcomer goes before the fiftieth of another, at once', async () => {
    const { admission, ask, count } = hall(2, 0.5);
    ask('flood', 50);
    ask('ada');
    await settled();
    expect([count('flood'), count('ada')]).toEqual([4, 1]);
    expect(admission.waiting).toBe(46);
  });

  test('while others are present, an owner gets no more than a share, and all capacity when the others have left', async () => {
    const { clock, ask, leave, count } = hall(2, 0.25);
    ask('flood', 50);
    ask('ada');
    await settled();
    expect([count('flood'), count('ada')]).toEqual([8, 1]);
    leave('ada');
    for (let i = 0; i < 8; i++) leave('flood');
    await settled();
    // One lane is left for the next owner.
    expect(count('flood')).toBe(4);
    clock.ms += 11_000;
    ask('flood');
    await settled();
    expect(count('flood')).toBe(8);
  });

  test('owners take turns, the one with least first', async () => {
    const { ask, leave, count, inside } = hall(1, 0.25);
    ask('flood', 20);
    await settled();
    ask('ada', 3);
    ask('bob', 3);
    for (let i = 0; i < 4; i++) {
      leave('flood');
      await settled();
    }
    expect(inside.length).toBeGreaterThanOrEqual(3);
    expect(Math.abs(count('ada') - count('bob'))).toBeLessThanOrEqual(1);
    expect(count('flood')).toBeLessThanOrEqual(2);
  });

  test('a full waiting room turns away the last of the owner who has most in it', async () => {
    const admission = new Admission({ lanes: 1, targetLoad: 1, maxWaiting: 3 });
    await admission.acquire(at(0), at(1), never, 'flood');
    const turnedAway: string[] = [];
    const ask = (owner: string, name: string): void => {
      admission.acquire(at(0), at(1), never, owner).catch(() => turnedAway.push(name));
    };
    for (const name of ['1', '2', '3']) ask('flood', name);
    ask('ada', 'first of ada');
    ask('ada', 'second of ada');
    ask('bob', 'bob');
    await settled();
    expect(turnedAway).not.toContain('first of ada');
    expect(turnedAway).not.toContain('bob');
    expect(turnedAway).toContain('3');
  });

  test('an owner whose streams time out is refused at once until half of them have ended; others are not', async () => {
    const admission = new Admission({ lanes: 1, targetLoad: 1, maxWaitMs: 40 });
    const first = await admission.acquire(at(0), at(1), never, 'flood');
    const outcomes: string[] = [];
    const ask = (owner: string, name: string): Promise<void> =>
      admission.acquire(at(0), at(1), never, owner).then(
        () => void outcomes.push(`${name} speaks`),
        () => void outcomes.push(`${name} is refused`),
      );
    const early = ask('flood', 'early');
    await new Promise((resolve) => setTimeout(resolve, 30));
    const late = [1, 2, 3].map((i) => ask('flood', `late ${i}`));
    await early;
    await ask('flood', 'newcomer');
    expect(outcomes).toEqual(['early is refused', 'newcomer is refused']);
    await ask('ada', 'ada');
    expect(outcomes.at(-1)).toBe('ada speaks');
    await Promise.all(late);
    first.release();
    // Ada still speaks.
    const again = ask('flood', 'again');
    expect(admission.waiting).toBeLessThanOrEqual(1);
    await again;
    expect(outcomes.at(-1)).toMatch(/^again/);
  });

  test('no pattern of arrivals keeps out an owner who has nothing, while others have more than one stream', async () => {
    const event = fc.record({ owner: fc.constantFrom('bob', 'eve', 'joe'), leaves: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
        const { admission, ask, leave, count } = hall(4, 0.5);
        for (const { owner, leaves } of events) {
          if (leaves) leave(owner);
          else ask(owner);
        }
        ask('ada');
        await settled();
        expect(count('ada')).toBe(1);
        expect(admission.active).toBeLessThanOrEqual(8 + 4);
        // Leaves no timers behind.
        for (const owner of ['ada', 'bob', 'eve', 'joe']) {
          for (let i = 0; i < 60; i++) {
            leave(owner);
            await Promise.resolve();
          }
        }
      }),
      { numRuns: 50, interruptAfterTimeLimit: 5000 },
    );
  });
});

test('an owner is present for some seconds after the last request; background work never is', () => {
  const clock = { ms: 0 };
  const owners = new PresentOwners(() => clock.ms);
  owners.see('ada');
  owners.see('');
  expect([owners.beside('ada'), owners.beside('bob')]).toEqual([0, 1]);
  clock.ms = 9_000;
  owners.see('bob');
  expect(owners.beside('eve')).toBe(2);
  clock.ms = 12_000;
  expect([owners.beside('ada'), owners.beside('bob')]).toEqual([1, 0]);
});
