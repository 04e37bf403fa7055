import { HOP_SAMPLES } from '../../engine/conversion/base-pitch.ts';
import { Analyser } from '../../engine/conversion/frames.ts';
import { CEPSTRUM_SIZE } from '../../engine/conversion/mel-cepstrum.ts';
import { trackPitch } from '../../media/pitch.ts';
import { resampleAll } from '../../media/resampler.ts';
import { quantileFloor } from '../../media/statistics.ts';

/** A coarse description of a voice, sufficient to find the nearest of several voices. */
export interface SpeakerEmbedding {
  /** Mean of the voiced frames; 0 if there are none. */
  readonly medianF0Hz: number;
  /** Mean of the mel-cepstra of speech, without c0, which is loudness. */
  readonly cepstrum: Float32Array;
}

const RATE = 16_000;
const MAX_SECONDS = 15;
/** Unit of distance of each value: typical differences between two speakers of one sex. */
const USUAL_PITCH_RATIO = 1.2;
const USUAL_CEPSTRAL_DISTANCE = 0.5;

/** Takes some 15 ms per second of sound, for at most a quarter of a minute. */
export function embedSpeaker(samples: Float32Array, sampleRate: number): SpeakerEmbedding {
  const sound = resampleAll(samples.subarray(0, MAX_SECONDS * sampleRate), sampleRate, RATE);
  const { f0Hz } = trackPitch(sound, RATE, { hopMs: (HOP_SAMPLES * 1000) / RATE });
  const voiced = f0Hz.filter((hz) => hz > 0);
  const frames = new Analyser(RATE).all(sound, f0Hz);
  const cepstrum = new Float32Array(CEPSTRUM_SIZE - 1);
  let count = 0;
  for (let i = 0; i < frames.count; i++) {
    if (!frames.speech[i]) continue;
    count++;
    for (let m = 1; m < CEPSTRUM_SIZE; m++) cepstrum[m - 1]! += frames.cepstra[i * CEPSTRUM_SIZE + m]!;
  }
  return {
    medianF0Hz: quantileFloor(voiced, 0.5, 0),
    cepstrum: cepstrum.map((sum) => sum / Math.max(1, count)),
  };
}

/** Distance: 0 for the same voice, 1 is small, 5 large. */
export function embeddingDistance(a: SpeakerEmbedding, b: SpeakerEmbedding): number {
  let square = 0;
  for (let m = 0; m < a.cepstrum.length; m++) square += (a.cepstrum[m]! - b.cepstrum[m]!) ** 2;
  const pitch =
    a.medianF0Hz > 0 && b.medianF0Hz > 0
      ? Math.abs(Math.log(a.medianF0Hz / b.medianF0Hz)) / Math.log(USUAL_PITCH_RATIO)
      : 0;
  return pitch + Math.sqrt(square) / USUAL_CEPSTRAL_DISTANCE;
}
