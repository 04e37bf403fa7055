import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutRumble } from '../../media/high-pass.ts';
import { peakDbfs, rmsDbfs } from '../../media/level.ts';
import type { Denoiser } from './denoiser.ts';
import { dereverberated } from './dereverberation.ts';
import { denoised } from './full-band.ts';
import { solveHermitian } from './hermitian-system.ts';
import { atFixedLoudness } from './level.ts';
import { Loudness } from './loudness.ts';

const RATES = [8000, 16_000, 22_050, 44_100, 48_000];

function tone(hz: number, seconds: number, sampleRate: number, amplitude = 0.1): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / sampleRate),
  );
}

/** Without the ends, where a filter lacks input. */
const middle = (samples: Float32Array): Float32Array =>
  samples.subarray(samples.length / 4, (3 * samples.length) / 4);

describe('high-pass', () => {
  test.each(RATES)('at %i Hz rumble goes, voices stay as they are', (rate) => {
    const change = (hz: number) => {
      const before = tone(hz, 2, rate);
      return rmsDbfs(middle(withoutRumble(before, rate))) - rmsDbfs(middle(before));
    };
    expect(change(15)).toBeLessThan(-40);
    expect(change(60)).toBeCloseTo(-6, 0);
    expect(change(120)).toBeGreaterThan(-0.6);
    expect(change(1000)).toBeCloseTo(0, 2);
  });

  test('nothing is shifted in time', () => {
    const before = tone(150, 1, 16_000);
    const after = withoutRumble(before, 16_000);
    const error = middle(after).map((sample, i) => sample - middle(before)[i]!);
    // A shift by one sample alone would leave -24 dB.
    expect(rmsDbfs(error) - rmsDbfs(before)).toBeLessThan(-30);
  });

  test('an offset goes without a knock', () => {
    const after = withoutRumble(new Float32Array(16_000).fill(0.5), 16_000);
    expect(peakDbfs(after)).toBeLessThan(-60);
  });
});

describe('loudness', () => {
  test.each(RATES)('a full-scale tone of 997 Hz in one channel is at -3.01 LUFS, at %i Hz', (rate) => {
    expect(new Loudness(tone(997, 3, rate, 1), rate).lufs()).toBeCloseTo(-3.01, 1);
  });

  test('pauses do not count, silence has none', () => {
    const rate = 48_000;
    const speech = new Float32Array(20 * rate);
    speech.set(tone(997, 5, rate), 2 * rate);
    expect(Math.abs(new Loudness(speech, rate).lufs() + 23.01)).toBeLessThan(0.5);
    expect(new Loudness(new Float32Array(rate), rate).lufs()).toBe(-Infinity);
    expect(new Loudness(new Float32Array(0), rate).lufs()).toBe(-Infinity);
    expect(new Loudness(tone(997, 0.1, rate), rate).lufs()).toBeCloseTo(-23, 0);
  });
});

describe('level', () => {
  test.each([0.002, 0.05, 0.9])('an amplitude of %d becomes -23 LUFS', (amplitude) => {
    const rate = 22_050;
    const out = atFixedLoudness({ samples: tone(300, 3, rate, amplitude), sampleRate: rate });
    expect(new Loudness(out.samples, rate).lufs()).toBeCloseTo(-23, 1);
  });

  test('peaks are held below -1 dBFS, and sound far from them does not change', () => {
    const rate = 16_000;
    const samples = tone(300, 4, rate, 0.01);
    samples[2 * rate] = 0.9;
    const { samples: out } = atFixedLoudness({ samples, sampleRate: rate });
    expect(peakDbfs(out)).toBeLessThan(-1);
    expect(new Loudness(out, rate).lufs()).toBeCloseTo(-23, 0);
    const gain = out[1000]! / samples[1000]!;
    expect(out[3 * rate + 7]! / samples[3 * rate + 7]!).toBeCloseTo(gain, 3);
  });

  test('the output stays below -1 dBFS for any sound', () => {
    const sample = fc.float({ min: -4, max: 4, noNaN: true });
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 2000 }), fc.constantFrom(...RATES), (values, sampleRate) => {
        const { samples } = atFixedLoudness({ samples: Float32Array.from(values), sampleRate });
        expect(samples.length).toBe(values.length);
        expect(peakDbfs(samples)).toBeLessThan(-1);
      }),
      { numRuns: 200 },
    );
  });
});

