/** What tests of enrolment share: recordings of a speaker other than the built-in voices. */

import { ESPEAK_SAMPLE_RATE, Espeak } from '../../language/pronunciation/espeak.ts';
import { encodePcm16 } from '../../media/pcm.ts';
import { resampleAll } from '../../media/resampler.ts';
import { wavFile } from '../../media/wav.ts';

export const TEST_TEXT =
  'I would like to tell you about the weather in our small town. It rains a lot in autumn, and the wind blows from ' +
  'the sea.';
const TEST_RATE = 16_000;
/** Factor of the playback speed, which makes a voice higher and its vocal tract shorter. */
const SHORTER_TRACT = 1.06;

export interface TestSpeaker {
  readonly voice?: string;
  readonly pitch?: number;
}

/**
 * A speaker reads a text; mono, 16 kHz, some 8 s for `TEST_TEXT`. `telephone.m4a` is `testSpeech()` as AAC of 24
 * kbit/s, by ffmpeg.
 */
export async function testSpeech(
  text = TEST_TEXT,
  { voice = 'en-us', pitch = 45 }: TestSpeaker = {},
): Promise<Float32Array> {
  const espeak = await Espeak.load();
  const { audio } = espeak.synthesize(text, { voice, rate: 140, pitch, range: 60 });
  const rate = Math.round(ESPEAK_SAMPLE_RATE * SHORTER_TRACT);
  return resampleAll(
    Float32Array.from(audio, (value) => value / 32768),
    rate,
    TEST_RATE,
  );
}

export function testWav(samples: Float32Array, sampleRate = TEST_RATE): Buffer {
  return Buffer.from(wavFile({ sampleRate, encoding: 'pcm16' }, encodePcm16(samples)));
}
