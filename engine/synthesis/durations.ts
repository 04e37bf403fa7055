/**
 * Upper bound of the share of frames that are added so that each id has at least one frame: more would destroy the
 * rhythm.
 */
const MAX_SHARE = 0.9;

/** One speed for all ids, or one for each. */
export type Speeds = number | Float32Array;

/**
 * Frames of each id of an utterance. At speed 1 every duration is rounded up, as the model was exported to do. At other
 * speeds, the start of each id at speed 1 is divided by the speed and rounded to the nearest frame. Rounding errors do
 * not accumulate: the total is exact to half a frame. Every phoneme keeps at least one frame. Blanks may get none if
 * there are almost as many ids as frames.
 * @param durations frames per id at speed 1, not yet rounded
 * @param isBlank whether the id at an index only separates phonemes
 */
export function framesAtSpeed(
  durations: Float32Array,
  speed: Speeds,
  isBlank: (index: number) => boolean,
): Int32Array {
  const normal = Int32Array.from(durations, Math.ceil);
  if (speed === 1) return normal;
  const starts = new Int32Array(normal.length + 1);
  let at = 0;
  for (const [i, frames] of normal.entries()) {
    at += typeof speed === 'number' ? frames : frames / (speed[i] ?? 1);
    starts[i + 1] = Math.round(typeof speed === 'number' ? at / speed : at);
  }
  const total = starts[normal.length] ?? 0;
  const heard = normal.map((frames) => Math.min(frames, 1));
  const fits = heard.reduce((sum, frames) => sum + frames, 0) <= MAX_SHARE * total;
  const least = fits ? heard : heard.map((frames, i) => (isBlank(i) ? 0 : frames));
  return separated(starts, least);
}

/** Moves starts as little as possible, some earlier and some later, until each id has its least number of frames. */
function separated(wanted: Int32Array, least: Int32Array): Int32Array {
  const end = least.length;
  // The end does not move, unless there are more phonemes than frames.
  const needed = least.reduce((sum, frames) => sum + frames, 0);
  const total = Math.max(wanted[end]!, needed);
  const late = wanted.slice();
  moveLater(late, least);
  late[end] = total;
  moveEarlier(late, least);
  const early = wanted.slice();
  early[end] = total;
  moveEarlier(early, least);
  early[0] = 0;
  moveLater(early, least);
  // The mean of both solutions: no id is shorter than its minimum, because it is not in either of them.
  const starts = late.map((start, i) => Math.floor((start + early[i]!) / 2));
  return least.map((_, i) => starts[i + 1]! - starts[i]!);
}

function moveLater(starts: Int32Array, least: Int32Array): void {
  for (let i = 0; i < least.length; i++) {
    starts[i + 1] = Math.max(starts[i + 1]!, starts[i]! + least[i]!);
  }
}

function moveEarlier(starts: Int32Array, least: Int32Array): void {
  for (let i = least.length - 1; i >= 0; i--) {
    starts[i] = Math.min(starts[i]!, starts[i + 1]! - least[i]!);
  }
}
