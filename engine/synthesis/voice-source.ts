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
      /** Only while a speaker is learned: a cloned voice has its own in its codes. */
      readonly morph?: VoiceMorph;
    }
  | { readonly engine: 'espeak'; readonly voice: string };

/** Identifies a sound source: a voice of a synthesizer, or a cloned voice spoken through one. */
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
