import type { SharedSound } from '../../engine/threads/shared-sound.ts';
import { encodePcm16 } from '../../media/pcm.ts';
import { wavHeader } from '../../media/wav.ts';
import { gainTo } from '../enhancement/gain.ts';
import { withoutPeaks } from '../enhancement/level.ts';

/**
 * Number of samples that are written at a time; limiting the peaks of a whole recording at once would take several
 * times its memory.
 */
const BLOCK_SECONDS = 10;
/** Range of the limiter on either side of a peak. */
const REACH_SECONDS = 0.02;

/**
 * A WAV file of 16 bits in shared memory, at the loudness of EBU R 128, with peaks limited to -1.5 dBFS. With limited
 * peaks it is slightly softer.
 */
export function levelledWav({ samples, sampleRate }: SharedSound): Uint8Array {
  const header = wavHeader({ sampleRate, encoding: 'pcm16' }, 2 * samples.length);
  const wav = new Uint8Array(new SharedArrayBuffer(header.length + 2 * samples.length));
  wav.set(header);
  const gain = gainTo(samples, sampleRate);
  const block = BLOCK_SECONDS * sampleRate;
  const reach = Math.ceil(REACH_SECONDS * sampleRate);
  for (let from = 0; from < samples.length; from += block) {
    const start = Math.max(0, from - reach);
    const end = Math.min(samples.length, from + block);
    const around = samples.slice(start, end + reach);
    for (let i = 0; i < around.length; i++) around[i]! *= gain;
    const level = withoutPeaks(around, sampleRate).subarray(from - start, end - start);
    wav.set(encodePcm16(level), header.length + 2 * from);
  }
  return wav;
}
