import { expect, test } from 'vitest';
import { decodePcm16, encodePcm16, join } from './pcm.ts';
import { PEAK_MS, Peaks } from './peaks.ts';
import { wavFile } from './wav.ts';

test('a WAV file has its length in the header, and contains the samples', async () => {
  const file = new DataView(await wavFile(Float32Array.of(0, 0.5, -1, 2), 24_000).arrayBuffer());
  const text = new TextDecoder('latin1').decode(file.buffer.slice(0, 16));
  expect(text.slice(0, 4) + text.slice(8)).toBe('RIFFWAVEfmt ');
  expect(file.getUint32(4, true)).toBe(file.byteLength - 8);
  expect(file.getUint32(24, true)).toBe(24_000);
  expect(file.getUint32(40, true)).toBe(8);
  expect([44, 46, 48, 50].map((at) => file.getInt16(at, true))).toEqual([0, 16_384, -32_768, 32_767]);
});

test('encoded samples are decoded unchanged', () => {
  const samples = Float32Array.from({ length: 99 }, (_, i) => (i - 50) / 64);
  expect(decodePcm16(btoa(String.fromCharCode(...encodePcm16(samples))))).toEqual(samples);
  expect(join([samples.slice(0, 7), new Float32Array(0), samples.slice(7)])).toEqual(samples);
});

test('peaks are those of the sound, however it is divided into chunks', () => {
  const samples = Float32Array.from({ length: 2400 }, (_, i) => (i === 700 ? -0.75 : 0.1));
  const whole = new Peaks(24_000);
  whole.push(samples);
  const pieces = new Peaks(24_000);
  for (let i = 0; i < samples.length; i += 37) pieces.push(samples.slice(i, i + 37));
  for (const peaks of [whole, pieces]) {
    expect(peaks.durationMs).toBe(100);
    expect(peaks.between(0, 20)).toBeCloseTo(0.1);
    expect(peaks.between(2 * PEAK_MS, 3 * PEAK_MS)).toBe(0.75);
    expect(peaks.between(0, 100)).toBe(0.75);
    expect(peaks.between(100, 200)).toBeNull();
  }
});
