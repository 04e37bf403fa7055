import type { BaseSource } from '../../voice-source.ts';

/** A speaker of a Piper voice. */
export interface VitsSource extends BaseSource {
  readonly engine: 'vits';
  readonly modelPath: string;
  readonly configPath: string;
  readonly speaker: number;
}
