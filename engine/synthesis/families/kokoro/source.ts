import type { BaseSource } from '../../voice-source.ts';

export interface KokoroSource extends BaseSource {
  readonly engine: 'kokoro';
  readonly modelPath: string;
  /** The voice: its table of styles. */
  readonly stylePath: string;
  /** The espeak voice whose phonemes it was trained on. */
  readonly espeakVoice: string;
}
