import { type FramePath, findPath } from './frame-path.ts';
import { analyseSignals, type RecordingFrames, type RenditionFrames } from './signals.ts';
import { SILENCE } from './state-graph.ts';
import type { Rendition } from './types.ts';

/** Alignment of a recording with a rendition of its words, every `HOP_MS`. */
export interface FrameAlignment {
  /** Position of each frame of the recording in the rendition, in samples of the rendition. Never decreases. */
  readonly renditionSamples: Float64Array;
  /** 1 where words are spoken; 0 in silence and in sounds that belong to no word, where the position does not move. */
  readonly speech: Uint8Array;
}

/** Intermediate results of an alignment, for further analysis. */
export interface FoundPath {
  readonly path: FramePath;
  readonly recording: RecordingFrames;
  readonly rendition: RenditionFrames;
}

/**
 * Aligns a recording with a rendition frame by frame.
 * @param samples mono, -1 to 1
 * @returns null when they cannot be aligned: no sound, no words, or far too short for them
 */
export function findAlignment(
  rendition: Rendition,
  samples: Float32Array,
  sampleRate: number,
): FoundPath | null {
  if (samples.length === 0 || rendition.words.length === 0) return null;
  const signals = analyseSignals(rendition, samples, sampleRate);
  const path = findPath(rendition, signals.recording, signals.rendition);
  return path && { path, ...signals };
}

/** The alignment as positions in the rendition, one for each frame of the recording. */
export function toFrames({ path, rendition }: FoundPath): FrameAlignment {
  const { graph, states } = path;
  const speech = new Uint8Array(states.length);
  const renditionSamples = new Float64Array(states.length);
  let at = 0;
  for (let t = 0; t < states.length; t++) {
    const frame = graph.frames[states[t]!]!;
    if (frame !== SILENCE) {
      speech[t] = 1;
      at = frame * rendition.hopSamples;
    }
    renditionSamples[t] = at;
  }
  return { renditionSamples, speech };
}
