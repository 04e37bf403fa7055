import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concatenated } from './concatenated.ts';
import { createTrimState, type TrimRule, trimSilence } from './trim-silence.ts';

const RATE = 16_000;
const ms = (duration: number): number => (duration * RATE) / 1000;
const RULE: TrimRule = {
  leadSamples: ms(15),
  tailSamples: ms(50),
  isTight: false,
  onsetBy: Number.POSITIVE_INFINITY,
  endsAfter: 0,
  endsBy: Number.POSITIVE_INFINITY,
  mostHeld: Number.POSITIVE_INFINITY,
};

/** Stretches of a tone, each as its level in dB below full scale (RMS) and its milliseconds. */
function tone(...stretches: readonly (readonly [levelDb: number, lengthMs: number])[]): Float32Array {
  return concatenated(
    stretches.map(([levelDb, lengthMs]) => {
      const amplitude = Math.SQRT2 * 10 ** (levelDb / 20);
      return Float32Array.from({ length: ms(lengthMs) }, (_, i) => amplitude * Math.cos((i * Math.PI) / 8));
    }),
  );
}

const NOTHING = -200;

/** Returns the output for a sound that is passed in chunks of the given sizes, in turn. */
function trimmed(sound: Float32Array, rule: TrimRule = RULE, sizes: readonly number[] = [sound.length || 1]) {
  let state = createTrimState(RATE);
  const parts: Float32Array[] = [];
  for (let at = 0, i = 0; at < sound.length || i === 0; i++) {
    const end = Math.min(sound.length, at + (sizes[i % sizes.length] ?? 1));
    // Clones the state, as for a message between two threads.
    const result = trimSilence(structuredClone(state), sound.slice(at, end), rule, end === sound.length);
    state = result.state;
    parts.push(result.sound);
    at = end;
  }
  return { sound: concatenated(parts), parts, onset: state.onset };
}

/** Durations in ms of the silence before the first sound louder than a level, after the last, and in between. */
function silences(sound: Float32Array, levelDb = -60) {
  const isLoud = (value: number): boolean => Math.abs(value) > 10 ** (levelDb / 20);
  const first = sound.findIndex(isLoud);
  const last = sound.findLastIndex(isLoud);
  const inMs = (samples: number): number => Math.round((samples * 1000) / RATE);
  return { lead: inMs(first), sound: inMs(last + 1 - first), tail: inMs(sound.length - last - 1) };
}

describe('silence', () => {
  test.each([
    ['much of it', 400, 700],
    ['hardly any', 20, 55],
    ['none', 0, 0],
  ])('at the ends is as long as requested if there was %s', (_how, before, after) => {
    const { sound, onset } = trimmed(tone([NOTHING, before], [-20, 300], [NOTHING, after]));
    const found = silences(sound);
    expect(onset).toBe(ms(before));
    expect(Math.abs(found.lead - 15)).toBeLessThanOrEqual(1);
    expect(Math.abs(found.sound - 300)).toBeLessThanOrEqual(2);
    expect(Math.abs(found.tail - 50)).toBeLessThanOrEqual(2);
    expect(sound.length).toBe(ms(15 + 300 + 50));
  });

  test('within the sound stays, however long it is', () => {
    const { sound } = trimmed(tone([NOTHING, 100], [-20, 200], [NOTHING, 900], [-20, 200], [NOTHING, 400]));
    expect(sound.length).toBe(ms(15 + 200 + 900 + 200 + 50));
  });

  test('is all there is of a sound that is nothing else', () => {
    expect(trimmed(tone([NOTHING, 800])).sound.length).toBe(ms(15 + 50));
    expect(trimmed(new Float32Array()).sound.length).toBe(ms(15 + 50));
  });
});

