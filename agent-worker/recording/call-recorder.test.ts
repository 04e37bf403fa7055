import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallRecorder, RECORDING_RATE } from './call-recorder.ts';

const AGENT_LEVEL = 1000;
const CALLER_LEVEL = 5000;
/** Samples of the agent's and of the caller's audio in 20 ms. */
const AGENT_FRAME = new Int16Array(480).fill(AGENT_LEVEL);
const CALLER_FRAME = new Int16Array(320).fill(CALLER_LEVEL);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A call that lasts until `finished`, which returns when each side is audible: [from, to] in ms. */
function call() {
  const written: number[] = [];
  const recorder = new CallRecorder({ write: (samples) => written.push(...samples) });
  return {
    recorder,
    /** Both sides speak for this long, or one of them. */
    speak: (ms: number, sides: { caller?: boolean; agent?: boolean }) => {
      for (let at = 0; at < ms; at += 20) {
        if (sides.agent) recorder.agent(AGENT_FRAME);
        vi.advanceTimersByTime(20);
        if (sides.caller) recorder.caller(CALLER_FRAME);
      }
    },
    wait: (ms: number) => void vi.advanceTimersByTime(ms),
    finished: () => {
      recorder.close();
      recorder.close();
      const channel = (offset: number) => stretches(written.filter((_, i) => i % 2 === offset));
      return {
        ms: Math.round((written.length / 2 / RECORDING_RATE) * 1000),
        caller: channel(0),
        agent: channel(1),
      };
    },
  };
}

/** Times at which samples are louder than half of the softer side, in ms. */
function stretches(samples: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  let from: number | null = null;
  for (let i = 0; i <= samples.length; i++) {
    const isLoud = Math.abs(samples[i] ?? 0) > AGENT_LEVEL / 2;
    if (isLoud && from === null) from = i;
    if (isLoud || from === null) continue;
    found.push([Math.round((from * 1000) / RECORDING_RATE), Math.round((i * 1000) / RECORDING_RATE)]);
    from = null;
  }
  return found;
}

/** Asserts the stretches, within the length of the resampler's filter. */
const near = (...expected: [number, number][]) => expected.map(([from, to]) => [closeTo(from), closeTo(to)]);
const closeTo = (ms: number) =>
  expect.toSatisfy((actual: number) => Math.abs(actual - ms) <= 15, `near ${ms}`);

test('both sides are where they were heard, with silence between them', () => {
  const { speak, wait, finished } = call();
  speak(400, { agent: true });
  wait(1000);
  speak(2000, { caller: true });
  wait(3000);
  speak(200, { agent: true, caller: true });
  expect(finished()).toEqual({
    ms: 6600,
    agent: near([0, 400], [6400, 6600]),
    caller: near([1400, 3400], [6400, 6600]),
  });
});

test('audio that was handed ahead and dropped by an interruption is not in the recording', () => {
  const { recorder, speak, wait, finished } = call();
  for (let i = 0; i < 20; i++) recorder.agent(AGENT_FRAME);
  wait(200);
  recorder.agentStopped();
  speak(600, { caller: true });
  speak(100, { agent: true });
  expect(finished()).toMatchObject({ agent: near([0, 200], [800, 900]), caller: near([200, 800]) });
});

test('jitter of the network makes no gaps', () => {
  const { recorder, wait, finished } = call();
  for (const ms of [20, 180, 0, 0, 0, 0, 0, 0, 0, 0, 20]) {
    wait(ms);
    recorder.caller(CALLER_FRAME);
  }
  wait(2500);
  recorder.caller(CALLER_FRAME);
  expect(finished().caller).toEqual(near([0, 220], [2700, 2720]));
});

test('after a stall of the network the caller is on the clock again from the next silence on', () => {
  const { recorder, speak, wait, finished } = call();
  speak(200, { caller: true });
  wait(2000);
  // All of the audio comes at once.
  for (let i = 0; i < 50; i++) recorder.caller(CALLER_FRAME);
  for (let i = 0; i < 50; i++) {
    wait(20);
    recorder.caller(new Int16Array(CALLER_FRAME.length));
  }
  speak(400, { caller: true });
  // The resampler rings where the sound is cut.
  const heard = finished().caller.filter(([from, to]) => to - from > 5);
  expect(heard).toEqual(near([0, 200], [2180, 3180], [3200, 3600]));
});

test('a pause is silent on both sides', () => {
  const { recorder, speak, finished } = call();
  speak(300, { caller: true, agent: true });
  recorder.pause();
  speak(500, { caller: true, agent: true });
  recorder.resume();
  speak(200, { caller: true, agent: true });
  expect(finished()).toEqual({
    ms: 1000,
    agent: near([0, 300], [800, 1000]),
    caller: near([0, 300], [800, 1000]),
  });
});

test('a client that sends faster than real time takes no more memory than ten seconds', () => {
  const { recorder, wait, finished } = call();
  for (let i = 0; i < 3000; i++) recorder.caller(CALLER_FRAME);
  wait(20_000);
  const { caller } = finished();
  expect(caller).toEqual(near([0, 10_020]));
});
