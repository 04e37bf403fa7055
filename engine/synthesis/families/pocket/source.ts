import type { BaseSource } from '../../voice-source.ts';

/** A voice that a model of Pocket TTS has heard, or one of its language that a recording's latents tell it. */
export interface PocketSource extends BaseSource {
  readonly engine: 'pocket';
  /** Its weights, whose name says which published model it is. */
  readonly modelPath: string;
  readonly tokenizerPath: string;
  /** The model's state for the voice that it was published with. */
  readonly voicePath: string;
  /** The espeak voice whose reading serves to locate the words. */
  readonly espeakVoice: string;
}
