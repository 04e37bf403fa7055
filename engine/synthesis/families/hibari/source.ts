import type { BaseSource } from '../../voice-source.ts';

/** A voice of hibari; its model is the voice. */
export interface HibariSource extends BaseSource {
  readonly engine: 'hibari';
  readonly modelPath: string;
  /** The espeak voice whose phonemes it reads. */
  readonly espeakVoice: string;
}
