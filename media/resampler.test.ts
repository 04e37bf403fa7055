import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createResamplerState, resample, resampleAll, resampleBelow, resampledLength } from './resampler.ts';

const IN_RATES = [8000, 16000, 22050, 24000, 44100, 48000];
const OUT_RATES = [8000, 16000, 22050, 24000];
const PAIRS = IN_RATES.flatMap((from) =>
  OUT_RATES.filter((to) => to !== from).map((to) => [from, to] as const),
);

function tone(frequency: number, rate: number, samples: number): Float32Array {
  return Float32Array.from({ length: samples }, (_, n) => Math.sin((2 * Math.PI * frequency * n) / rate));
}

/** The middle of a signal, where the silence before and after it has no influence. */
function steady(signal: Float32Array, rate: number): { offset: number; samples: Float32Array } {
  const offset = Math.round(rate * 0.03);
  return { offset, samples: signal.subarray(offset, signal.length - offset) };
}

/**
 * Least-squares fit of a sine and a cosine: gain in dB, phase in radians, and the residual in dB relative to the tone.
 */
function analyse(signal: Float32Array, rate: number, frequency: number) {
  const { offset, samples } = steady(signal, rate);
  const omega = (2 * Math.PI * frequency) / rate;
  let [ss, cc, sc, xs, xc, xx] = [0, 0, 0, 0, 0, 0];
  samples.forEach((x, n) => {
    const s = Math.sin(omega * (n + offset));
    const c = Math.cos(omega * (n + offset));
    ss += s * s;
    cc += c * c;
    sc += s * c;
    xs += x * s;
    xc += x * c;
    xx += x * x;
  });
  const determinant = ss * cc - sc * sc;
  const a = (xs * cc - xc * sc) / determinant;
  const b = (xc * ss - xs * sc) / determinant;
  const left = Math.max(xx - a * xs - b * xc, 1e-30);
  return {
    gainDb: 20 * Math.log10(Math.hypot(a, b)),
    phase: Math.atan2(b, a),
    residualDb: 10 * Math.log10((2 * left) / samples.length),
  };
}

function levelDb(signal: Float32Array, rate: number): number {
  const { samples } = steady(signal, rate);
  let sum = 0;
  for (const x of samples) sum += x * x;
  return 10 * Math.log10(Math.max((2 * sum) / samples.length, 1e-30));
}

describe('resampler, by tones', () => {
  it.each(PAIRS)('%i to %i: flat, in time, no images or aliases in the pass-band', (from, to) => {
    const nyquist = Math.min(from, to) / 2;
    for (const part of [0.01, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9]) {
      const frequency = nyquist * part;
      const result = analyse(resampleAll(tone(frequency, from, from * 0.2), from, to), to, frequency);
      expect(Math.abs(result.gainDb), `ripple at ${part}`).toBeLessThan(0.1);
      expect(Math.abs(result.phase), `delay at ${part}`).toBeLessThan(1e-3);
      expect(result.residualDb, `residue at ${part}`).toBeLessThan(-70);
    }
  });

  it.each(PAIRS.filter(([from, to]) => to > from))('%i to %i: no images near the edge', (from, to) => {
    for (const part of [0.93, 0.96, 0.99]) {
      const frequency = (from / 2) * part;
      const result = analyse(resampleAll(tone(frequency, from, from * 0.2), from, to), to, frequency);
      expect(result.residualDb, `images at ${part}`).toBeLessThan(-70);
    }
  });

  it.each([16_000, 22_050, 24_000, 44_100, 48_000, 44_099])(
    '%i to 8000, of which only the band below 2400 Hz is used: flat, without delay, and free of aliases',
    (from) => {
      for (const frequency of [60, 500, 1800, 2300]) {
        const result = analyse(
          resampleBelow(tone(frequency, from, from * 0.2), from, 8000, 2400),
          8000,
          frequency,
        );
        expect(Math.abs(result.gainDb), `ripple at ${frequency}`).toBeLessThan(0.1);
        expect(Math.abs(result.phase), `delay at ${frequency}`).toBeLessThan(1e-3);
        expect(result.residualDb, `residue at ${frequency}`).toBeLessThan(-70);
      }
      // These tones would alias to 2300 and 500 Hz.
      for (const frequency of [5700, 7500]) {
        const alias = resampleBelow(tone(frequency, from, from * 0.2), from, 8000, 2400);
        expect(levelDb(alias, 8000), `alias of ${frequency}`).toBeLessThan(-70);
      }
      const input = tone(500, from, from + 1);
      expect(resampleBelow(input, from, 8000, 2400)).toHaveLength(resampledLength(from + 1, from, 8000));
    },
  );

  const UPLOADS = [
    [96000, 16000],
    [96000, 24000],
    [11025, 8000],
  ] as const;
  it.each([...PAIRS.filter(([from, to]) => to < from), ...UPLOADS])(
    '%i to %i: nothing folds back',
    (from, to) => {
      for (let step = 0; step <= 12; step++) {
        const frequency = (to / 2) * 1.001 + ((from - to) / 2) * 0.99 * (step / 12);
        const output = resampleAll(tone(frequency, from, from * 0.2), from, to);
        expect(levelDb(output, to), `alias of ${frequency} Hz`).toBeLessThan(-70);
      }
    },
  );

  it('interpolates between stored phases for odd ratios with the same quality', () => {
    for (const [from, to] of [
      [44101, 24000],
      [22051, 24000],
    ] as const) {
      const frequency = to * 0.5 * 0.8;
      const result = analyse(resampleAll(tone(frequency, from, 8000), from, to), to, frequency);
      expect(Math.abs(result.gainDb)).toBeLessThan(0.1);
      expect(Math.abs(result.phase)).toBeLessThan(1e-3);
      expect(result.residualDb).toBeLessThan(-70);
    }
  });

  it('keeps a constant constant', () => {
    const { samples } = steady(resampleAll(new Float32Array(4410).fill(0.5), 22050, 24000), 24000);
    for (const x of samples) expect(x).toBeCloseTo(0.5, 6);
  });
});

