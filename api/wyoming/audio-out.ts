import type { SpeechChunk } from '../../engine/index.ts';
import type { Sink } from '../front/sinks.ts';
import type { Peer } from './peer.ts';

/** Sends speech as `audio-start`, one `audio-chunk` for each of its chunks, and `audio-stop`. */
export class AudioOut implements Sink {
  readonly #peer: Peer;
  readonly #format: { readonly rate: number; readonly width: number; readonly channels: number };
  #isOpen = false;

  /** @param rate in Hz */
  constructor(peer: Peer, rate: number) {
    this.#peer = peer;
    this.#format = { rate, width: 2, channels: 1 };
  }

  async write({ audio }: Pick<SpeechChunk, 'audio'>): Promise<void> {
    await this.#open();
    if (audio.length > 0) await this.#peer.send('audio-chunk', this.#format, audio);
  }

  async end(): Promise<void> {
    await this.#open();
    await this.#peer.send('audio-stop');
  }

  async #open(): Promise<void> {
    if (this.#isOpen) return;
    this.#isOpen = true;
    await this.#peer.send('audio-start', this.#format);
  }
}
