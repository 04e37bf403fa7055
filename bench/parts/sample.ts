/**
 * Makes recordings for cloning, of a speaker unlike any built-in voice: espeak, raised and with a shorter vocal tract.
 */
import { ESPEAK_SAMPLE_RATE, Espeak } from '../../language/pronunciation/espeak.ts';
import { encodePcm16 } from '../../media/pcm.ts';
import { resampleAll } from '../../media/resampler.ts';
import { wavFile } from '../../media/wav.ts';

/** A high voice, which costs more than a low one because every period is processed. A recogniser understands it. */
const SPEAKER = { voice: 'en-us+f1', rate: 150, pitch: 45, range: 60 } as const;
const SHORTER_TRACT = 1.06;
/** Sampling rate of the file, in Hz. */
const RATE = 24_000;
/** Peak as a share of full scale. */
const PEAK = 0.5;
const SILENCE_MS = 300;

export interface Sample {
  /** A WAV file. */
  readonly audio: Uint8Array;
  readonly seconds: number;
  /** Its transcript. */
  readonly transcript: string;
}

/** Sentences are spoken in succession, with silence after each. */
export async function sampleOf(sentences: readonly string[]): Promise<Sample> {
  const espeak = await Espeak.load();
  const gap = new Float32Array((RATE * SILENCE_MS) / 1000);
  const parts = sentences.flatMap((sentence) => {
    const spoken = Float32Array.from(espeak.synthesize(sentence, SPEAKER).audio);
    return [resampleAll(spoken, Math.round(ESPEAK_SAMPLE_RATE * SHORTER_TRACT), RATE), gap];
  });
  const samples = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const audio = wavFile(
    { sampleRate: RATE, encoding: 'pcm16' },
    encodePcm16(samples.map((value) => (value * PEAK) / loudest)),
  );
  return { audio, seconds: samples.length / RATE, transcript: sentences.join(' ') };
}
