import { decodeMulaw } from '../../../media/mulaw.ts';
import { decodePcm16 } from '../../../media/pcm.ts';
import type { SpeechMessage } from '../clients/messages.ts';

export type Encoding = 'pcm_linear' | 'pcm_mulaw';

/** Returns the encoded audio of a stream in one buffer. */
export function joinAudio(messages: readonly SpeechMessage[]): Buffer {
  return Buffer.concat(messages.map(({ data }) => Buffer.from(data.audio, 'base64')));
}

/** Decodes audio to samples, nominally in [-1, 1]. */
export function decode(audio: Uint8Array, encoding: Encoding): Float32Array {
  return encoding === 'pcm_linear' ? decodePcm16(audio) : decodeMulaw(audio);
}

export const bytesPerSample = (encoding: Encoding): number => (encoding === 'pcm_linear' ? 2 : 1);

/** Root mean square of samples [from, to). */
export function rms(samples: Float32Array, from = 0, to = samples.length): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += samples[i]! ** 2;
  return Math.sqrt(sum / Math.max(1, to - from));
}

/** A range of samples; `end` is exclusive. */
export interface Run {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds runs of digital silence: zero samples in PCM, 0xff bytes in mu-law.
 * @param minSamples shorter ones are ignored
 */
export function silenceRuns(audio: Uint8Array, encoding: Encoding, minSamples: number): Run[] {
  const size = bytesPerSample(encoding);
  const silent = (i: number): boolean =>
    size === 1 ? audio[i] === 0xff : audio[2 * i] === 0 && audio[2 * i + 1] === 0;
  const count = audio.length / size;
  const runs: Run[] = [];
  let start = -1;
  for (let i = 0; i <= count; i++) {
    if (i < count && silent(i)) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      if (i - start >= minSamples) runs.push({ start, end: i });
      start = -1;
    }
  }
  return runs;
}

/** Finds runs of sound. At least `gapMs` below `level` separates two of them. Edges are exact to the sample. */
export function soundRuns(samples: Float32Array, rate: number, gapMs: number, level = 0.004): Run[] {
  const gap = (gapMs * rate) / 1000;
  const runs: { start: number; end: number }[] = [];
  for (let i = 0; i < samples.length; i++) {
    if (Math.abs(samples[i]!) < level) continue;
    const last = runs.at(-1);
    if (last && i - last.end < gap) last.end = i + 1;
    else runs.push({ start: i, end: i + 1 });
  }
  return runs;
}
