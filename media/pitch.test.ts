import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trackPitch } from './pitch.ts';

interface Vowel {
  readonly sampleRate: number;
  readonly seconds: number;
  readonly f0: (seconds: number) => number;
  /** Centre frequencies of the formants. */
  readonly formants: readonly number[];
  /** Lower cutoff as on a telephone line: harmonics below this are left out. */
  readonly fromHz?: number;
}

/** Harmonics under a spectrum that falls by 6 dB an octave, with a bump of 16 dB at each formant. */
function vowel({ sampleRate, seconds, f0, formants, fromHz = 0 }: Vowel): Float32Array {
  const samples = new Float32Array(Math.round(sampleRate * seconds));
  let phase = 0;
  for (let i = 0; i < samples.length; i++) {
    const hz = f0(i / sampleRate);
    phase += hz / sampleRate;
    let sum = 0;
    for (let h = 1; h * hz < Math.min(3600, sampleRate / 2); h++) {
      if (h * hz < fromHz) continue;
      const bumps = formants.reduce((gain, f) => gain + 6 * Math.exp(-(((h * hz - f) / 90) ** 2)), 1);
      sum += ((bumps * 100) / (h * hz)) * Math.sin(2 * Math.PI * h * phase + h * h);
    }
    samples[i] = 0.05 * sum;
  }
  return samples;
}

/** White noise of the given root mean square; the same in each call. */
function noise(length: number, rms: number, seed = 1): Float32Array {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32 - 0.5) * Math.sqrt(12) * rms;
  });
}

const add = (a: Float32Array, b: Float32Array): Float32Array => a.map((x, i) => x + (b[i] ?? 0));
const rms = (x: Float32Array): number => Math.sqrt(x.reduce((sum, v) => sum + v * v, 0) / x.length);

/** Errors in cents of the voiced frames of the middle part, and the share of those frames that are voiced. */
function errors(samples: Float32Array, sampleRate: number, f0: (seconds: number) => number) {
  const track = trackPitch(samples, sampleRate);
  const cents: number[] = [];
  let frames = 0;
  for (let k = 10; k < track.f0Hz.length - 10; k++) {
    frames++;
    const found = track.f0Hz[k] ?? 0;
    if (found > 0) cents.push(Math.abs(1200 * Math.log2(found / f0((k * track.hopMs) / 1000))));
  }
  cents.sort((a, b) => a - b);
  return {
    voiced: cents.length / frames,
    median: cents[cents.length >> 1] ?? Number.NaN,
    worst: cents.at(-1) ?? Number.NaN,
  };
}

const melody = (from: number, to: number) => (t: number) =>
  from * (to / from) ** (0.5 - 0.5 * Math.cos(2 * Math.PI * t * 0.8)) * (1 + 0.01 * Math.sin(31 * t));

describe.each([
  ['a deep voice', 70, 115, [640, 1190]],
  // The second harmonic lies in the first formant for most of the time: a trap for the octave above.
  ['a man with a low first formant', 95, 160, [270, 2290]],
  ['a woman', 160, 300, [730, 1090]],
  ['a woman saying "ee"', 170, 330, [310, 2790]],
  ['a child', 260, 440, [560, 1900]],
] as const)('%s', (_, low, high, formants) => {
  const f0 = melody(low, high);
  it.each([8000, 16000, 22050, 44100])('is followed at %d Hz', (sampleRate) => {
    const { voiced, median, worst } = errors(
      vowel({ sampleRate, seconds: 1.5, f0, formants }),
      sampleRate,
      f0,
    );
    expect(voiced).toBeGreaterThan(0.99);
    expect(median).toBeLessThan(8);
    expect(worst).toBeLessThan(50);
  });

  it('is followed through noise 10 dB below it', () => {
    const clean = vowel({ sampleRate: 16000, seconds: 1.5, f0, formants });
    const noisy = add(clean, noise(clean.length, rms(clean) * 10 ** (-10 / 20)));
    const { voiced, median, worst } = errors(noisy, 16000, f0);
    expect(voiced).toBeGreaterThan(0.97);
    expect(median).toBeLessThan(20);
    expect(worst).toBeLessThan(300);
  });

  it('is followed over a telephone that drops its lowest harmonics', () => {
    const { voiced, worst } = errors(
      vowel({ sampleRate: 8000, seconds: 1.5, f0, formants, fromHz: 300 }),
      8000,
      f0,
    );
    expect(voiced).toBeGreaterThan(0.97);
    expect(worst).toBeLessThan(100);
  });
});

