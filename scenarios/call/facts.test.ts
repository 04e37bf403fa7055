import { describe, expect, test } from 'vitest';
import type { CallEvent, CallerAction } from './events.ts';
import { factsOf } from './facts.ts';

const caller = (action: CallerAction, atMs: number, toMs: number): CallEvent => ({
  kind: 'caller',
  action,
  atMs,
  toMs,
  text: 'words',
  voice: [{ fromMs: atMs, toMs }],
});
const heard = (atMs: number, text = 'heard'): CallEvent => ({ kind: 'heard', atMs, text });
/** Blocks of 10 ms. */
const voice = (fromMs: number, toMs: number): number[] =>
  Array.from({ length: (toMs - fromMs) / 10 }, (_, i) => fromMs + 10 * i);

describe('a turn', () => {
  test('is answered by the first sound after its end', () => {
    const facts = factsOf(
      [caller('say', 1000, 2000), heard(2300)],
      [...voice(0, 500), ...voice(2600, 3000)],
      10,
    );
    expect(facts.answers).toEqual([{ atMs: 2000, afterMs: 600 }]);
    expect(facts.cutOffs).toEqual([]);
    expect(facts.overlap).toBe(null);
  });

  test('that is taken for over before it is was cut off', () => {
    const facts = factsOf(
      [caller('say', 1000, 4000), heard(2500, 'half'), heard(4300)],
      voice(2800, 3400),
      10,
    );
    expect(facts.cutOffs).toEqual([{ atMs: 2500, said: 'words', heard: 'half' }]);
    expect(facts.overlap).toEqual({ atMs: 2800, ms: 600 });
  });
});

describe('an interruption', () => {
  test('is obeyed when the agent falls silent', () => {
    const blocks = [...voice(0, 1400), ...voice(3000, 4000)];
    const facts = factsOf([caller('interrupt', 1000, 2200), heard(2500)], blocks, 10);
    expect(facts.interruptions).toEqual([{ atMs: 1000, afterMs: 390, isOne: true }]);
    expect(facts.answers).toEqual([{ atMs: 2200, afterMs: 800 }]);
  });

  test('is not obeyed where the agent goes on', () => {
    const facts = factsOf([caller('interrupt', 1000, 1500)], voice(0, 6000), 10);
    expect(facts.interruptions).toEqual([{ atMs: 1000, afterMs: null, isOne: true }]);
  });

  test('of an agent that says nothing is none', () => {
    const facts = factsOf([caller('interrupt', 5000, 5500)], voice(0, 1000), 10);
    expect(facts.interruptions).toMatchObject([{ isOne: false }]);
  });
});

describe('a sound', () => {
  test('after which the agent goes on was no turn', () => {
    const facts = factsOf([caller('sound', 1000, 1200)], [...voice(0, 1100), ...voice(1800, 3000)], 10);
    expect(facts.sounds).toEqual([{ atMs: 1000, sound: 'words', heard: null, goesOn: true }]);
    expect(facts.overlap).toBe(null);
  });

  test('may be taken for a turn', () => {
    const facts = factsOf([caller('sound', 1000, 1200), heard(1600, 'Come.')], voice(0, 1100), 10);
    expect(facts.sounds).toMatchObject([{ heard: 'Come.', goesOn: false }]);
  });
});
