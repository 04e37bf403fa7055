import type { VoiceMorph } from '../conversion/voice-morph.ts';
import type { Voice } from '../types.ts';

/**
 * Identifies a voice of a family: plain data, everything that a lane needs to load it. What it contains beside these
 * fields is known to its family alone.
 */
export interface BaseSource {
  readonly engine: Voice['engine'];
  /**
   * Moves the voice towards a speaker inside its model, if the family supports it. Set only during enrolment: a cloned
   * voice has its morph in its codes.
   */
  readonly morph?: VoiceMorph;
  /**
   * Replaces the voice with that of a recording, if the family supports it: codes with a prompt for the named model.
   */
  readonly prompt?: {
    /** Identifies the codes: equal ids mean equal codes. */
    readonly referenceId: string;
    /** In shared memory. */
    readonly codes: Uint8Array;
    readonly model: string;
  };
}

/** Identifies a sound source: a voice of a family, or a cloned voice spoken through one. */
export type VoiceSource =
  | BaseSource
  | {
      readonly engine: 'clone';
      readonly base: BaseSource;
      /** Identifies the codes: equal ids mean equal codes. */
      readonly referenceId: string;
      /** In shared memory. */
      readonly codes: Uint8Array;
    };
