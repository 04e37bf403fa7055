import type { BaseSource } from '../../voice-source.ts';

export interface EspeakSource extends BaseSource {
  readonly engine: 'espeak';
  /** Its name, with a variant after a plus sign if it has one ("en-us", "en-us+f1"). */
  readonly voice: string;
}

export const espeakSource = (voice: string): EspeakSource => ({ engine: 'espeak', voice });
