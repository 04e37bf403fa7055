import { expect, test } from 'vitest';
import { MEL_RATE, melSpectrogram } from './mel.ts';

const BANDS = 40;

const tone = (hz: number, seconds: number, amplitude: number): Float32Array =>
  Float32Array.from(
    { length: seconds * MEL_RATE },
    (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / MEL_RATE),
  );

test('a tone has its power in the band of its frequency', () => {
  // Centres of the Slaney scale, 40 bands up to 8 kHz: the mel of 8 kHz is 45.25, and 1 kHz is 15 mel.
  const band = Math.round((15 * 41) / 45.245) - 1;
  const mel = melSpectrogram(tone(1000, 0.5, 0.5), BANDS);
  const frame = [...mel.subarray(20 * BANDS, 21 * BANDS)];
  expect(Math.abs(frame.indexOf(Math.max(...frame)) - band)).toBeLessThanOrEqual(1);
});

test('power grows with the square of the amplitude, and silence has none', () => {
  const sum = (samples: Float32Array) => melSpectrogram(samples, BANDS).reduce((a, b) => a + b, 0);
  expect(sum(tone(440, 0.3, 0.2)) / sum(tone(440, 0.3, 0.1))).toBeCloseTo(4, 3);
  expect(sum(new Float32Array(4800))).toBe(0);
});

test('a frame comes every 10 ms, the first at the beginning', () => {
  expect(melSpectrogram(new Float32Array(1600), BANDS).length).toBe(11 * BANDS);
});
