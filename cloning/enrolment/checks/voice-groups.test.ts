import { describe, expect, test } from 'vitest';
import { areTwoVoices, voiceGroups } from './voice-groups.ts';

const SIZE = 32;

/** Numbers from 0 to 1, always the same. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Windows of one speaker: embeddings around a common direction. */
function windowsOf(voice: number, count: number, saying = 0.4): Float32Array[] {
  const own = randomNumbers(100 * voice);
  const direction = Float32Array.from({ length: SIZE }, own);
  const words = randomNumbers(7 * voice + count);
  return Array.from({ length: count }, () => unit(direction.map((x) => x + saying * words())));
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((x) => x / length);
}

const voiceDistance = (windows: readonly Float32Array[]): number => voiceGroups(windows).distance;

const between = (a: Float32Array, b: Float32Array): Float32Array => unit(a.map((x, k) => x + b[k]!));

describe('the distance of two voices', () => {
  const [a, b] = [windowsOf(1, 12), windowsOf(2, 12)] as const;
  const apart = voiceDistance([...a, ...b]);

  test('is small for one voice, large for two', () => {
    expect(voiceDistance([...a, ...windowsOf(1, 13)])).toBeLessThan(0.05);
    expect(apart).toBeGreaterThan(0.15);
  });

  test('does not depend on who speaks when', () => {
    const turns = [a.slice(0, 4), b.slice(0, 4), a.slice(4, 8), b.slice(4, 8), a.slice(8), b.slice(8)].flat();
    expect(voiceDistance(turns)).toBeCloseTo(apart, 1);
    expect(voiceDistance([...a.slice(0, 6), ...b, ...a.slice(6)])).toBeCloseTo(apart, 1);
  });

  test('is not hidden by windows in which both are heard', () => {
    const turns = [
      ...a.slice(0, 6),
      between(a[0]!, b[0]!),
      ...b.slice(0, 6),
      between(a[1]!, b[1]!),
      ...a.slice(6),
    ];
    expect(voiceDistance(turns)).toBeGreaterThan(0.8 * apart);
  });

  test('is found where one says little', () => {
    expect(voiceDistance([...a, ...b.slice(0, 4)])).toBeGreaterThan(0.8 * apart);
  });

  test('is not told from too little', () => {
    expect(voiceDistance([...a.slice(0, 3), ...b.slice(0, 2)])).toBe(0);
    expect(voiceDistance([])).toBe(0);
  });
});

describe('two people', () => {
  const [a, b] = [windowsOf(1, 15), windowsOf(2, 15)] as const;
  const inTurns = (count: number): Float32Array[] =>
    Array.from({ length: 3 }, (_, i) => [
      ...a.slice(i * count, (i + 1) * count),
      ...b.slice(i * count, (i + 1) * count),
    ]).flat();

  test('are told by how often they take turns, too', () => {
    expect(voiceGroups(inTurns(5)).changes).toBe(5);
    expect(voiceGroups([...a, ...b]).changes).toBe(1);
    const alike = { distance: 0.22 };
    expect(areTwoVoices({ ...alike, changes: 1 })).toBe(false);
    expect(areTwoVoices({ ...alike, changes: 5 })).toBe(true);
  });

  test('are not one person who often changes a little', () => {
    expect(areTwoVoices({ distance: 0.19, changes: 9 })).toBe(false);
    expect(areTwoVoices(voiceGroups([...a, ...windowsOf(1, 16)]))).toBe(false);
  });
});
