import { LIVE_ENCODINGS } from '../../media/live/create-live-decoder.ts';
import type { LiveEncoding } from '../../media/live/speech-encoder.ts';

export const INCOMING_ENCODINGS = LIVE_ENCODINGS;
export const RETURN_ENCODINGS = ['pcm_linear', 'pcm_mulaw'] as const satisfies readonly LiveEncoding[];
export const AUDIO_FIELDS = ['both', 'audio', 'audio_url'] as const;

/** How sound goes over an agent socket, as its query asks for. */
export interface SocketAudio {
  readonly incomingEncoding: (typeof INCOMING_ENCODINGS)[number];
  /** In samples per second; meaningless for Opus. */
  readonly incomingRate: number;
  /** `incoming_mode=bytes`: binary frames are pieces of one stream, which may be WebM with Opus. */
  readonly incomingBytes: boolean;
  readonly returnEncoding: (typeof RETURN_ENCODINGS)[number];
  /** 8000, 16000, 22050 or 24000 samples per second. */
  readonly returnRate: number;
  /** Which fields of an `audio_response` carry the sound. */
  readonly field: (typeof AUDIO_FIELDS)[number];
}