describe('within a sound is kept', () => {
  test('a soft beginning, as of "f" or "h"', () => {
    const { sound } = trimmed(tone([NOTHING, 200], [-50, 60], [-20, 200], [NOTHING, 200]));
    expect(silences(sound).sound).toBeGreaterThanOrEqual(258);
  });

  test('the release of a plosive behind its closure', () => {
    const { sound } = trimmed(tone([NOTHING, 100], [-20, 200], [NOTHING, 120], [-45, 15], [NOTHING, 300]));
    expect(silences(sound).sound).toBeGreaterThanOrEqual(334);
  });

  test('the fading of a vowel, down to far below its level', () => {
    const fading = Array.from({ length: 20 }, (_, i) => [-20 - 2 * i, 10] as const);
    const { sound } = trimmed(tone([NOTHING, 100], [-20, 200], ...fading, [NOTHING, 400]));
    expect(silences(sound, -55).sound).toBeGreaterThanOrEqual(200 + 160);
  });

  test('a voice softer than the silence of others, from its known start', () => {
    const { sound } = trimmed(tone([-58, 1000]), { ...RULE, onsetBy: ms(100), endsAfter: ms(800) });
    expect(sound.length).toBeGreaterThanOrEqual(ms(900));
  });
});

test('before something that has to be heard in time, the last of the fading is cut off', () => {
  const fading = Array.from({ length: 20 }, (_, i) => [-20 - 2 * i, 10] as const);
  const sound = tone([-20, 200], ...fading, [NOTHING, 400]);
  const { length } = trimmed(sound, { ...RULE, isTight: true, tailSamples: 0 }).sound;
  expect(length).toBeGreaterThan(ms(15 + 200 + 130));
  expect(length).toBeLessThan(trimmed(sound, { ...RULE, tailSamples: 0 }).sound.length);
});

test('noise after the end is cut off', () => {
  const sound = tone([NOTHING, 50], [-20, 300], [NOTHING, 250], [-40, 30], [NOTHING, 20]);
  expect(trimmed(sound, { ...RULE, endsBy: ms(450) }).sound.length).toBe(ms(15 + 300 + 50));
});

test('silence is not held back if the sound cannot have ended, nor longer than allowed', () => {
  const sound = tone([-20, 200], [NOTHING, 500], [-20, 100]);
  const upTo = (rule: Partial<TrimRule>): number => {
    const state = createTrimState(RATE);
    return trimSilence(state, sound.slice(0, ms(600)), { ...RULE, ...rule }, false).sound.length;
  };
  expect(upTo({})).toBe(ms(15 + 200 - 5));
  expect(upTo({ endsAfter: ms(650) })).toBe(ms(15 + 600 - 5));
  expect(upTo({ mostHeld: ms(300) })).toBe(ms(15 + 300 - 5));
});

test('any chunking gives the same output, and some of it with the last chunk', () => {
  const stretch = fc.tuple(fc.constantFrom(NOTHING, -70, -52, -30, -15), fc.integer({ min: 1, max: 400 }));
  const rule = fc.record({
    leadSamples: fc.constantFrom(ms(2), ms(15)),
    tailSamples: fc.constantFrom(0, ms(50)),
    isTight: fc.boolean(),
    onsetBy: fc.constantFrom(ms(100), Number.POSITIVE_INFINITY),
    endsAfter: fc.integer({ min: 0, max: ms(600) }),
    endsBy: fc.constantFrom(ms(800), Number.POSITIVE_INFINITY),
    mostHeld: fc.constantFrom(ms(60), Number.POSITIVE_INFINITY),
  });
  const sizes = fc.array(fc.integer({ min: 1, max: ms(200) }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(stretch, { minLength: 1, maxLength: 6 }), rule, sizes, (stretches, asked, sent) => {
      const sound = tone(...stretches);
      const expected = trimmed(sound, asked).sound;
      const { sound: got, parts } = trimmed(sound, asked, sent);
      expect(Buffer.from(got.buffer).equals(Buffer.from(expected.buffer))).toBe(true);
      expect(parts.at(-1)?.length).toBeGreaterThan(0);
    }),
    { numRuns: 100 },
  );
});
