/** Pauses of a recording: where its level alone rules out words. */

/** Kind of a frame, from `soundKinds`. */
export const SOUND = 0;
/** An isolated sound that is much softer than speech, such as a breath or a creaking chair. Rarely a word. */
export const FAINT = 1;
/** No sound for longer than a plosive's closure. */
export const PAUSE = 2;

/** Longest silence inside a sound of any language, in ms. */
const PAUSE_MS = 200;
/** A word may fade into a pause, and begin out of one, for this many ms. */
const EDGE_MS = 40;
/** Quiet before and after an isolated sound, in ms. Closures of plosives are as long. */
const APART_MS = 30;
/** Longest release of a plosive, in ms. */
const FAINT_MS = 120;

/**
 * Classifies each frame of a recording as `SOUND`, `FAINT` or `PAUSE`.
 * @param loudness level of frames every `hopMs`
 * @param quiet level below which a frame is inaudible
 * @param soft mean level up to which an isolated sound is faint
 */
export function soundKinds(loudness: Float32Array, hopMs: number, quiet: number, soft: number): Uint8Array {
  const kinds = new Uint8Array(loudness.length);
  const frames = (ms: number): number => Math.round(ms / hopMs);
  let soundFrom = 0;
  let soundTo = 0;
  for (let from = 0; from < loudness.length; ) {
    const heard = loudness[from]! > quiet;
    let to = from;
    while (to < loudness.length && loudness[to]! > quiet === heard) to++;
    if (heard) soundTo = to;
    else {
      if (to - from >= frames(PAUSE_MS)) kinds.fill(PAUSE, from + frames(EDGE_MS), to - frames(EDGE_MS));
      if (to - from >= frames(APART_MS)) {
        markFaint(soundFrom, soundTo);
        soundFrom = to;
      }
    }
    from = to;
  }
  markFaint(soundFrom, soundTo);
  return kinds;

  function markFaint(from: number, to: number): void {
    if (to - from < frames(FAINT_MS)) return;
    const sum = loudness.subarray(from, to).reduce((total, x) => total + x, 0);
    if (sum < soft * (to - from)) kinds.fill(FAINT, from, to);
  }
}