describe('resampler, as a stream', () => {
  const anyPair = fc.oneof(
    fc.constantFrom(...PAIRS),
    fc.tuple(fc.integer({ min: 8000, max: 48000 }), fc.constantFrom(...OUT_RATES)),
  );

  it('gives the same samples to the bit for any chunking, and exactly the promised length', () => {
    fc.assert(
      fc.property(
        anyPair,
        fc.array(fc.nat({ max: 700 }), { maxLength: 12 }),
        fc.infiniteStream(fc.float({ min: -1, max: 1, noNaN: true })),
        ([from, to], sizes, noise) => {
          const total = sizes.reduce((sum, size) => sum + size, 0);
          const input = Float32Array.from({ length: total }, () => noise.next().value!);
          const whole = resampleAll(input, from, to);
          expect(whole.length).toBe(resampledLength(total, from, to));

          let state = createResamplerState(from, to);
          const parts: number[] = [];
          let at = 0;
          sizes.forEach((size, i) => {
            // Clones the state as for a message between threads.
            state = structuredClone(state);
            const step = resample(state, input.subarray(at, at + size), i === sizes.length - 1);
            state = step.state;
            at += size;
            parts.push(...step.output);
          });
          if (sizes.length === 0) parts.push(...resample(state, input, true).output);
          expect(Float32Array.from(parts)).toEqual(whole);
        },
      ),
      { numRuns: 25, interruptAfterTimeLimit: 4000 },
    );
  });

  it('does not change its arguments, so that a step can be repeated', () => {
    const input = tone(440, 22050, 3000);
    const start = createResamplerState(22050, 8000);
    const first = resample(start, input, false);
    const kept = structuredClone(first.state);
    const once = resample(first.state, input, false);
    const again = resample(first.state, input, false);
    expect(first.state).toEqual(kept);
    expect(again).toEqual(once);
    expect(input).toEqual(tone(440, 22050, 3000));
  });

  it('keeps only a few milliseconds back', () => {
    for (const [from, to] of PAIRS) {
      const given = resample(createResamplerState(from, to), new Float32Array(from / 10), false).output
        .length;
      expect(to / 10 - given).toBeLessThan(to * 0.008);
    }
  });

  it('does not grow its state with the stream', () => {
    let state = createResamplerState(22050, 24000);
    for (let i = 0; i < 200; i++) state = resample(state, new Float32Array(1 + i), false).state;
    expect(state.history.length).toBeLessThan(200);
  });

  it('starts again after the last chunk', () => {
    const done = resample(createResamplerState(22050, 24000), tone(440, 22050, 500), true);
    expect(done.state).toEqual(createResamplerState(22050, 24000));
  });

  it('passes equal rates through', () => {
    const input = tone(440, 16000, 100);
    expect(resample(createResamplerState(16000, 16000), input, false).output).toBe(input);
  });

  it('refuses rates that no recording has', () => {
    for (const rate of [0, -8000, 22050.5, NaN, 1e9]) {
      expect(() => createResamplerState(rate, 8000)).toThrow(RangeError);
      expect(() => createResamplerState(8000, rate)).toThrow(RangeError);
    }
  });
});
