/**
 * Messages between the main thread and the worker thread of a restoration: one step at a time. Sounds are changed in
 * place.
 */
import type { SharedSound } from '../../engine/threads/shared-sound.ts';

/** Decodes an upload; returns its sound at its own rate. */
export interface DecodeStep {
  readonly kind: 'decode';
  readonly audio: Uint8Array;
  readonly maxSeconds: number;
}

/** Finds clipped segments; the result is a `SegmentList`. */
export interface FindClippedStep {
  readonly kind: 'find-clipped';
  readonly sound: SharedSound;
}

/** Fills in some of the clipped segments; returns the number of samples. */
export interface DeclipStep {
  readonly kind: 'declip';
  readonly sound: SharedSound;
  readonly segments: SegmentList;
  readonly from: number;
  /** End of the range, exclusive. */
  readonly to: number;
}

/**
 * Clipped segments, three numbers each: the first sample, the one after the last, the sign. In shared memory.
 */
export type SegmentList = Int32Array;

/** Resamples the sound to a suitable rate, and removes its rumble. */
export interface PrepareStep {
  readonly kind: 'prepare';
  readonly sound: SharedSound;
}

export interface Prepared {
  readonly sound: SharedSound;
  /** Gain to the level that suits the denoiser. */
  readonly gain: number;
}

/** Removes echoes and noise from a part; returns the name of the denoiser. */
export interface CleanStep {
  readonly kind: 'clean';
  readonly sound: SharedSound;
  readonly gain: number;
  readonly from: number;
  readonly to: number;
  /** As long as the sound; cleaned parts, which overlap a little, are added to it. */
  readonly out: Float32Array;
  readonly modelsFolder: string | null;
}

/** Adjusts the sound to the fixed loudness; returns a WAV file. */
export interface FinishStep {
  readonly kind: 'finish';
  readonly sound: SharedSound;
}

export type Step = DecodeStep | FindClippedStep | DeclipStep | PrepareStep | CleanStep | FinishStep;

/** The result of each kind of step. */
export interface StepResults {
  decode: SharedSound;
  'find-clipped': SegmentList;
  declip: number;
  prepare: Prepared;
  clean: string;
  finish: Uint8Array;
}