describe('bands', () => {
  /** Takes 16 kHz and multiplies by a gain. */
  const fake = (gain: number): Denoiser => ({
    model: 'gtcrn',
    sampleRate: 16_000,
    denoise: async (samples) => samples.map((sample) => gain * sample),
    close: async () => undefined,
  });
  const noise = (rate: number) =>
    Float32Array.from(
      { length: 2 * rate },
      (_, i) => ((Math.imul(i + 1, 2_654_435_761) >>> 0) / 2 ** 31 - 1) * 0.2,
    );

  test.each(RATES)('what is not touched comes out as it was, at %i Hz', async (sampleRate) => {
    // At rates below 16 kHz, the conversion to 16 kHz and back limits the band.
    const samples = sampleRate < 16_000 ? tone(1000, 2, sampleRate) : noise(sampleRate);
    const out = await denoised(fake(1), { samples, sampleRate });
    expect(out.samples.length).toBe(samples.length);
    const error = middle(out.samples).map((sample, i) => sample - middle(samples)[i]!);
    expect(rmsDbfs(error) - rmsDbfs(samples)).toBeLessThan(-50);
  });

  test('the upper band becomes as quiet as the lower one', async () => {
    const sampleRate = 48_000;
    const upper = tone(12_000, 2, sampleRate);
    const lower = tone(6000, 2, sampleRate);
    const samples = upper.map((sample, i) => sample + lower[i]!);
    const out = await denoised(fake(0.1), { samples, sampleRate });
    const change = rmsDbfs(middle(out.samples)) - rmsDbfs(middle(samples));
    expect(change).toBeCloseTo(-20, 0);
  });
});

describe('dereverberation', () => {
  const rate = 16_000;
  const random = (seed: number) => {
    let state = seed;
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 31 - 1;
    };
  };
  /** Bursts of noise like syllables, a quarter of a second long, with pauses that are as long. */
  const next = random(1);
  const dry = Float32Array.from({ length: 4 * rate }, (_, i) =>
    Math.floor(i / 4000) % 2 === 0 ? 0.3 * next() : 0,
  );
  /** Echoes from 40 ms on that decay by 60 dB in 0.6 s. */
  const echo = random(2);
  const echoes = Array.from({ length: 120 }, (_, k) => ({
    delay: 640 + 60 * k,
    gain: 0.25 * echo() * 10 ** ((-3 * (640 + 60 * k)) / (0.6 * rate)),
  }));
  const wet = Float32Array.from(dry);
  for (const { delay, gain } of echoes)
    for (let i = delay; i < wet.length; i++) wet[i]! += gain * dry[i - delay]!;
  const pauses = (samples: Float32Array) => samples.filter((_, i) => i % 8000 > 5600);

  test('echoes in pauses become quieter, the sound itself does not', () => {
    const out = dereverberated(wet);
    expect(out.length).toBe(wet.length);
    expect(rmsDbfs(pauses(out)) - rmsDbfs(pauses(wet))).toBeLessThan(-2);
    expect(Math.abs(rmsDbfs(out) - rmsDbfs(dry))).toBeLessThan(1.5);
  });

  test('dry sound stays unchanged, and silence silent', () => {
    const out = dereverberated(dry);
    const error = out.map((sample, i) => sample - dry[i]!);
    expect(rmsDbfs(error) - rmsDbfs(dry)).toBeLessThan(-8);
    expect(dereverberated(new Float32Array(3000))).toEqual(new Float32Array(3000));
    expect(dereverberated(new Float32Array(0)).length).toBe(0);
  });

  test('complex equations are solved', () => {
    const size = 5;
    const next = random(3);
    const numbers = (length: number) => Float64Array.from({ length }, next);
    // B · Bᴴ is Hermitian and positive definite.
    const [bRe, bIm] = [numbers(size * size), numbers(size * size)];
    const matrixRe = new Float64Array(size * size);
    const matrixIm = new Float64Array(size * size);
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++)
        for (let k = 0; k < size; k++) {
          const [a, b] = [i * size + k, j * size + k];
          matrixRe[i * size + j]! += bRe[a]! * bRe[b]! + bIm[a]! * bIm[b]!;
          matrixIm[i * size + j]! += bIm[a]! * bRe[b]! - bRe[a]! * bIm[b]!;
        }
    const [xRe, xIm] = [numbers(size), numbers(size)];
    const re = new Float64Array(size);
    const im = new Float64Array(size);
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++) {
        const at = i * size + j;
        re[i]! += matrixRe[at]! * xRe[j]! - matrixIm[at]! * xIm[j]!;
        im[i]! += matrixRe[at]! * xIm[j]! + matrixIm[at]! * xRe[j]!;
      }
    expect(solveHermitian({ size, matrixRe, matrixIm, re, im })).toBe(true);
    for (let i = 0; i < size; i++) {
      expect(re[i]).toBeCloseTo(xRe[i]!, 2);
      expect(im[i]).toBeCloseTo(xIm[i]!, 2);
    }
    const zeros = new Float64Array(1);
    expect(solveHermitian({ size: 1, matrixRe: zeros, matrixIm: zeros, re: zeros, im: zeros })).toBe(false);
  });
});
