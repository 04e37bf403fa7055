import { HOP_MS, type RecordingFrames } from '../../../../engine/forced-alignment/signals.ts';
import type { TimeSpan } from '../../../../engine/forced-alignment/types.ts';
import { quantileFloor } from '../../../../media/statistics.ts';

/** Level below loud speech (20 dB, in nats of power) at which a sound is a breath or softer. */
const BREATH = 4.6;
/** Share of the range between noise and loud speech below which a sound is noise. */
const ABOVE_NOISE = 0.3;
/** Distance over which the sound of a word may extend beyond its aligned boundaries. */
const REACH_MS = 150;
/** Shorter sounds are clicks of the tongue or of the recorder. */
const SHORTEST_MS = 60;
/** Longest gap between sounds that count as one. */
const JOINED_MS = 200;

/** Stretches in which a recording is louder than a breath outside of all words, in order. */
export function extraneousSounds(recording: RecordingFrames, words: readonly TimeSpan[]): TimeSpan[] {
  const { loudness, count } = recording;
  const loudest = quantileFloor(loudness, 0.95);
  const least = Math.max(loudest - BREATH, loudest - (1 - ABOVE_NOISE) * recording.contrast);
  const loud = loudness.map((x) => (x > least ? 1 : 0));
  const covered = coverage(words, loud, count);
  const sounds: { from: number; to: number; loud: number }[] = [];
  let sinceWord = true;
  for (let t = 0; t < count; t++) {
    if (covered[t] === 1) sinceWord = true;
    if (covered[t] === 1 || loud[t] === 0) continue;
    const last = sounds.at(-1);
    if (last && !sinceWord && (t - last.to) * HOP_MS <= JOINED_MS) {
      last.to = t + 1;
      last.loud++;
    } else sounds.push({ from: t, to: t + 1, loud: 1 });
    sinceWord = false;
  }
  return sounds
    .filter((sound) => sound.loud * HOP_MS >= SHORTEST_MS)
    .map(({ from, to }) => ({ startMs: from * HOP_MS, endMs: to * HOP_MS }));
}

/** 1 for the frames of words, and for the adjacent ones into which their sound extends. */
function coverage(words: readonly TimeSpan[], loud: Float32Array, count: number): Uint8Array {
  const covered = new Uint8Array(count);
  const reach = REACH_MS / HOP_MS;
  for (const { startMs, endMs } of words) {
    if (endMs <= startMs) continue;
    const from = Math.max(0, Math.floor(startMs / HOP_MS));
    const to = Math.min(count, Math.ceil(endMs / HOP_MS));
    covered.fill(1, from, to);
    for (let t = from - 1; t >= 0 && from - t <= reach && loud[t] === 1; t--) covered[t] = 1;
    for (let t = to; t < count && t - to < reach && loud[t] === 1; t++) covered[t] = 1;
  }
  return covered;
}
