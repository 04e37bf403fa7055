import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  averageSpectrum,
  type Equalised,
  equalised,
  fitEqualiser,
} from '../../engine/conversion/equaliser.ts';
import { SPEAKER_ENCODER } from '../../model-files/manifest.ts';
import { ModelStore } from '../../model-files/store.ts';
import { LOUDNESS_LUFS } from '../../recordings/enhancement/level.ts';
import { Loudness } from '../../recordings/enhancement/loudness.ts';
import { SpeakerEncoder, similarity } from '../../recordings/speaker-encoder/speaker-encoder.ts';
import { performStep } from './steps.ts';

const RATE = 24_000;
const noise = Float32Array.from({ length: 3 * RATE }, (_, i) => 0.4 * Math.sin(i * i * 0.37));

const [encoderPath = ''] = new ModelStore().paths(SPEAKER_ENCODER).values();
const testWithEncoder = test.skipIf(!existsSync(encoderPath) && process.env.CI !== 'true');

testWithEncoder(
  'a style that speaks too loudly gets the loudness of recordings, and sounds more like the speaker',
  async () => {
    const other = noise.map((value, i) => value - 0.5 * (noise[i - 1] ?? 0) + 0.2 * Math.sin(i * 0.05));
    const spectrum = averageSpectrum(other, RATE);
    const encoder = await SpeakerEncoder.load(encoderPath);
    const embedding = await encoder.embed(other, RATE);
    const step = {
      kind: 'equalise',
      samples: noise,
      sampleRate: RATE,
      spectrum,
      embedding,
      encoderPath,
    } as const;
    const { samples, equaliser } = (await performStep(step)) as Equalised;
    expect(new Loudness(noise, RATE).lufs()).toBeGreaterThan(-15);
    expect(new Loudness(samples, RATE).lufs()).toBeCloseTo(LOUDNESS_LUFS, 1);
    // The voice passes the same filter.
    const before = new Float32Array(equaliser.length - 1);
    const spoken = equalised(Float32Array.from([...before, ...noise]), equaliser);
    expect(new Loudness(spoken, RATE).lufs()).toBeCloseTo(LOUDNESS_LUFS, 0);
    const likeness = async (sound: Float32Array) => similarity(await encoder.embed(sound, RATE), embedding);
    const byAverage = fitEqualiser(noise, RATE, spectrum).samples;
    expect(await likeness(samples)).toBeGreaterThan(await likeness(byAverage));
    await encoder.close();
  },
);
