import { LOUDNESS_LUFS, MAX_GAIN_DB } from './level.ts';
import { Loudness } from './loudness.ts';

/** Factor that brings a sound to the fixed loudness, at most MAX_GAIN_DB; 1 for silence. */
export function gainTo(samples: Float32Array, sampleRate: number): number {
  const lufs = new Loudness(samples, sampleRate).lufs();
  return lufs === -Infinity ? 1 : 10 ** (Math.min(MAX_GAIN_DB, LOUDNESS_LUFS - lufs) / 20);
}
