import { expect, test } from 'vitest';
import { ANALYSIS_RATE, frameCount, MEL_BANDS, melSpectra } from './mel-spectrum.ts';

const tone = (hz: number): Float32Array =>
  Float32Array.from({ length: 3200 }, (_, i) => Math.sin((2 * Math.PI * hz * i) / ANALYSIS_RATE));

function loudestBand(spectrum: Float32Array, frame: number): number {
  const bands = spectrum.subarray(frame * MEL_BANDS, (frame + 1) * MEL_BANDS);
  return bands.indexOf(Math.max(...bands));
}

test('higher tones sound in higher bands', () => {
  const bands = [200, 500, 1000, 2000, 4000, 7000].map((hz) =>
    loudestBand(melSpectra(tone(hz), 80, [1])[0]!, 20),
  );
  expect(bands).toEqual([...new Set(bands)].sort((a, b) => a - b));
});

test('a longer tract hears the same formant lower', () => {
  const [plain, stretched] = melSpectra(tone(1000), 80, [1, 1.2]);
  expect(loudestBand(stretched!, 20)).toBeLessThan(loudestBand(plain!, 20));
});

test('one frame for every hop, none for no sound, none infinite', () => {
  for (const [samples, hop, frames] of [
    [0, 80, 0],
    [1, 80, 1],
    [80, 80, 1],
    [81, 80, 2],
    [800, 66.7, 12],
  ] as const) {
    expect(frameCount(samples, hop)).toBe(frames);
    const [spectrum] = melSpectra(new Float32Array(samples), hop, [1]);
    expect(spectrum).toHaveLength(frames * MEL_BANDS);
    expect(spectrum!.every(Number.isFinite)).toBe(true);
  }
});
