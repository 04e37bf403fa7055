import { floatToInt16, int16ToFloat } from '../../media/pcm.ts';
import { randomNumbers } from '../../media/random.ts';
import { CALLER_RATE, voicedBlocks } from './clip.ts';

/** Length of the noise, which is repeated: too long for the repetition to be heard. */
const SECONDS = 10;
const BLOCK = CALLER_RATE / 100;
/** Assumed level of speech if a caller says nothing: about -24 dBFS. */
const USUAL_SPEECH_RMS = 0.065;

/**
 * The noise of a room: pink, like ventilation and distant traffic.
 * @param snrDb level of speech above the noise
 * @param said the caller's speech, whose voiced parts determine the level
 * @returns mono, 16 kHz; the same for the same seed
 */
export function roomNoise(snrDb: number, said: readonly Int16Array[], seed: number): Int16Array {
  const noise = pink(SECONDS * CALLER_RATE, seed);
  const gain = (speechRms(said) * 10 ** (-snrDb / 20)) / rms(noise);
  return floatToInt16(noise.map((sample) => sample * gain));
}

/** Noise with 3 dB less power an octave: white noise through a sum of first-order filters (Paul Kellet, 1999). */
function pink(length: number, seed: number): Float32Array {
  const random = randomNumbers(seed);
  let [b0, b1, b2] = [0, 0, 0];
  return Float32Array.from({ length }, () => {
    const white = 2 * random() - 1;
    b0 = 0.99765 * b0 + 0.099046 * white;
    b1 = 0.963 * b1 + 0.2965164 * white;
    b2 = 0.57 * b2 + 1.0526913 * white;
    return b0 + b1 + b2 + 0.1848 * white;
  });
}

/** The level of the voiced parts of several clips. */
function speechRms(said: readonly Int16Array[]): number {
  let energy = 0;
  let count = 0;
  for (const samples of said) {
    for (const [block, isVoiced] of voicedBlocks(samples).entries()) {
      if (!isVoiced) continue;
      for (const sample of int16ToFloat(samples.subarray(block * BLOCK, (block + 1) * BLOCK))) {
        energy += sample ** 2;
      }
      count += BLOCK;
    }
  }
  return count === 0 ? USUAL_SPEECH_RMS : Math.sqrt(energy / count);
}

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
