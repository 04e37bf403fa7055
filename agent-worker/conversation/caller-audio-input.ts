import { ReadableStream } from 'node:stream/web';
import { AudioInput } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { CALLER_SAMPLE_RATE } from '../audio-rates.ts';

/** Audio waiting to be processed; beyond this, new audio is dropped. */
const MAX_WAITING_FRAMES = 500;

/** The caller's audio, pushed by a door. */
export class CallerAudioInput extends AudioInput {
  #controller: ReadableStreamDefaultController<AudioFrame> | null = null;

  constructor() {
    super();
    const stream = new ReadableStream<AudioFrame>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => {
          this.#controller = null;
        },
      },
      { highWaterMark: MAX_WAITING_FRAMES },
    );
    this.multiStream.addInputStream(stream);
  }

  /** @param samples mono, 16 kHz */
  push(samples: Int16Array): void {
    if (samples.length === 0 || !this.#controller || (this.#controller.desiredSize ?? 0) <= 0) return;
    this.#controller.enqueue(new AudioFrame(samples, CALLER_SAMPLE_RATE, 1, samples.length));
  }

  override async close(): Promise<void> {
    this.#controller?.close();
    this.#controller = null;
    await super.close();
  }
}
