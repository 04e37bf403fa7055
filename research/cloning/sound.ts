/** Reads recordings as mono samples, normalises their level, and joins them. */
import { peakDbfs } from '../../media/level.ts';
import { resampleAll } from '../../media/resampler.ts';
import { readWav } from '../../media/wav.ts';

export interface Sound {
  /** Mono. */
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

/**
 * Reads a WAV file as mono.
 * @throws WavError
 */
export function readMonoWav(bytes: Uint8Array): Sound {
  const { channels, sampleRate } = readWav(bytes);
  const [first] = channels;
  if (!first || channels.length === 1) return { samples: first ?? new Float32Array(0), sampleRate };
  const samples = first.map((_, i) => {
    return channels.reduce((sum, channel) => sum + channel[i]!, 0) / channels.length;
  });
  return { samples, sampleRate };
}

/** Joins sounds of any rates with silence between them. */
export function joinSounds(sounds: readonly Sound[], sampleRate: number, gapMs: number): Float32Array {
  const gap = Math.round((gapMs * sampleRate) / 1000);
  const parts = sounds.map((sound) => resampleAll(sound.samples, sound.sampleRate, sampleRate));
  const gaps = gap * Math.max(0, parts.length - 1);
  const out = new Float32Array(parts.reduce((sum, part) => sum + part.length, gaps));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length + gap;
  }
  return out;
}

const RATED_PEAK = 0.7;

/**
 * Scales the sound to a peak of 0.7. Predicted quality depends on loudness (0.2 for 12 dB of a clean voice), which is
 * not to be scored.
 */
export function atRatedLevel({ samples, sampleRate }: Sound): Sound {
  const peak = peakDbfs(samples);
  if (peak === -Infinity) return { samples, sampleRate };
  const gain = RATED_PEAK / 10 ** (peak / 20);
  return { samples: samples.map((sample) => sample * gain), sampleRate };
}

export function seconds(sound: Sound): number {
  return sound.samples.length / sound.sampleRate;
}
