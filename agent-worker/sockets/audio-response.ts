import { wavFile } from '../../media/wav.ts';
import type { SocketAudio } from './socket-audio.ts';

/** `data` of a message with audio. */
export interface AudioResponse {
  readonly type: 'audio_response';
  /** Raw samples, base64. */
  readonly audio?: string;
  /** The same samples as a WAV file in a data URL, which a browser can play directly. */
  readonly audio_url?: string;
  readonly sampling_rate: number;
}

/** @param bytes samples in the return encoding */
export function audioResponse(
  { field, returnEncoding, returnRate }: SocketAudio,
  bytes: Buffer,
): AudioResponse {
  const encoding = returnEncoding === 'pcm_linear' ? 'pcm16' : 'mulaw';
  const url = (): string => {
    const file = wavFile({ sampleRate: returnRate, encoding }, bytes);
    return `data:audio/wav;base64,${Buffer.from(file).toString('base64')}`;
  };
  return {
    type: 'audio_response',
    ...(field !== 'audio_url' && { audio: bytes.toString('base64') }),
    ...(field !== 'audio' && { audio_url: url() }),
    sampling_rate: returnRate,
  };
}
