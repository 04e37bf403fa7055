import { LIVE_ENCODINGS } from '../../media/live/create-live-decoder.ts';
import type { LiveEncoding } from '../../media/live/speech-encoder.ts';

export const INCOMING_ENCODINGS = LIVE_ENCODINGS;
export const RETURN_ENCODINGS = ['pcm_linear', 'pcm_mulaw'] as const satisfies readonly LiveEncoding[];
export const AUDIO_FIELDS = ['both', 'audio', 'audio_url'] as const;

/** Audio formats of an agent socket, as requested in its query. */
export interface SocketAudio {
  readonly incomingEncoding: (typeof INCOMING_ENCODINGS)[number];
  /** Sample rate in Hz; meaningless for Opus. */
  readonly incomingRate: number;
  /** `incoming_mode=bytes`: binary frames are chunks of one stream, which may be WebM with Opus. */
  readonly incomingBytes: boolean;
  readonly returnEncoding: (typeof RETURN_ENCODINGS)[number];
  /** Sample rate in Hz: 8000, 16000, 22050 or 24000. */
  readonly returnRate: number;
  /** Which fields of an `audio_response` carry the audio. */
  readonly field: (typeof AUDIO_FIELDS)[number];
}
