import type { VoiceMorph } from '../conversion/voice-morph.ts';

/** Identifies a synthesizer's voice; everything a lane needs to load it. */
export type BaseSource =
  | {
      readonly engine: 'vits';
      readonly modelPath: string;
      readonly configPath: string;
      readonly speaker: number;
    }
  | {
      readonly engine: 'kokoro';
      readonly modelPath: string;
      /** The voice: its table of styles. */
      readonly stylePath: string;
      /** The espeak voice whose phonemes it was trained on. */
      readonly espeakVoice: string;
      /** Set only during enrolment: a cloned voice has its morph in its codes. */
      readonly morph?: VoiceMorph;
    }
  | {
      /** Its model is the voice. */
      readonly engine: 'hibari';
      readonly modelPath: string;
      /** The espeak voice whose phonemes it reads. */
      readonly espeakVoice: string;
    }
  | { readonly engine: 'espeak'; readonly voice: string };

/** A voice that a model of Pocket TTS has heard, or one of its language that a recording's latents tell it. */
export interface PocketSource {
  readonly engine: 'pocket';
  /** Its weights, whose name says which published model it is. */
  readonly modelPath: string;
  readonly tokenizerPath: string;
  /** The model's state for the voice that it was published with. */
  readonly voicePath: string;
  /** Replaces that voice: codes of a recording, in shared memory, which contain a prompt for the model of this name. */
  readonly prompt?: { readonly referenceId: string; readonly codes: Uint8Array; readonly model: string };
  /** The espeak voice whose reading serves to locate the words. */
  readonly espeakVoice: string;
}

/** Identifies a sound source: a voice of a synthesizer, or a cloned voice spoken through one. */
export type VoiceSource =
  | BaseSource
  | PocketSource
  | {
      readonly engine: 'clone';
      readonly base: BaseSource;
      /** Identifies the codes: equal ids mean equal codes. */
      readonly referenceId: string;
      /** In shared memory. */
      readonly codes: Uint8Array;
    };
