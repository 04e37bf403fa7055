/**
 * Finds speech. Energy finds sounds above the noise. A sound is speech near its voiced frames, since words are unvoiced
 * for at most some tenths of a second, while knocks, coughs and hiss have no voice. After L. R. Rabiner and M. R.
 * Sambur, "An algorithm for determining the endpoints of isolated utterances", 1975, with periodicity instead of zero
 * crossings.
 */
import { quantileLower } from '../../media/statistics.ts';
import { HOP_MS, type SoundFrames } from './frames.ts';

export interface SpeechActivity {
  /** 1 for frames of speech, small gaps inside words included. */
  readonly speech: Uint8Array;
  readonly speechSeconds: number;
  /** Mean power of the frames of speech, without their noise, in dB of full scale. */
  readonly speechLevelDb: number;
  /** Mean power between the speech, in dBFS; without any, of the quietest twentieth. */
  readonly noiseFloorDb: number;
  readonly snrDb: number;
}

/** This much above the noise counts as a sound; speech 5 dB above the noise still rises that far in its vowels. */
const ABOVE_NOISE_DB = 5;
/** Sound this far below the loudest is not speech, however quiet the noise. */
const BELOW_PEAK_DB = 38;
const GAP_FRAMES = 200 / HOP_MS;
/** Largest distance of the other sounds of a word from a voiced frame. */
const REACH_FRAMES = 250 / HOP_MS;
const MIN_VOICED_FRAMES = 50 / HOP_MS;

export function speechActivity({ count, levelDb, pitch }: SoundFrames): SpeechActivity {
  const smooth = smoothed(levelDb);
  const at = (share: number): number => quantileLower(smooth, share, -100);
  const threshold = Math.max(at(0.1) + ABOVE_NOISE_DB, at(0.97) - BELOW_PEAK_DB);

  const voiced = longRuns(pitch.f0Hz, MIN_VOICED_FRAMES);
  const speech = new Uint8Array(count);
  for (let k = 0; k < count; k++) {
    if (!voiced[k] || smooth[k]! < threshold) continue;
    speech[k] = 1;
    for (const step of [-1, 1])
      for (
        let i = k + step, left = REACH_FRAMES;
        left > 0 && smooth[i]! >= threshold && !voiced[i];
        i += step, left--
      )
        speech[i] = 1;
  }
  closeGaps(speech, GAP_FRAMES);

  let speechPower = 0;
  let speechFrames = 0;
  let noisePower = 0;
  let noiseFrames = 0;
  for (let k = 0; k < count; k++) {
    const power = 10 ** (levelDb[k]! / 10);
    if (speech[k]) {
      speechPower += power;
      speechFrames++;
    } else if (levelDb[k]! < threshold) {
      noisePower += power;
      noiseFrames++;
    }
  }
  const noise = noiseFrames * HOP_MS >= 200 ? noisePower / noiseFrames : 10 ** (at(0.05) / 10);
  const signal = Math.max(speechFrames === 0 ? 0 : speechPower / speechFrames - noise, 1e-10);
  const noiseFloorDb = 10 * Math.log10(Math.max(noise, 1e-10));
  const speechLevelDb = 10 * Math.log10(signal);
  return {
    speech,
    speechSeconds: (speechFrames * HOP_MS) / 1000,
    speechLevelDb,
    noiseFloorDb,
    snrDb: speechLevelDb - noiseFloorDb,
  };
}

/** Means of five frames. */
function smoothed(levels: Float32Array): Float32Array {
  return levels.map((_, k) => {
    let sum = 0;
    let n = 0;
    for (let i = Math.max(0, k - 2); i <= Math.min(levels.length - 1, k + 2); i++, n++) sum += levels[i]!;
    return sum / n;
  });
}

function longRuns(f0Hz: Float32Array, least: number): Uint8Array {
  const out = new Uint8Array(f0Hz.length);
  for (let from = 0; from < f0Hz.length; ) {
    let to = from;
    while (to < f0Hz.length && f0Hz[to]! > 0) to++;
    if (to - from >= least) out.fill(1, from, to);
    from = to + 1;
  }
  return out;
}

function closeGaps(marks: Uint8Array, longest: number): void {
  let last = -1;
  for (let k = 0; k < marks.length; k++) {
    if (!marks[k]) continue;
    if (last >= 0 && k - last - 1 <= longest) marks.fill(1, last, k);
    last = k;
  }
}
