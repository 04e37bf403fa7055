import { SpeechEncoder } from '../../media/live/speech-encoder.ts';
import { wavFile } from '../../media/wav.ts';
import { AGENT_SAMPLE_RATE } from '../audio-rates.ts';
import type { SocketAudio } from './socket-audio.ts';

/** Frames per message: 40 ms, so that the JSON around the audio does not outweigh it. */
const FRAMES_PER_MESSAGE = 2;

/** `data` of a message with audio. */
export interface AudioResponse {
  readonly type: 'audio_response';
  /** Raw samples, base64. */
  readonly audio?: string;
  /** The same samples as a WAV file in a data URL, which a browser can play directly. */
  readonly audio_url?: string;
  readonly sampling_rate: number;
}

/**
 * Sends frames of the agent's speech as messages. The first frame of an utterance goes out on its own, since the caller
 * is waiting for it; after that they go in pairs.
 */
export class AudioResponses {
  readonly #audio: SocketAudio;
  readonly #send: (response: AudioResponse) => void;
  readonly #encoder: SpeechEncoder;
  #held: Uint8Array[] = [];
  /** Whether an utterance is in progress. */
  #speaking = false;

  constructor(audio: SocketAudio, send: (response: AudioResponse) => void) {
    this.#audio = audio;
    this.#send = send;
    this.#encoder = new SpeechEncoder({
      inRate: AGENT_SAMPLE_RATE,
      outRate: audio.returnRate,
      encoding: audio.returnEncoding,
    });
  }

  play(frame: Int16Array): void {
    this.#held.push(this.#encoder.push(frame));
    if (!this.#speaking || this.#held.length >= FRAMES_PER_MESSAGE) this.#sendHeld();
    this.#speaking = true;
  }

  /** The utterance is complete. */
  flush(): void {
    this.#held.push(this.#encoder.flush());
    this.#sendHeld();
    this.#speaking = false;
  }

  /** Discards what was not sent: the client is told to stop. */
  discard(): void {
    this.#held = [];
    this.#encoder.reset();
    this.#speaking = false;
  }

  /** Sends frames held back for a fuller message. */
  #sendHeld(): void {
    const bytes = Buffer.concat(this.#held);
    this.#held = [];
    if (bytes.length > 0) this.#send(this.#response(bytes));
  }

  #response(bytes: Buffer): AudioResponse {
    const { field, returnEncoding, returnRate } = this.#audio;
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
}
