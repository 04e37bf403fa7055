/**
 * Features that distinguish speech from music and noise. Speech is periodic for much of the time, but its pitch is
 * never constant like that of a note, and its loudness falls and rises with every syllable (E. Scheirer and M. Slaney,
 * "Construction and evaluation of a robust multifeature speech/music discriminator", 1997). Each figure alone has
 * exceptions: a monotonous speaker, speech in noise, a breathy flute. So the evidence is summed.
 */
import { quantileLower } from '../../../media/statistics.ts';
import { HOP_MS, type SoundFrames } from '../../../recordings/speech-activity/frames.ts';

export interface VoiceLikeness {
  /** Share of the audible frames that are periodic. Speech: 0.6 to 1, also in noise. Noise, drums and chords: less. */
  readonly voicedShare: number;
  /** Share of the voiced frames in stretches of 90 ms whose pitch stays within 24 cents. Speech: up to 0.4. */
  readonly steadyShare: number;
  /** Standard deviation of the level of the audible frames, dB. Speech: 5.3 and more; in noise 5 dB below it, 4. */
  readonly levelSpreadDb: number;
  /** Evidence of music or a tone. 1 is certain. */
  readonly musicEvidence: number;
}

/** Frames this far below the loudest are inaudible. */
const SOUNDING_DB = 25;
const ABOVE_QUIETEST_DB = 3;
/** A recording whose levels vary by less than this has no pauses: all of its frames are audible. */
const PAUSE_DB = 9;
const STEADY_FRAMES = 90 / HOP_MS;
const STEADY_CENTS = 24;

export function voiceLikeness({ count, levelDb, pitch }: SoundFrames): VoiceLikeness {
  const loudest = quantileLower(levelDb, 0.97, -100);
  const quietest = quantileLower(levelDb, 0.1, -100);
  const least = Math.max(
    loudest - SOUNDING_DB,
    loudest - quietest > PAUSE_DB ? quietest + ABOVE_QUIETEST_DB : -Infinity,
  );

  const steady = steadyFrames(pitch.f0Hz);
  let sounding = 0;
  let voiced = 0;
  let held = 0;
  let sum = 0;
  let squares = 0;
  for (let k = 0; k < count; k++) {
    const level = levelDb[k]!;
    if (level <= least) continue;
    sounding++;
    sum += level;
    squares += level * level;
    if (pitch.f0Hz[k] === 0) continue;
    voiced++;
    held += steady[k]!;
  }
  const voicedShare = voiced / Math.max(1, sounding);
  const steadyShare = held / Math.max(1, voiced);
  const mean = sum / Math.max(1, sounding);
  const levelSpreadDb = Math.sqrt(Math.max(0, squares / Math.max(1, sounding) - mean * mean));
  const musicEvidence =
    ramp(steadyShare, 0.25, 0.6) + ramp(-levelSpreadDb, -5.2, -3.4) + 0.5 * ramp(voicedShare, 0.95, 1);
  return { voicedShare, steadyShare, levelSpreadDb, musicEvidence };
}

/** 0 up to `from`, 1 at `to`, and above 1 beyond: strong evidence of one kind may count for more than 1. */
const ramp = (value: number, from: number, to: number): number => Math.max(0, (value - from) / (to - from));

function steadyFrames(f0Hz: Float32Array): Uint8Array {
  const cents = f0Hz.map((hz) => (hz > 0 ? 1200 * Math.log2(hz) : 0));
  const steady = new Uint8Array(cents.length);
  for (let from = 0; from + STEADY_FRAMES <= cents.length; from++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = from; k < from + STEADY_FRAMES; k++) {
      low = Math.min(low, cents[k]!);
      high = Math.max(high, cents[k]!);
    }
    if (low > 0 && high - low < STEADY_CENTS) steady.fill(1, from, from + STEADY_FRAMES);
  }
  return steady;
}
