import { AudioOutput, initializeLogger } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AGENT_FRAME_SAMPLES, AGENT_SAMPLE_RATE } from '../audio-rates.ts';
import type { Door } from '../door.ts';
import { PacedAudioOutput } from './paced-audio-output.ts';
import { SpokenUtterance, userdataOf } from './spoken-utterance.ts';

initializeLogger({ pretty: false, level: 'silent' });

const LEAD_MS = 100;
const FRAME_MS = 20;

/** A listener, which derives what has been heard from the times at which audio was handed over. */
class Listener implements Door {
  readonly leadMs = LEAD_MS;
  readonly played: number[] = [];
  flushes = 0;
  drops = 0;

  play(frame: Int16Array): void {
    this.played.push(frame[0]!);
  }

  drop(): void {
    this.drops++;
  }

  flush(): void {
    this.flushes++;
  }

  message(): void {}
}

interface Finished {
  readonly playbackPosition: number;
  readonly interrupted: boolean;
  readonly synchronizedTranscript?: string;
}

let listener: Listener;
let output: PacedAudioOutput;
let audible: boolean[];
let leftMs: number;
let stops: number;
let finished: Finished[];

beforeEach(() => {
  vi.useFakeTimers();
  listener = new Listener();
  audible = [];
  stops = 0;
  finished = [];
  output = new PacedAudioOutput(listener, {
    audible: (is, ms) => {
      audible.push(is);
      leftMs = ms;
    },
    // Listeners are notified before audio is taken back.
    stopped: () => {
      expect(listener.drops).toBe(stops);
      stops++;
    },
    handed: () => undefined,
  });
  output.on(AudioOutput.EVENT_PLAYBACK_FINISHED, (event: Finished) => finished.push(event));
});

afterEach(() => {
  output.close();
  vi.useRealTimers();
});

/** Three words of 200 ms each, as "one two, three." */
function threeWords(): SpokenUtterance {
  const utterance = new SpokenUtterance();
  utterance.addText('one two, three.');
  utterance.addWords({
    units: ['one', 'two', 'three'],
    unitStartTimesMs: [0, 200, 400],
    unitDurationsMs: [200, 200, 200],
    charStartOffsets: [0, 4, 9],
    charEndOffsets: [3, 7, 14],
  });
  return utterance;
}

