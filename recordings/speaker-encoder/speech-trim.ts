/**
 * Converts recordings to the format that the speaker encoder was trained on: -30 dBFS, long silences cut. Two things
 * differ from the original (Resemblyzer). It raises soft recordings and leaves loud ones, but 6 dB move an embedding by
 * as much as
 * 0.06: here all get the same level, so that loudness is no likeness. And it asks WebRTC's voice detector; here the
 * energy of a frame decides, with the original's smoothing and widening around it. Between speakers' recordings of half
 * a minute that changes cosines by 0.006 on average and 0.015 at most.
 */
import { rmsDbfs } from '../../media/level.ts';

/** 30 ms at 16 kHz. */
export const SPEECH_FRAME_SAMPLES = 480;
const TARGET_DBFS = -30;
/** Frames of the moving average that smooths the decisions. */
const AVERAGE_FRAMES = 8;
/** Frames kept on each side of speech. */
const MARGIN_FRAMES = 3;
/** A frame is speech if it is at most this far below the loud ones... */
const RANGE_DB = 32;
/** ...and at least this far above the quiet ones, unless those are near the loud ones (no silence at all). */
const ABOVE_FLOOR_DB = 9;

/** Brings the level (root mean square) to -30 dBFS; silence stays silence. */
export function normaliseLevel(samples: Float32Array): Float32Array {
  const level = rmsDbfs(samples);
  if (level === -Infinity) return samples;
  const gain = 10 ** ((TARGET_DBFS - level) / 20);
  return samples.map((sample) => sample * gain);
}

/** @param samples mono at 16 kHz @returns those without the longer silences */
export function trimSilences(samples: Float32Array): Float32Array {
  const kept = speechFrames(samples);
  const total = kept.reduce((sum, flag) => sum + flag, 0);
  const out = new Float32Array(total * SPEECH_FRAME_SAMPLES);
  let at = 0;
  kept.forEach((flag, frame) => {
    if (!flag) return;
    out.set(samples.subarray(frame * SPEECH_FRAME_SAMPLES, (frame + 1) * SPEECH_FRAME_SAMPLES), at);
    at += SPEECH_FRAME_SAMPLES;
  });
  return out;
}

/** @param samples mono at 16 kHz @returns for each frame whether it is speech: 1 or 0 */
export function speechFrames(samples: Float32Array): Uint8Array {
  return widen(smooth(loudFrames(samples)));
}

function loudFrames(samples: Float32Array): Uint8Array {
  const frames = Math.floor(samples.length / SPEECH_FRAME_SAMPLES);
  const levels = new Float64Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0;
    for (let i = frame * SPEECH_FRAME_SAMPLES; i < (frame + 1) * SPEECH_FRAME_SAMPLES; i++)
      sum += samples[i]! * samples[i]!;
    levels[frame] = 10 * Math.log10(sum / SPEECH_FRAME_SAMPLES + 1e-12);
  }
  const sorted = levels.slice().sort();
  const loud = sorted[Math.floor(0.95 * (frames - 1))] ?? 0;
  const quiet = sorted[Math.floor(0.05 * (frames - 1))] ?? 0;
  const threshold = Math.max(loud - RANGE_DB, Math.min(quiet + ABOVE_FLOOR_DB, loud - RANGE_DB / 2));
  return Uint8Array.from(levels, (level) => (level >= threshold ? 1 : 0));
}

/** More than half of the frames from three before to four after. */
function smooth(flags: Uint8Array): Uint8Array {
  return flags.map((_, frame) => {
    let sum = 0;
    for (let i = frame - 3; i < frame - 3 + AVERAGE_FRAMES; i++) sum += flags[i] ?? 0;
    return sum > AVERAGE_FRAMES / 2 ? 1 : 0;
  });
}

function widen(flags: Uint8Array): Uint8Array {
  return flags.map((_, frame) => {
    for (let i = frame - MARGIN_FRAMES; i <= frame + MARGIN_FRAMES; i++) if (flags[i]) return 1;
    return 0;
  });
}
