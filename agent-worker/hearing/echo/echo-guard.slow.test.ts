import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../engine/index.ts';
import { say } from '../../../engine/testing/speech.ts';
import { decodeAudio } from '../../../media/decode/decode-audio.ts';
import { resampleAll } from '../../../media/resampler.ts';
import { telephoned } from '../../../media/telephone.ts';
import { times } from '../../../test/kit/long-form.ts';
import { SpeechSegmenter } from '../vad/speech-segmenter.ts';
import { createVadModel, WINDOW_MS, WINDOW_SAMPLES } from '../vad/vad-model.ts';
import { EchoGuard } from './echo-guard.ts';

const EPOCH_MS = 1_700_000_000_000;

interface Line {
  readonly delayMs: number;
  readonly attenuationDb: number;
  /** Time in which the room's echo falls by 60 dB. */
  readonly reverbMs: number;
  readonly telephone?: boolean;
}

/** Pseudo-random numbers between -1 and 1, the same in every run. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** The sound of a loudspeaker as a microphone next to it picks it up. */
function echoOf(played: Float32Array, line: Line): Float32Array {
  const dry = resampleAll(played, 24_000, 16_000);
  const random = noise(line.delayMs + 1);
  // Few reflections, so that the computation is fast. Each reflection is as loud as the decay of the room requires at
  // its time.
  const taps = [{ at: 0, gain: 1 }];
  for (let at = 60; at < line.reverbMs * 11; at += 40 + Math.round(200 * Math.abs(random()))) {
    taps.push({ at, gain: 0.35 * random() * 10 ** ((-3 * at) / 16 / line.reverbMs) });
  }
  const gain = 10 ** (-line.attenuationDb / 20);
  const heard = Float32Array.from(dry, () => 0.001 * random());
  const delay = line.delayMs * 16;
  for (const tap of taps) {
    const first = delay + tap.at;
    for (let i = first; i < heard.length; i++) heard[i]! += gain * tap.gain * dry[i - first]!;
  }
  if (line.telephone !== true) return heard;
  return telephoned(heard, 16_000);
}

/**
 * When speech has lasted for 128 ms, which interrupts the agent, in ms.
 * @param lateMs how much longer the sound is than the time in which it was heard: a part of it was heard late
 */
async function interruptions(sound: readonly Int16Array[], lateMs = 0): Promise<number[]> {
  const model = createVadModel();
  const segmenter = new SpeechSegmenter({ windowMs: WINDOW_MS });
  const found: number[] = [];
  for (const [i, window] of sound.entries()) {
    const { speaking, speechMs } = segmenter.push(await model.predict(window));
    if (speaking && speechMs === 4 * WINDOW_MS) found.push((i + 1) * WINDOW_MS - lateMs);
  }
  return found;
}

function windowsOf(sound: Float32Array): Int16Array[] {
  return Array.from({ length: Math.floor(sound.length / WINDOW_SAMPLES) }, (_, i) =>
    Int16Array.from(
      sound.subarray(i * WINDOW_SAMPLES, (i + 1) * WINDOW_SAMPLES),
      (x) => Math.max(-1, Math.min(0.9999, x)) * 32768,
    ),
  );
}

/** Frame `i` of a sound at 24 kHz, 20 ms long. */
const pieceOf = (played: Float32Array, i: number): Int16Array =>
  Int16Array.from(played.subarray(i * 480, (i + 1) * 480), (x) => x * 32767);

/** The output of the guard for a sound while another sound (24 kHz) is played in pieces of 20 ms, 100 ms ahead. */
function guarded(heard: Float32Array, played: Float32Array, guard = new EchoGuard()): Int16Array[] {
  let handed = 0;
  return windowsOf(heard).flatMap((window, i) => {
    const endMs = (i + 1) * WINDOW_MS;
    for (; handed * 20 < endMs + 100 && handed * 480 < played.length; handed++) {
      guard.plays(pieceOf(played, handed), EPOCH_MS + Math.max(0, handed * 20 - 100));
    }
    return windowsOf(float(guard.filter(window, EPOCH_MS + endMs)));
  });
}

const float = (sound: Int16Array): Float32Array => Float32Array.from(sound, (x) => x / 32768);