/** Frame n holds the number n. Like the session with many frames, this does not wait for the calls. */
async function speak(utterance: SpokenUtterance, frames: number, first = 0): Promise<void> {
  for (let i = first; i < first + frames; i++) {
    const samples = new Int16Array(AGENT_FRAME_SAMPLES).fill(i);
    void output.captureFrame(
      new AudioFrame(samples, AGENT_SAMPLE_RATE, 1, samples.length, userdataOf(utterance)),
    );
  }
  await vi.advanceTimersByTimeAsync(0);
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

describe('an output paced by the clock', () => {
  it('hands over no more than its lead ahead, and everything once', async () => {
    await speak(threeWords(), 30);
    output.flush();
    expect(listener.played.length).toBe(LEAD_MS / FRAME_MS + 1);
    await vi.advanceTimersByTimeAsync(200);
    expect(listener.played.length).toBeLessThanOrEqual((200 + LEAD_MS) / FRAME_MS + 1);
    await vi.advanceTimersByTimeAsync(500);
    expect(listener.played).toEqual(upTo(30));
    expect(listener.flushes).toBe(1);
    expect(finished).toMatchObject([
      { playbackPosition: 0.6, interrupted: false, synchronizedTranscript: 'one two, three.' },
    ]);
    expect(audible).toEqual([true, false]);
    expect(stops).toBe(0);
  });

  it.each([-1, 1])('keeps its pace when the clock is set by %i hours', async (hours) => {
    await speak(threeWords(), 30);
    output.flush();
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    await vi.advanceTimersByTimeAsync(200);
    expect(listener.played.length).toBeGreaterThan(200 / FRAME_MS);
    expect(listener.played.length).toBeLessThanOrEqual((200 + LEAD_MS) / FRAME_MS + 1);
    await vi.advanceTimersByTimeAsync(500);
    expect(listener.played).toEqual(upTo(30));
  });

  it('makes the session wait when enough is waiting', async () => {
    let taken = 0;
    const utterance = threeWords();
    void (async () => {
      for (let i = 0; i < 200; i++) {
        const samples = new Int16Array(AGENT_FRAME_SAMPLES);
        await output.captureFrame(
          new AudioFrame(samples, AGENT_SAMPLE_RATE, 1, samples.length, userdataOf(utterance)),
        );
        taken++;
      }
    })();
    await vi.advanceTimersByTimeAsync(100);
    expect(taken).toBeLessThan(50);
    await vi.advanceTimersByTimeAsync(5000);
    expect(taken).toBe(200);
  });

  it('reports the words as they are heard', async () => {
    const reader = output.nextTranscript().getReader();
    const heard: string[] = [];
    void (async () => {
      for (let step = await reader.read(); !step.done; step = await reader.read()) heard.push(step.value);
      heard.push('END');
    })();
    await speak(threeWords(), 30);
    output.flush();
    await vi.advanceTimersByTimeAsync(300);
    expect(heard.join('|')).toBe('one');
    await vi.advanceTimersByTimeAsync(400);
    expect(heard.join('|')).toBe('one| two,| three.|END');
  });

  it('knows which words were heard before an interruption, and plays nothing more', async () => {
    const utterance = threeWords();
    await speak(utterance, 20);
    await vi.advanceTimersByTimeAsync(420);
    output.cut(utterance);
    const played = listener.played.length;
    expect(finished).toMatchObject([{ interrupted: true, synchronizedTranscript: 'one two,' }]);
    expect([stops, listener.drops]).toEqual([1, 1]);
    // The session has not noticed the interruption yet.
    await speak(utterance, 10, 20);
    output.flush();
    output.clearBuffer();
    await vi.advanceTimersByTimeAsync(500);
    expect(listener.played.length).toBe(played);
    expect(finished).toHaveLength(1);
    // The next utterance is audible.
    await speak(threeWords(), 5);
    output.flush();
    await vi.advanceTimersByTimeAsync(500);
    expect(listener.played.length).toBe(played + 5);
    expect(finished).toHaveLength(2);
  });

  it('reports how much was not heard when it falls silent', async () => {
    await speak(threeWords(), 30);
    await vi.advanceTimersByTimeAsync(300);
    output.pause();
    expect(leftMs).toBe(Number.POSITIVE_INFINITY);
    output.resume();
    output.flush();
    output.pause();
    // Continues from the word that was being heard.
    expect(leftMs).toBe(600 - 200);
    output.resume();
    await vi.advanceTimersByTimeAsync(1000);
    expect(audible.at(-1)).toBe(false);
    expect(leftMs).toBe(0);
  });

  it.each([
    ['with the word that was being heard', 300, 10],
    ['with a word that ended a moment ago, which may not have been heard to its end', 250, 0],
    ['with the first word, when the pause comes at once', 20, 0],
  ])('continues after a pause %s', async (_what, afterMs, fromFrame) => {
    await speak(threeWords(), 30);
    output.flush();
    await vi.advanceTimersByTimeAsync(afterMs);
    output.pause();
    expect(audible).toEqual([true, false]);
    expect([stops, listener.drops]).toEqual([1, 1]);
    const before = listener.played.length;
    await vi.advanceTimersByTimeAsync(3000);
    expect(listener.played.length).toBe(before);
    output.resume();
    await vi.advanceTimersByTimeAsync(1000);
    expect(listener.played.slice(before)).toEqual(upTo(30).slice(fromFrame));
    expect(finished).toMatchObject([{ playbackPosition: 0.6, interrupted: false }]);
  });

  it('continues where it stopped, in a long word', async () => {
    const utterance = new SpokenUtterance();
    utterance.addText('2,348,123');
    utterance.addWords({
      units: ['2,348,123'],
      unitStartTimesMs: [0],
      unitDurationsMs: [4000],
      charStartOffsets: [0],
      charEndOffsets: [9],
    });
    await speak(utterance, 200);
    output.flush();
    await vi.advanceTimersByTimeAsync(2000);
    output.pause();
    const before = listener.played.length;
    output.resume();
    await vi.advanceTimersByTimeAsync(3000);
    // Minus the delay of the listener's playback.
    expect(listener.played[before]).toBe((2000 - 80) / FRAME_MS);
    expect(listener.played.at(-1)).toBe(199);
  });

  it('has nothing to stop before it begins', () => {
    output.pause();
    output.resume();
    output.clearBuffer();
    expect([stops, listener.drops]).toEqual([0, 0]);
  });

  it('knows which words were heard before a pause, although some are repeated', async () => {
    await speak(threeWords(), 30);
    await vi.advanceTimersByTimeAsync(250);
    output.pause();
    output.clearBuffer();
    expect(finished).toMatchObject([{ interrupted: true, synchronizedTranscript: 'one' }]);
    expect([stops, listener.drops]).toEqual([1, 1]);
  });

  it('an interruption during a pause keeps what was heard before it', async () => {
    await speak(threeWords(), 30);
    await vi.advanceTimersByTimeAsync(220);
    output.pause();
    await vi.advanceTimersByTimeAsync(2000);
    output.clearBuffer();
    expect(finished).toMatchObject([{ interrupted: true, synchronizedTranscript: 'one' }]);
    output.resume();
    await vi.advanceTimersByTimeAsync(500);
    expect(finished).toHaveLength(1);
  });

  it('frames that come late are not counted as heard before they were there', async () => {
    const utterance = threeWords();
    await speak(utterance, 5);
    await vi.advanceTimersByTimeAsync(2000);
    await speak(utterance, 25, 5);
    await vi.advanceTimersByTimeAsync(100);
    output.clearBuffer();
    expect(finished[0]?.playbackPosition).toBeCloseTo(0.2, 1);
    expect(finished[0]?.synchronizedTranscript).toBe('one');
  });

  it('a segment without sound ends at its flush', async () => {
    const reader = output.nextTranscript().getReader();
    output.flush();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    expect(finished).toEqual([]);
  });
});
