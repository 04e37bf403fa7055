/** Where a recording pauses: what its loudness alone says about where no words can be. */

/** What is heard in a frame, as `soundKinds` tells. */
export const SOUND = 0;
/** A sound by itself that is much softer than speech: somebody draws breath, a chair creaks. Rarely a word. */
export const FAINT = 1;
/** Nothing, for longer than a plosive is closed. */
export const PAUSE = 2;

/** No sound of a language is silent for longer. */
const PAUSE_MS = 200;
/** A word may fade into a pause for this long, and begin as softly. */
const EDGE_MS = 40;
/** A sound stands by itself where this much is quiet before and after it; closures of plosives are no shorter. */
const APART_MS = 30;
/** Releases of plosives are shorter. */
const FAINT_MS = 120;

/**
 * What kind of sound each frame of a recording is: `SOUND`, `FAINT` or `PAUSE`.
 * @param loudness of frames every `hopMs`; @param quiet what is quieter is not heard
 * @param soft up to this mean loudness a sound by itself is faint
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
