import { ENCODINGS, type Encoding, SAMPLING_RATES } from '../../engine/index.ts';
import { LIVE_ENCODINGS } from '../../media/live/create-live-decoder.ts';
import type { FieldReader } from '../http/fields.ts';

/** How a caller's sound comes in. */
export const INCOMING_ENCODINGS = LIVE_ENCODINGS;
export type IncomingEncoding = (typeof INCOMING_ENCODINGS)[number];

/** Telephones, recognisers, our own speech, and what browsers capture. */
export const INCOMING_RATES = [8000, 16_000, 22_050, 24_000, 44_100, 48_000] as const;

/** What is on the wire of a door, both ways. Rates are samples per second; all of it is mono. */
export interface DoorAudio {
  /** Of `opus` the rate means nothing. */
  readonly incoming: { readonly encoding: IncomingEncoding; readonly rate: number };
  readonly outgoing: { readonly encoding: Encoding; readonly rate: number };
}

export const AUDIO_FIELDS = [
  'incoming_encoding',
  'incoming_sampling_rate',
  'return_encoding',
  'return_sampling_rate',
] as const;

export function readDoorAudio(fields: FieldReader): DoorAudio {
  return {
    incoming: {
      encoding: fields.oneOf('incoming_encoding', INCOMING_ENCODINGS) ?? 'pcm_linear',
      rate: fields.oneOf('incoming_sampling_rate', INCOMING_RATES) ?? 16_000,
    },
    outgoing: {
      encoding: fields.oneOf('return_encoding', ENCODINGS) ?? 'pcm_linear',
      rate: fields.oneOf('return_sampling_rate', SAMPLING_RATES) ?? 24_000,
    },
  };
}
