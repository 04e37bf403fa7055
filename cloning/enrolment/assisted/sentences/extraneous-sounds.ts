import { HOP_MS, type RecordingFrames } from '../../../../engine/forced-alignment/signals.ts';
import type { TimeSpan } from '../../../../engine/forced-alignment/types.ts';
import { quantileFloor } from '../../../../media/statistics.ts';

/** What is this much quieter than loud speech (20 dB), in nats of power, is a breath or less. */
const BREATH = 4.6;
/** What stands out of the noise by less than this share of the way to loud speech is noise. */
const ABOVE_NOISE = 0.3;
/** How far the sound of a word may go on beside where it was found. */
const REACH_MS = 150;
/** Shorter sounds are clicks of the tongue, or the recorder's. */
const SHORTEST_MS = 60;
/** Sounds with less between them are one. */
const JOINED_MS = 200;

/** Where a recording is louder than a breath and says none of the words, in order. */
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

/** 1 for the frames of words, and for those beside them through which their sound goes on. */
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