describe('EchoGuard', () => {
  let engine: Engine;
  let agent: Float32Array;
  let callers: Float32Array[];
  let answers: Float32Array[];

  beforeAll(async () => {
    engine = await createEngine({ voiceFolders: {}, lanes: 1 });
    const sentences = [
      'Good morning, thank you for calling. I can help you with your orders, your invoices and your deliveries.',
      'The parcel was handed over on Tuesday afternoon, and it should arrive before the end of the week.',
      'If you are not at home, the driver leaves it with one of your neighbours, unless you object to that.',
      'Shall I send you a message as soon as it is on its way, or would you rather be called by somebody?',
    ];
    agent = float(await say(engine, sentences.join(' '), 24_000));
    callers = [
      float(await say(engine, 'Moment bitte, das habe ich nicht verstanden.', 16_000, { lang: 'de' })),
    ];
    answers = [...callers, float(await say(engine, 'That was all I needed.', 16_000))];
    // Recordings of people, if available.
    const folder = process.env.SPEECH_CLIPS;
    if (folder !== undefined) callers.push(...(await clipsOf(folder)));
  }, 60_000);
  afterAll(() => engine.close());

  const lines: readonly Line[] = [
    { delayMs: 20, attenuationDb: 0, reverbMs: 100 },
    { delayMs: 150, attenuationDb: 10, reverbMs: 400 },
    { delayMs: 300, attenuationDb: 20, reverbMs: 300, telephone: true },
    { delayMs: 600, attenuationDb: 6, reverbMs: 200 },
  ];

  it.each(lines)(
    'lets no echo through that comes back after $delayMs ms, $attenuationDb dB softer',
    async (line) => {
      const heard = echoOf(agent, line);
      expect((await interruptions(windowsOf(heard))).length).toBeGreaterThan(0);
      const guard = new EchoGuard();
      expect(await interruptions(guarded(heard, agent, guard))).toEqual([]);
      expect(guard.state).toBe('echo');
    },
    30_000,
  );

  it.each(lines)(
    'lets the caller interrupt an agent that comes back after $delayMs ms',
    async (line) => {
      const beginMs = 9000;
      for (const caller of callers) {
        const echo = echoOf(agent, line);
        const heard = echo.slice();
        const gain = loudness(echo) / loudness(caller);
        for (let i = 0; i < caller.length; i++) heard[beginMs * 16 + i]! += gain * caller[i]!;
        const found = await interruptions(guarded(heard, agent));
        expect(found.filter((atMs) => atMs < beginMs)).toEqual([]);
        // Upper bound of the delay of the caller's first words; the benchmark measures the delay.
        expect(found.some((atMs) => atMs >= beginMs && atMs < beginMs + 1500)).toBe(true);
      }
    },
    60_000,
  );

  it('does not touch a caller whose microphone does not hear the agent', async () => {
    for (const caller of callers) {
      const heard = new Float32Array(16_000 * 14);
      heard.set(caller.subarray(0, 16_000 * 6), 16_000 * 6);
      const [plain] = await interruptions(windowsOf(heard));
      const windows = guarded(heard, agent);
      const lateMs = (windows.length - windowsOf(heard).length) * WINDOW_MS;
      const [found] = await interruptions(windows, lateMs);
      expect(found! - plain!).toBeLessThanOrEqual(WINDOW_MS);
    }
  }, 30_000);

  it('loses no word of a caller who speaks over the first words of the agent', async () => {
    for (const caller of callers) {
      const heard = new Float32Array(16_000 * 6);
      heard.set(caller.subarray(0, 16_000 * 4));
      const guard = new EchoGuard();
      const windows = guarded(heard, agent, guard);
      expect(guard.state).toBe('none');
      expect((await interruptions(windows)).length).toBeGreaterThan(0);
      expect(energyOf(windows)).toBeGreaterThan(0.98 * energyOf(windowsOf(heard)));
    }
  }, 30_000);

  it('knows a caller who speaks over the first words of the agent within 0.4 s of them', async () => {
    for (const caller of callers) {
      for (const beginMs of [1000, 1200, 1500]) {
        // The agent begins to speak after one second.
        const played = new Float32Array(24_000 * 4);
        played.set(agent.subarray(0, 24_000 * 3), 24_000);
        const heard = new Float32Array(16_000 * 4);
        const first = caller.findIndex((x) => Math.abs(x) > 0.02);
        heard.set(caller.subarray(first, first + 16_000 * 2), beginMs * 16);
        const guard = new EchoGuard();
        guarded(heard.subarray(0, (beginMs + 400) * 16), played, guard);
        expect(guard.state).toBe('none');
      }
    }
  }, 30_000);

  it.each(['Good morning.', 'Hello.', 'How can I help you?'])(
    'loses no word of a caller who answers "%s" as soon as it ends, or a little before',
    async (text) => {
      const greeting = float(await say(engine, text, 24_000));
      for (const answer of answers) {
        for (let pauseMs = -600; pauseMs <= 400; pauseMs += times(200, 50)) {
          const heard = new Float32Array(16_000 * 6);
          heard.set(answer, Math.max(0, Math.round(greeting.length / 1.5) + pauseMs * 16));
          const guard = new EchoGuard();
          const windows = guarded(heard, greeting, guard);
          expect(guard.state, `after ${pauseMs} ms`).toBe('none');
          expect(energyOf(windows)).toBeGreaterThan(0.98 * energyOf(windowsOf(heard)));
        }
      }
    },
    30_000,
  );

  it('hears a recording that is sent all at once while the agent speaks its first words', async () => {
    const recording = callers[0]!.subarray(0, 16_000 * 0.7);
    const guard = new EchoGuard();
    for (let i = 0; i < 15; i++) guard.plays(pieceOf(agent, i), EPOCH_MS + i * 20);
    const windows = windowsOf(recording).flatMap((window) =>
      windowsOf(float(guard.filter(window, EPOCH_MS + 300))),
    );
    for (let i = 15; i < 150; i++) {
      guard.plays(pieceOf(agent, i), EPOCH_MS + i * 20);
      const silence = guard.filter(new Int16Array(WINDOW_SAMPLES), EPOCH_MS + 300 + (i - 14) * WINDOW_MS);
      windows.push(...windowsOf(float(silence)));
    }
    expect((await interruptions(windows)).length).toBeGreaterThan(0);
  }, 30_000);

  it('changes no sample while nothing is played, and is 16 ms late', () => {
    const sounds = fc.array(fc.integer({ min: -32768, max: 32767 }), { minLength: 1024, maxLength: 4096 });
    fc.assert(
      fc.property(sounds, (samples) => {
        const guard = new EchoGuard();
        const windows = windowsOf(Float32Array.from(samples, (x) => x / 32768));
        const input = windows.flatMap((window) => [...window]);
        const output = windows.flatMap((window, i) => [...guard.filter(window, EPOCH_MS + i * WINDOW_MS)]);
        expect(output.slice(256)).toEqual(input.slice(0, -256));
      }),
      { numRuns: 20, interruptAfterTimeLimit: 2000 },
    );
  });

  it('forgets what was handed over and not heard when the agent is stopped', async () => {
    const guard = new EchoGuard();
    guarded(echoOf(agent, lines[1]!), agent, guard);
    const stopMs = EPOCH_MS + 60_000;
    for (let i = 0; i < 50; i++) guard.plays(new Int16Array(480).fill(8000), stopMs - 1000);
    guard.stops(stopMs - 1000);
    // Until the echo of what was played has decayed.
    for (let i = 0; i < 50; i++) guard.filter(new Int16Array(WINDOW_SAMPLES), stopMs + (i - 50) * WINDOW_MS);
    const caller = windowsOf(callers[0]!);
    const output = caller.map((window, i) => guard.filter(window, stopMs + i * WINDOW_MS));
    expect(output.flatMap((window) => [...window]).slice(256)).toEqual(
      caller.flatMap((window) => [...window]).slice(0, -256),
    );
  });
});

function energyOf(windows: readonly Int16Array[]): number {
  return windows.reduce((sum, window) => window.reduce((part, x) => part + x * x, sum), 0);
}

function loudness(sound: Float32Array): number {
  const loud = sound.filter((x) => Math.abs(x) > 0.003);
  return Math.sqrt(loud.reduce((sum, x) => sum + x * x, 0) / loud.length);
}

async function clipsOf(folder: string): Promise<Float32Array[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.flac'),
  );
  const clips = files
    .sort()
    .slice(0, 6)
    .map((file) => decodeAudio(readFileSync(join(folder, file)), { maxSeconds: 60 }));
  return (await Promise.all(clips)).map(({ samples, sampleRate }) =>
    resampleAll(samples, sampleRate, 16_000).subarray(0, 16_000 * 4),
  );
}
