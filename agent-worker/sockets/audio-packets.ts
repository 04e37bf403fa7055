import { type LiveEncoding, SpeechEncoder } from '../../media/live/speech-encoder.ts';
import { AGENT_SAMPLE_RATE } from '../audio-rates.ts';

/** Frames per packet: 40 ms, so that the JSON around the audio does not outweigh it. */
const FRAMES_PER_PACKET = 2;

/**
 * Encodes frames of the agent's speech for a client, packed for sending. The first frame of an utterance goes out on
 * its own, since the caller is waiting for it; after that they go in pairs.
 */
export class AudioPackets {
  readonly #send: (bytes: Buffer) => void;
  readonly #encoder: SpeechEncoder;
  #held: Uint8Array[] = [];
  /** Whether an utterance is in progress. */
  #speaking = false;

  /** @param format encoding of the audio for the client; the rate in Hz */
  constructor(
    format: { readonly rate: number; readonly encoding: LiveEncoding },
    send: (bytes: Buffer) => void,
  ) {
    this.#send = send;
    const { rate: outRate, encoding } = format;
    this.#encoder = new SpeechEncoder({ inRate: AGENT_SAMPLE_RATE, outRate, encoding });
  }

  play(frame: Int16Array): void {
    this.#held.push(this.#encoder.push(frame));
    if (!this.#speaking || this.#held.length >= FRAMES_PER_PACKET) this.#sendHeld();
    this.#speaking = true;
  }

  /** Ends the utterance: it is complete. */
  flush(): void {
    this.#held.push(this.#encoder.flush());
    this.#sendHeld();
    this.#speaking = false;
  }

  /** Discards audio that was not sent, because the client is notified to stop. */
  discard(): void {
    this.#held = [];
    this.#encoder.reset();
    this.#speaking = false;
  }

  #sendHeld(): void {
    const bytes = Buffer.concat(this.#held);
    this.#held = [];
    if (bytes.length > 0) this.#send(bytes);
  }
}
