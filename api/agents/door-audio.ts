import { ENCODINGS, type Encoding, SAMPLING_RATES } from '../../engine/index.ts';
import { LIVE_ENCODINGS } from '../../media/live/create-live-decoder.ts';
import { fieldFault, type ValidationItem } from '../errors/api-error.ts';
import { choiceField, type Values, withDefault } from '../http/declared-fields.ts';

/** Formats of a caller's audio. */
const INCOMING_ENCODINGS = LIVE_ENCODINGS;
export type IncomingEncoding = (typeof INCOMING_ENCODINGS)[number];

/** Rates of telephones, recognisers, our own speech, and browser capture, in Hz. */
const INCOMING_RATES = [8000, 16_000, 22_050, 24_000, 44_100, 48_000] as const;

/** The audio formats of a door, in both directions. Rates are in Hz; all audio is mono. */
export interface DoorAudio {
  /** `rate` has no meaning for `opus`. */
  readonly incoming: { readonly encoding: IncomingEncoding; readonly rate: number };
  readonly outgoing: { readonly encoding: Encoding; readonly rate: number };
}

export const AUDIO_FIELDS = {
  incoming_encoding: withDefault(choiceField<IncomingEncoding>(INCOMING_ENCODINGS), 'pcm_linear'),
  incoming_sampling_rate: withDefault(choiceField<number>(INCOMING_RATES), 16_000),
  return_encoding: withDefault(choiceField<Encoding>(ENCODINGS), 'pcm_linear'),
  return_sampling_rate: withDefault(choiceField<number>(SAMPLING_RATES), 24_000),
};

/** Returns faults for requested formats that a room does not support, because WebRTC encodes its audio. */
export function roomAudioFaults(asked: Partial<Values<typeof AUDIO_FIELDS>>): ValidationItem[] {
  return (['incoming_encoding', 'return_encoding'] as const).flatMap((field) => {
    const encoding = asked[field];
    if (encoding !== 'pcm_mulaw') return [];
    return [fieldFault(['body', field], 'room_encoding_unavailable', { encoding })];
  });
}

export function doorAudio(asked: Values<typeof AUDIO_FIELDS>): DoorAudio {
  return {
    incoming: { encoding: asked.incoming_encoding, rate: asked.incoming_sampling_rate },
    outgoing: { encoding: asked.return_encoding, rate: asked.return_sampling_rate },
  };
}
