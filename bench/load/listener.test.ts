import { describe, expect, it } from 'vitest';
import { listen } from './listener.ts';
import { base64AudioMs, type Ending, type Speaker } from './speaker.ts';

/** Sends chunks of the given lengths, one per turn of the event loop. */
class FakeSpeaker implements Speaker {
  readonly calls: string[] = [];
  readonly #chunksMs: readonly number[];
  readonly #ending: Ending;

  constructor(chunksMs: readonly number[], ending: Ending = { kind: 'done' }) {
    this.#chunksMs = chunksMs;
    this.#ending = ending;
  }

  async connect(): Promise<void> {}

  async speak(_text: string, onAudio: (audioMs: number) => void): Promise<Ending> {
    for (const audioMs of this.#chunksMs) {
      await new Promise((resolve) => setImmediate(resolve));
      onAudio(audioMs);
    }
    return this.#ending;
  }

  pause(): void {
    this.calls.push('pause');
  }

  resume(): void {
    this.calls.push('resume');
  }

  close(): void {}
}

describe('listen', () => {
  it('reports the received audio and the time of its beginning', async () => {
    const arrivals: number[] = [];
    const utterance = await listen(new FakeSpeaker([0, 5000, 300]), 'x', false, (audioMs) =>
      arrivals.push(audioMs),
    );
    expect(utterance).toMatchObject({ outcome: 'done', audioMs: 5300, gapsMs: [], retryAfterMs: 0 });
    expect(utterance.firstAudioMs).toBeGreaterThanOrEqual(0);
    expect(arrivals).toEqual([0, 5000, 300]);
  });

  it('neither waits for playback nor pauses reading unless paced', async () => {
    const speaker = new FakeSpeaker([60_000]);
    await listen(speaker, 'x', false, () => undefined);
    expect(speaker.calls).not.toContain('pause');
  });

  it('paced, plays to the end and reads ahead up to a limit', async () => {
    const speaker = new FakeSpeaker([2010, 20]);
    const began = performance.now();
    await listen(speaker, 'x', true, () => undefined);
    expect(performance.now() - began).toBeGreaterThan(2000);
    expect(speaker.calls[0]).toBe('pause');
    expect(speaker.calls.at(-1)).toBe('resume');
  });

  it('passes a refusal on', async () => {
    const speaker = new FakeSpeaker([], { kind: 'refused', retryAfterMs: 700 });
    expect(await listen(speaker, 'x', true, () => undefined)).toMatchObject({
      outcome: 'refused',
      firstAudioMs: null,
      retryAfterMs: 700,
    });
  });
});

it('computes the duration of audio in base64 with any padding', () => {
  for (const samples of [0, 1, 2, 3, 4, 240, 24_001]) {
    const base64 = Buffer.alloc(samples * 2).toString('base64');
    expect(base64AudioMs(base64, 24_000), String(samples)).toBeCloseTo(samples / 24, 9);
  }
});
