import type { BaseSource } from '../../voice-source.ts';

/** A voice that a model of Pocket TTS has as a prompt: a published one, or the latents of a recording. */
export interface PocketSource extends BaseSource {
  readonly engine: 'pocket';
  /** The file of its weights, whose name says which published model it is. */
  readonly modelPath: string;
  readonly tokenizerPath: string;
  /** The published state of the model for the voice. */
  readonly voicePath: string;
  /** The espeak voice whose reading is used to locate the words. */
  readonly espeakVoice: string;
}
