import { expect, test } from 'vitest';
import { nearestStyle } from './nearest-style.ts';
import { STYLE_SPACE, type StyleSpace, styleAt } from './style-space.ts';

/** Two directions and embeddings of two numbers: the first direction turns the embedding, the second does nothing. */
const PLAIN: StyleSpace = {
  directions: 2,
  spectrum: new Float64Array(40),
  pitches: {},
  mean: new Float32Array(128),
  axes: new Float32Array(2 * 128).fill(1, 0, 128),
  voices: Float32Array.of(-1, 0, 1, 0),
  networks: [
    [
      { weights: Float32Array.of(1, 0, 0), biases: Float32Array.of(0) },
      { weights: Float32Array.of(2), biases: Float32Array.of(0) },
    ],
  ],
  embedding: Float32Array.of(1, 0),
  basis: Float32Array.of(0, 1),
};

test('the style moves to where the speaker is, and nowhere else', () => {
  const towards = nearestStyle(PLAIN, Float32Array.of(0.6, 0.8), 150);
  const away = nearestStyle(PLAIN, Float32Array.of(0.6, -0.8), 150);
  expect(towards[0]).toBeGreaterThan(0.5);
  expect(away[0]).toBeCloseTo(-towards[0]!, 1);
  expect(Math.abs(towards[1]!)).toBeLessThan(0.1);
  expect(styleAt(PLAIN, towards)[0]).toBeCloseTo(towards[0]!, 5);
});

test('a style stays near those of real voices for any speaker', () => {
  for (const [from, f0Hz] of [
    [0, 90],
    [100, 220],
  ] as const) {
    const speaker = STYLE_SPACE.basis.slice(0, 256).map((value, i) => value + (i === from ? 1 : 0));
    const place = nearestStyle(STYLE_SPACE, speaker, f0Hz).subarray(0, STYLE_SPACE.directions);
    const deviation = Math.sqrt(place.reduce((sum, value) => sum + value * value, 0) / place.length);
    expect(deviation).toBeGreaterThan(0.1);
    expect(deviation).toBeLessThan(2.5);
  }
});

test('the table knows every voice of Kokoro', () => {
  expect(Object.keys(STYLE_SPACE.pitches).length).toBe(41);
  expect(
    Object.values(STYLE_SPACE.pitches).every((pitch) => pitch > Math.log(70) && pitch < Math.log(260)),
  ).toBe(true);
  expect(STYLE_SPACE.axes.length).toBe(STYLE_SPACE.directions * 128);
});
