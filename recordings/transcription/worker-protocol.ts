/** Messages between the main thread and the worker thread of transcriptions: one step at a time. */

import type { Alignment, Rendition } from '../../engine/forced-alignment/types.ts';
import type { SharedSound } from '../../engine/threads/shared-sound.ts';
import type { Stretch } from '../diarization/speech-windows.ts';
import type { HeardWindow } from '../diarization/voices.ts';
import type { VoicedSpan } from './speaker-turns.ts';
import type { Window } from './window-plan.ts';

/** Decodes an upload to what recognisers take. */
export interface DecodeStep {
  readonly kind: 'decode';
  readonly audio: Uint8Array;
  /** One of its channels, from 0; absent to mix all. */
  readonly channel?: number;
  /** Whether the text is sent while it is recognised, which needs short windows. */
  readonly isFollowed: boolean;
}

export interface DecodedSpeech {
  /** 16 kHz, 16 bits, in shared memory. */
  readonly samples: Int16Array;
  readonly channels: number;
  readonly windows: readonly Window[];
}

/** Finds the times of words. */
export interface AlignStep {
  readonly kind: 'align';
  readonly sound: SharedSound;
  readonly rendition: Rendition;
}

/** Determines the voice at each moment. */
export interface ListenStep {
  readonly kind: 'listen';
  readonly sound: SharedSound;
  /** The ranges that contain speech. */
  readonly stretches: readonly Stretch[];
  readonly encoderPath: string;
}

/** A window of speech with its place in the sound of the step. */
export interface HeardSpan extends HeardWindow {
  readonly startMs: number;
  readonly endMs: number;
}

/** Determines who speaks when. */
export interface TellApartStep {
  readonly kind: 'tell apart';
  readonly spans: readonly HeardSpan[];
}

export type Step = DecodeStep | AlignStep | ListenStep | TellApartStep;

export interface Results {
  decode: DecodedSpeech;
  align: Alignment;
  listen: readonly HeardSpan[];
  'tell apart': readonly VoicedSpan[];
}
