import { expect, test } from 'vitest';
import { averageSpectrum, equalised } from '../conversion/equaliser.ts';
import { LOUDNESS_LUFS } from '../enhancement/level.ts';
import { Loudness } from '../enhancement/loudness.ts';
import { performStep } from './steps.ts';
import type { Equalised } from './worker-protocol.ts';

const RATE = 24_000;
const noise = Float32Array.from({ length: 3 * RATE }, (_, i) => 0.4 * Math.sin(i * i * 0.37));

test('a style that speaks too loudly gets the loudness of recordings with the spectrum of the speaker', async () => {
  const spectrum = averageSpectrum(
    noise.map((value, i) => value - 0.5 * (noise[i - 1] ?? 0)),
    RATE,
  );
  const step = { kind: 'equalise', samples: noise, sampleRate: RATE, spectrum } as const;
  const { samples, equaliser } = (await performStep(step)) as Equalised;
  expect(new Loudness(noise, RATE).lufs()).toBeGreaterThan(-15);
  expect(new Loudness(samples, RATE).lufs()).toBeCloseTo(LOUDNESS_LUFS, 1);
  // The voice is filtered by the same.
  const before = new Float32Array(equaliser.length - 1);
  const spoken = equalised(Float32Array.from([...before, ...noise]), equaliser);
  expect(new Loudness(spoken, RATE).lufs()).toBeCloseTo(LOUDNESS_LUFS, 0);
});
