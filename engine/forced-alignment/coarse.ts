import { DIMENSIONS } from './features.ts';
import type { RecordingFrames, RenditionFrames } from './signals.ts';

/** The first passes use every fourth frame, which is a sixteenth of the work. */
export const COARSE = 4;

/** Both sides, in frames of `COARSE` times the length. */
export interface CoarseSides {
  readonly recordingCount: number;
  readonly recording: Float32Array;
  readonly loudness: Float32Array;
  readonly kinds: Uint8Array;
  /** One for each vocal tract length. */
  readonly renditions: readonly Float32Array[];
  /** Word of each frame of the rendition; -1 between words. */
  readonly words: Int32Array;
  readonly heard: Uint8Array;
  readonly classes: Int32Array;
}

export function coarsened(
  recording: RecordingFrames,
  frames: RenditionFrames,
  classes: Int32Array,
  frameWords: Int32Array,
): CoarseSides {
  return {
    recordingCount: Math.floor(recording.count / COARSE),
    recording: averaged(recording.features, DIMENSIONS),
    loudness: averaged(recording.loudness, 1),
    kinds: middles(recording.kinds),
    renditions: frames.features.map((features) => averaged(features, DIMENSIONS)),
    words: middles(frameWords),
    heard: middles(frames.heard),
    classes: middles(classes),
  };
}

/** The value in the middle of each coarse frame. */
function middles<A extends Int32Array | Uint8Array>(values: A): A {
  return values.filter((_, i) => i % COARSE === COARSE / 2) as A;
}

function averaged(values: Float32Array, width: number): Float32Array {
  const rows = Math.floor(values.length / width / COARSE);
  const means = new Float32Array(rows * width);
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k < width; k++) {
      let sum = 0;
      for (let i = 0; i < COARSE; i++) sum += values[(row * COARSE + i) * width + k]!;
      means[row * width + k] = sum / COARSE;
    }
  }
  return means;
}
