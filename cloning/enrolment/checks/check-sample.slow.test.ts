import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { EngineError } from '../../../engine/errors.ts';
import { ESPEAK_SAMPLE_RATE, Espeak } from '../../../language/pronunciation/espeak.ts';
import { resampleAll } from '../../../media/resampler.ts';
import { readWav } from '../../../media/wav.ts';
import { checkSample, type SampleReport } from './check-sample.ts';

const RATE = 16000;

/** Standard normal deviates, always the same. */
function gaussian(length: number, seed = 1): Float32Array {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return Float32Array.from(
    { length },
    () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
  );
}

const rms = (x: Float32Array): number => Math.sqrt(x.reduce((sum, v) => sum + v * v, 0) / x.length);
const scaled = (x: Float32Array, gain: number): Float32Array => x.map((v) => v * gain);
const peak = (x: Float32Array): number => x.reduce((most, v) => Math.max(most, Math.abs(v)), 0);

/** Adds a second sound at a level below the first, in dB. */
function mixed(a: Float32Array, b: Float32Array, belowDb: number): Float32Array {
  const gain = (rms(a) / rms(b)) * 10 ** (-belowDb / 20);
  return a.map((v, i) => 0.6 * (v + gain * (b[i % b.length] ?? 0)));
}

function joined(...parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** 300 echoes at random times that decay by 60 dB in the given time, the sound itself first. */
function inRoom(x: Float32Array, seconds: number): Float32Array {
  const random = gaussian(600, 5);
  const out = x.slice();
  for (let echo = 0; echo < 300; echo++) {
    const delay = Math.round((0.005 + (echo / 300) * seconds) * RATE + 20 * Math.abs(random[2 * echo]!));
    const gain = 0.1 * random[2 * echo + 1]! * 10 ** ((-3 * delay) / (seconds * RATE));
    for (let i = delay; i < out.length; i++) out[i]! += gain * x[i - delay]!;
  }
  return scaled(out, 0.5 / peak(out));
}

const tune = (seconds: number, sound: (t: number) => number): Float32Array =>
  Float32Array.from({ length: seconds * RATE }, (_, i) => sound(i / RATE));

/** A note of eight harmonics that decays like a plucked string. */
function pluck(hz: number, t: number): number {
  let sum = 0;
  for (let h = 1; h <= 8; h++) sum += Math.sin(2 * Math.PI * hz * h * t) / h ** 1.3;
  return 0.1 * sum * Math.exp(-6 * t);
}

function faultOf(samples: Float32Array, sampleRate = RATE): string {
  try {
    checkSample(samples, sampleRate);
    return 'none';
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return error.type;
  }
}

const TEXTS: Readonly<Record<string, string>> = {
  'en-us':
    'I would like to tell you about the weather in our small town. It rains a lot in autumn, and the wind blows ' +
    'from the sea.',
  de:
    'Ich möchte dir etwas über das Wetter in unserer kleinen Stadt erzählen. Im Herbst regnet es viel, und der ' +
    'Wind weht vom Meer.',
  fr:
    'Je voudrais vous parler du temps dans notre petite ville. Il pleut beaucoup en automne, et le vent vient de ' +
    'la mer. En hiver nous restons près du feu.',
  hi: 'मैं आपको अपने छोटे शहर के मौसम के बारे में बताना चाहता हूँ। शरद ऋतु में बहुत बारिश होती है और समुद्र से हवा ' + 'चलती है।',
  ko: '우리 작은 마을의 날씨에 대해 말씀드리고 싶습니다. 가을에는 비가 많이 오고 바다에서 바람이 붑니다.',
};

let espeak: Espeak;
let man: Float32Array;
let woman: Float32Array;
const speak = (voice: string, { pitch = 50, range = 50 } = {}): Float32Array => {
  const text = TEXTS[voice.split('+')[0] ?? ''] ?? '';
  const { audio } = espeak.synthesize(text, { voice, rate: 150, pitch, range });
  return resampleAll(
    Float32Array.from(audio, (v) => v / 32768),
    ESPEAK_SAMPLE_RATE,
    RATE,
  );
};
beforeAll(async () => {
  espeak = await Espeak.load();
  man = speak('en-us');
  woman = speak('en-us+f1');
});

describe('a single speaker', () => {
  it.each(Object.keys(TEXTS).flatMap((lang) => [lang, `${lang}+f1`]))('passes: %s', (voice) => {
    expect(faultOf(speak(voice))).toBe('none');
  });

  it('passes however lively or monotonous', () => {
    expect(faultOf(speak('en-us', { range: 100 }))).toBe('none');
    expect(faultOf(speak('en-us+f1', { range: 100, pitch: 70 }))).toBe('none');
    expect(faultOf(speak('en-us', { range: 25 }))).toBe('none');
  });

  it.each([8000, 11025, 22050, 48000])('passes at %d Hz', (rate) => {
    expect(faultOf(resampleAll(man, RATE, rate), rate)).toBe('none');
  });

  it('passes in noise 10 dB below, in a room, very quiet, and with hum', () => {
    expect(faultOf(mixed(man, gaussian(man.length), 10))).toBe('none');
    expect(faultOf(inRoom(woman, 0.5))).toBe('none');
    expect(faultOf(scaled(man, 0.005 / rms(man)))).toBe('none');
    expect(
      faultOf(
        mixed(
          woman,
          tune(1, (t) => Math.sin(2 * Math.PI * 50 * t)),
          15,
        ),
      ),
    ).toBe('none');
  });
});

describe('rejected recordings', () => {
  it('too short a recording, in the words that clients know', () => {
    for (const seconds of [5.99, 6])
      expect(() => checkSample(man.subarray(0, seconds * RATE), RATE)).toThrow(
        /^Audio file must be longer than 6 seconds$/,
      );
    expect(faultOf(man.subarray(0, 6.01 * RATE))).toBe('none');
  });

  it('too little speech in a long recording', () => {
    const samples = scaled(gaussian(12 * RATE), 0.0005);
    samples.set(man.subarray(0, 1.5 * RATE), 3 * RATE);
    expect(faultOf(samples)).toBe('too_short');
  });

  it('silence, digital or not', () => {
    expect(faultOf(new Float32Array(8 * RATE))).toBe('silent');
    expect(faultOf(scaled(gaussian(8 * RATE), 0.0002))).toBe('silent');
  });

  it.each([
    ['as it is', (x: Float32Array) => x, RATE],
    ['turned down', (x: Float32Array) => scaled(x, 0.2), RATE],
    ['resampled to 11025 Hz', (x: Float32Array) => scaled(resampleAll(x, RATE, 11025), 0.5), 11025],
    ['resampled to 48000 Hz', (x: Float32Array) => scaled(resampleAll(x, RATE, 48000), 0.5), 48000],
  ] as const)('a clipped recording, %s', (_, change, rate) => {
    for (const voice of [man, woman]) {
      const loud = scaled(voice, 8 / peak(voice)).map((v) => Math.max(-1, Math.min(1, v)));
      expect(faultOf(change(loud), rate)).toBe('clipped');
    }
  });

  it.each<[string, (t: number, noise: number) => number]>([
    ['white noise', (_, noise) => 0.1 * noise],
    [
      'noise in the rhythm of syllables',
      (t, noise) => 0.1 * noise * (0.5 + 0.5 * Math.sin(2 * Math.PI * 4 * t)),
    ],
    ['mains hum', (t) => 0.2 * Math.sin(2 * Math.PI * 50 * t) + 0.1 * Math.sin(2 * Math.PI * 150 * t)],
    ['a low tone', (t) => 0.3 * Math.sin(2 * Math.PI * 220 * t)],
    ['a high tone', (t) => 0.3 * Math.sin(2 * Math.PI * 3000 * t)],
    ['beeps', (t) => (t % 0.6 < 0.25 ? 0.3 : 0) * Math.sin(2 * Math.PI * 950 * t)],
    ['a siren', (t) => 0.3 * Math.sin(2 * Math.PI * 400 * t + 120 * Math.sin(Math.PI * t))],
    ['a tone with vibrato', (t) => 0.3 * Math.sin(2 * Math.PI * 220 * t + 6 * Math.sin(2 * Math.PI * 5 * t))],
    [
      'a melody',
      (t) => pluck(220 * 2 ** (([0, 4, 7, 5, 2, 9, 12][Math.floor(t / 0.3) % 7] ?? 0) / 12), t % 0.3),
    ],
    [
      'chords',
      (t) =>
        [0, 4, 7].reduce(
          (sum, step) =>
            sum + pluck(165 * 2 ** ((step + ([0, 5, 7, 3][Math.floor(t / 0.6) % 4] ?? 0)) / 12), t % 0.6),
          0,
        ),
    ],
    [
      'drums',
      (t, noise) => {
        const [kick, snare] = [t % 0.5, (t + 0.25) % 0.5];
        return (
          0.6 * Math.exp(-18 * kick) * Math.sin(2 * Math.PI * 60 * kick) + 0.2 * Math.exp(-25 * snare) * noise
        );
      },
    ],
  ])('%s', (_, sound) => {
    const noise = gaussian(8 * RATE);
    expect(faultOf(tune(8, (t) => sound(t, noise[Math.floor(t * RATE)] ?? 0)))).toBe('not_speech');
  });

  it('a man and a woman at the same time', () => {
    expect(faultOf(mixed(man, speak('fr+f1'), 0))).toBe('several_speakers');
  });

  it('a man and a woman taking turns', () => {
    expect(faultOf(joined(man, woman))).toBe('several_speakers');
  });

  it('with advice, and as a fault of the recording', () => {
    for (const [fault, samples] of [
      ['silent', new Float32Array(8 * RATE)],
      ['not_speech', scaled(gaussian(8 * RATE), 0.1)],
      ['several_speakers', joined(man, woman)],
    ] as const)
      expect(() => checkSample(samples, RATE)).toThrow(
        expect.objectContaining({
          type: fault,
          status: 400,
          field: 'voice_file',
          message: expect.stringMatching(/;/),
        }),
      );
  });
});

describe('the facts', () => {
  it('agree with how the recording was made', () => {
    const report = checkSample(mixed(man, gaussian(man.length), 20), RATE);
    expect(report.seconds).toBeCloseTo(man.length / RATE, 6);
    expect(report.speechSeconds).toBeGreaterThan(0.6 * report.seconds);
    expect(report.speechSeconds).toBeLessThanOrEqual(report.seconds);
    // 20 dB over all frequencies and pauses; in the band of the voice and without the pauses the ratio is higher.
    expect(report.snrDb).toBeGreaterThan(18);
    expect(report.snrDb).toBeLessThan(27);
    expect(report.clippedShare).toBeLessThan(0.01);
    expect(report.medianF0Hz).toBeGreaterThan(85);
    expect(report.medianF0Hz).toBeLessThan(120);
    expect(checkSample(woman, RATE).medianF0Hz).toBeGreaterThan(160);
  });

  it('know the level, whatever the noise', () => {
    const quiet = checkSample(scaled(man, 0.1), RATE);
    const loud = checkSample(man, RATE);
    expect(loud.speechLevelDb - quiet.speechLevelDb).toBeCloseTo(20, 1);
  });

  it('see where a telephone cut the band', () => {
    const narrow = resampleAll(resampleAll(man, RATE, 8000), 8000, RATE);
    expect(Math.abs(checkSample(narrow, RATE).bandwidthHz - 3850)).toBeLessThan(300);
    expect(checkSample(mixed(man, gaussian(man.length), 20), RATE).bandwidthHz).toBe(RATE / 2);
  });

  it('hear the room', () => {
    const dry = checkSample(woman, RATE).reverberationSeconds ?? 0;
    expect(checkSample(inRoom(woman, 0.9), RATE).reverberationSeconds ?? 0).toBeGreaterThan(1.3 * dry);
  });
});

it('answers every sound with finite facts or a refusal', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          hz: fc.integer({ min: 1, max: 3900 }),
          noise: fc.float({ min: 0, max: 1, noNaN: true }),
        }),
        {
          minLength: 1,
          maxLength: 8,
        },
      ),
      (parts) => {
        const noise = gaussian(8000);
        const samples = Float32Array.from({ length: 6.5 * 8000 }, (_, i) => {
          const part = parts[Math.floor(i / 4000) % parts.length]!;
          return 0.3 * Math.sin((2 * Math.PI * part.hz * i) / 8000) + part.noise * noise[i % 8000]!;
        });
        try {
          const report: SampleReport = checkSample(samples, 8000);
          expect(Object.values(report).every((value) => value === null || Number.isFinite(value))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(EngineError);
        }
      },
    ),
    { numRuns: 25, interruptAfterTimeLimit: 2000 },
  );
});

it('takes no rate below 8 kHz', () => {
  expect(() => checkSample(new Float32Array(60000), 6000)).toThrow(RangeError);
});

/** WAV files of single speakers, for measuring false refusals; not part of the project. */
const folder = process.env.PARLEY_SPEECH_DIR;
describe.skipIf(!folder || !existsSync(folder))('recordings in PARLEY_SPEECH_DIR', () => {
  const files = folder
    ? readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => /\.wav$/i.test(name))
    : [];
  it.each(files)('%s passes when it is long enough', (name) => {
    const { sampleRate, channels } = readWav(readFileSync(path.join(folder ?? '', name)));
    const samples = channels[0] ?? new Float32Array(0);
    expect(faultOf(samples, sampleRate)).toBe(samples.length < 6 * sampleRate ? 'too_short' : 'none');
  });
});