it('says nothing is voiced in noise and in silence', () => {
  for (const sound of [noise(32000, 0.1), new Float32Array(32000)]) {
    const { f0Hz } = trackPitch(sound, 16000);
    expect(f0Hz.filter((hz) => hz > 0).length).toBeLessThan(0.02 * f0Hz.length);
  }
});

it('finds the beginning and end of the voice, to within three frames', () => {
  const voice = vowel({ sampleRate: 16000, seconds: 0.5, f0: () => 140, formants: [640, 1190] });
  const samples = noise(24000, 0.002);
  samples.set(voice, 8000);
  const { f0Hz, hopMs } = trackPitch(samples, 16000);
  expect(Math.abs(f0Hz.findIndex((hz) => hz > 0) * hopMs - 500)).toBeLessThanOrEqual(15);
  expect(Math.abs(f0Hz.findLastIndex((hz) => hz > 0) * hopMs - 1000)).toBeLessThanOrEqual(15);
});

it('does not take hum 34 dB below the voice for a voice', () => {
  const voice = vowel({ sampleRate: 16000, seconds: 1, f0: () => 200, formants: [640, 1190] });
  const amplitude = Math.SQRT2 * rms(voice) * 10 ** (-34 / 20);
  const samples = Float32Array.from(
    { length: 32000 },
    (_, i) => amplitude * Math.sin((2 * Math.PI * 100 * i) / 16000) + (voice[i - 8000] ?? 0),
  );
  const { f0Hz, hopMs } = trackPitch(samples, 16000);
  const outside = f0Hz.filter((_, k) => k * hopMs < 470 || k * hopMs > 1530);
  expect([...outside].every((hz) => hz === 0)).toBe(true);
});

it('does not depend on the level, and returns one frame a hop', () => {
  const f0 = melody(110, 180);
  const samples = vowel({ sampleRate: 16000, seconds: 0.6, f0, formants: [640, 1190] });
  const loud = trackPitch(samples, 16000, { hopMs: 10 });
  const quiet = trackPitch(
    samples.map((x) => x / 512),
    16000,
    { hopMs: 10 },
  );
  expect(loud.f0Hz).toHaveLength(61);
  for (const [k, hz] of loud.f0Hz.entries()) expect(quiet.f0Hz[k]).toBeCloseTo(hz, 3);
});

it('returns finite numbers in range for any sound, however short', () => {
  fc.assert(
    fc.property(
      fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { maxLength: 900 }),
      fc.constantFrom(8000, 11025, 48000),
      (values, sampleRate) => {
        const { f0Hz, strength } = trackPitch(Float32Array.from(values), sampleRate);
        expect(strength).toHaveLength(f0Hz.length);
        expect([...f0Hz].every((hz) => hz === 0 || (hz > 55 && hz < 580))).toBe(true);
        expect([...strength].every((s) => s >= 0 && s <= 1)).toBe(true);
      },
    ),
    { numRuns: 40, interruptAfterTimeLimit: 2000 },
  );
});

it('refuses impossible arguments', () => {
  expect(() => trackPitch(new Float32Array(100), 4000)).toThrow(RangeError);
  expect(() => trackPitch(new Float32Array(100), 16000, { minHz: 10 })).toThrow(RangeError);
});
