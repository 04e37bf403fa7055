/** What the main thread and the worker thread of transcriptions say to each other: one step at a time. */

import type { Alignment, Rendition } from '../forced-alignment/types.ts';
import type { SharedSound } from '../threads/shared-sound.ts';
import type { Window } from './window-plan.ts';

/** Decodes an upload to what recognisers take. */
export interface DecodeStep {
  readonly kind: 'decode';
  readonly audio: Uint8Array;
}

export interface DecodedSpeech {
  /** 16 kHz. */
  readonly sound: SharedSound;
  readonly windows: readonly Window[];
}

/** Finds when words are said. */
export interface AlignStep {
  readonly kind: 'align';
  readonly sound: SharedSound;
  readonly rendition: Rendition;
}

export type Step = DecodeStep | AlignStep;

export interface Results {
  decode: DecodedSpeech;
  align: Alignment;
}
