import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { EngineError } from '../../engine/errors.ts';
import { testSpeech, testWav } from '../../engine/testing/speakers.ts';
import { peakDbfs } from '../../media/level.ts';
import { resampleAll } from '../../media/resampler.ts';
import { readWav } from '../../media/wav.ts';
import { modelsFolder } from '../../model-files/folders.ts';
import { isLongForm } from '../../test/kit/long-form.ts';
import { Loudness } from '../enhancement/loudness.ts';
import { Restorer } from './restorer.ts';

// The threads have a lower priority than everything else on the machine.
vi.setConfig({ testTimeout: 90_000 });
const RATE = 16_000;
const never = new AbortController().signal;
const restorer = new Restorer({ modelsFolder: modelsFolder(), maxSeconds: 60 });
let speech: Float32Array;
beforeAll(async () => {
  // Followed by a pause.
  const said = await testSpeech('I would like to tell you about the weather.');
  speech = new Float32Array(said.length + RATE / 2);
  speech.set(said);
});
afterAll(() => restorer.close());

/** Reproducible. */
function noise(length: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length }, () => {
    state = (state * 48271) % 2147483647;
    return (state / 2147483647) * 2 - 1;
  });
}

test.each(isLongForm ? [8000, 16_000, 44_100, 96_000] : [8000, 96_000])(
  'a noisy recording of %d Hz',
  async (rate) => {
    const clean = resampleAll(speech, RATE, rate);
    const hiss = noise(clean.length);
    const spoilt = clean.map((x, i) => 0.5 * x + 0.01 * hiss[i]!);
    const stages: [string, number][] = [];
    let durationMs = 0;
    const { wav, ...result } = await restorer.restore(testWav(spoilt, rate), {
      signal: never,
      onProgress: (stage, fraction) => stages.push([stage, fraction]),
      onDuration: (ms) => {
        durationMs = ms;
      },
    });
    const { sampleRate, channels, encoding } = readWav(wav);
    const [samples] = channels as [Float32Array];
    expect(sampleRate).toBe(Math.min(rate, 48_000));
    expect(encoding).toBe('pcm16');
    expect(Math.abs(samples.length / sampleRate - clean.length / rate)).toBeLessThan(0.001);
    expect(result.durationMs).toBeCloseTo(durationMs, -1);
    expect(new Loudness(samples, sampleRate).lufs()).toBeCloseTo(-23, 0);
    expect(peakDbfs(samples)).toBeLessThan(-1);
    // The pause is all noise.
    const level = (sound: Float32Array, at: number) => peakDbfs(sound.subarray(-Math.round(0.3 * at)));
    const loudness = (sound: Float32Array, at: number) => new Loudness(sound, at).lufs();
    const before = level(spoilt, rate) - loudness(spoilt, rate);
    expect(level(samples, sampleRate) - loudness(samples, sampleRate)).toBeLessThan(before - 10);
    expect(stages.map(([, fraction]) => fraction)).toEqual(
      stages.map(([, f]) => f).toSorted((a, b) => a - b),
    );
    expect(new Set(stages.map(([stage]) => stage))).toEqual(new Set(['decode', 'declip', 'clean', 'finish']));
  },
);

test('clipped peaks are restored', async () => {
  const peak = 10 ** (peakDbfs(speech) / 20);
  const clipped = resampleAll(speech, RATE, 44_100).map((x) =>
    Math.max(-0.3, Math.min(0.3, (x / peak) * 0.9)),
  );
  const { declippedSamples } = await restorer.restore(testWav(clipped, 44_100), { signal: never });
  expect(declippedSamples).toBeGreaterThan(500);
});

test('silence stays silence', async () => {
  const { wav } = await restorer.restore(testWav(new Float32Array(RATE)), { signal: never });
  expect(peakDbfs(readWav(wav).channels[0]!)).toBe(-Infinity);
});

test.each([
  ['no sound at all', Buffer.from('hello'), 'not_audio', 'Unknown file format'],
  ['nothing', Buffer.alloc(0), 'not_audio', 'empty'],
  ['too much', testWav(new Float32Array(61 * 8000), 8000), 'too_long', '60 seconds'],
  ['too low a rate', testWav(new Float32Array(4000), 4000), 'not_audio', '8000'],
])('%s is refused', async (_, audio, fault, words) => {
  const refused = restorer.restore(audio, { signal: never });
  await expect(refused).rejects.toThrow(EngineError);
  await expect(refused).rejects.toMatchObject({ type: fault, message: expect.stringContaining(words) });
});

test('aborted in the middle of a step, it ends with the reason, and no thread is left', async () => {
  const aborted = new Restorer({ modelsFolder: modelsFolder(), maxSeconds: 60 });
  onTestFinished(() => aborted.close());
  const long = testWav(noise(12 * RATE).map((x) => 0.1 * x));
  for (const wanted of ['decode', 'clean']) {
    const stop = new AbortController();
    const restored = aborted.restore(long, {
      signal: stop.signal,
      onProgress: (stage) => {
        if (stage === wanted) setTimeout(() => stop.abort(new Error('enough')), 20);
      },
    });
    await expect(restored).rejects.toThrow('enough');
  }
  await expect.poll(() => aborted.threads, { timeout: 60_000 }).toBe(0);
});

test('closing ends what is going on, and waits for its thread', async () => {
  const short = new Restorer({ modelsFolder: modelsFolder(), maxSeconds: 60 });
  const cleaning = new Promise<void>((resolve, reject) => {
    short
      .restore(testWav(noise(12 * RATE)), {
        signal: never,
        onProgress: (stage) => stage === 'clean' && resolve(),
      })
      .then(() => reject(new Error('it was not ended')), reject);
  });
  await cleaning;
  await short.close();
  expect(short.threads).toBe(0);
});

test('a thread serves one recording after the other, and is ended when there is none', async () => {
  const brief = new Restorer({ modelsFolder: null, maxSeconds: 60, idleMs: 200 });
  onTestFinished(() => brief.close());
  for (let i = 0; i < 2; i++) {
    await brief.restore(testWav(new Float32Array(1000)), { signal: never });
    expect(brief.threads).toBe(1);
  }
  await expect.poll(() => brief.threads, { timeout: 10_000 }).toBe(0);
});
