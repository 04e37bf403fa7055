import { ENCODINGS, type Encoding, SAMPLING_RATES } from '../../engine/speech/types.ts';
import type { FieldReader } from './fields.ts';

/** How a caller's sound comes in. `opus` is the codec's own clock: one of its rates. */
export const INCOMING_ENCODINGS = ['pcm_linear', 'pcm_mulaw', 'opus'] as const;
export type IncomingEncoding = (typeof INCOMING_ENCODINGS)[number];

export const INCOMING_RATES = [8000, 12_000, 16_000, 22_050, 24_000, 48_000] as const;
/** RFC 6716 section 2.1.3, table 1. */
const OPUS_RATES: readonly number[] = [8000, 12_000, 16_000, 24_000, 48_000];

/** What is on the wire of a door, both ways. Rates are samples per second; all of it is mono. */
export interface DoorAudio {
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
  const encoding = fields.oneOf('incoming_encoding', INCOMING_ENCODINGS) ?? 'pcm_linear';
  const rate = fields.oneOf('incoming_sampling_rate', INCOMING_RATES) ?? 16_000;
  if (encoding === 'opus' && !OPUS_RATES.includes(rate)) {
    fields.problem('incoming_sampling_rate', `For opus it must be one of ${OPUS_RATES.join(', ')}`, 'enum');
  }
  return {
    incoming: { encoding, rate },
    outgoing: {
      encoding: fields.oneOf('return_encoding', ENCODINGS) ?? 'pcm_linear',
      rate: fields.oneOf('return_sampling_rate', SAMPLING_RATES) ?? 24_000,
    },
  };
}
