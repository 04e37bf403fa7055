import { type AudioEncoder, NO_BYTES } from './audio-encoder.ts';

type Library = typeof import('mediabunny');

/** At 24 kHz in one channel no loss is audible in speech. */
const BITS_PER_SECOND = 64_000;
const FRAME_SAMPLES = 1024;
/** The encoder looks one frame ahead. */
const FRAMES_AHEAD = 1;
/** Timeout of the encoder. It is far above the time for a frame, so that only a failed encoder reaches it. */
const PATIENCE_MS = 30_000;
/** Sampling frequency index (ISO/IEC 14496-3, table 1.18). */
const RATE_INDEX: Readonly<Record<number, number>> = { 8000: 11, 16000: 8, 24000: 6 };

let library: Promise<Library> | null = null;

async function load(): Promise<Library> {
  const [mediabunny, { registerAacEncoder }] = await Promise.all([
    import('mediabunny'),
    import('@mediabunny/aac-encoder'),
  ]);
  registerAacEncoder();
  return mediabunny;
}

/**
 * AAC-LC by FFmpeg's encoder, in ADTS: every part of the file can be played on its own. The encoder's delay remains in
 * front of the audio: 43 ms at 24 kHz. Each sound is encoded in a thread of its own, so that it has to be closed.
 * @param sampleRate 8000, 16000 or 24000 Hz
 */
export async function createAacEncoder(sampleRate: number): Promise<AudioEncoder> {
  library ??= load();
  return AacEncoder.open(await library, sampleRate);
}

class AacEncoder implements AudioEncoder {
  readonly #library: Library;
  readonly #sampleRate: number;
  readonly #output: InstanceType<Library['Output']>;
  readonly #source: InstanceType<Library['AudioSampleSource']>;
  #pushed = 0;
  #frames = 0;
  #encoded: Uint8Array[] = [];
  #onFrame: () => void = () => undefined;

  private constructor(mediabunny: Library, sampleRate: number) {
    this.#library = mediabunny;
    this.#sampleRate = sampleRate;
    const { Output, AdtsOutputFormat, NullTarget, AudioSampleSource } = mediabunny;
    // The encoder collects frames for a second before it writes them, so they are taken as they leave it.
    this.#output = new Output({ format: new AdtsOutputFormat(), target: new NullTarget() });
    this.#source = new AudioSampleSource({
      codec: 'aac',
      bitrate: BITS_PER_SECOND,
      onEncodedPacket: ({ data }) => {
        this.#encoded.push(adtsHeader(sampleRate, data.length), data);
        this.#frames++;
        this.#onFrame();
      },
    });
    this.#output.addAudioTrack(this.#source);
  }

  static async open(mediabunny: Library, sampleRate: number): Promise<AacEncoder> {
    const encoder = new AacEncoder(mediabunny, sampleRate);
    await encoder.#output.start();
    return encoder;
  }

  async push(samples: Int16Array): Promise<Uint8Array> {
    if (samples.length === 0) return NO_BYTES;
    const { AudioSample } = this.#library;
    const timestamp = this.#pushed / this.#sampleRate;
    // A copy, because it goes to another thread.
    const data = samples.slice();
    const sample = new AudioSample({
      data,
      format: 's16',
      numberOfChannels: 1,
      sampleRate: this.#sampleRate,
      timestamp,
    });
    this.#pushed += samples.length;
    try {
      await answered(this.#source.add(sample));
    } finally {
      sample.close();
    }
    await this.#until(Math.floor(this.#pushed / FRAME_SAMPLES) - FRAMES_AHEAD);
    return this.#take();
  }

  async finish(): Promise<Uint8Array> {
    if (this.#pushed > 0) await answered(this.#output.finalize());
    else this.close();
    return this.#take();
  }

  close(): void {
    // After `finish` there is nothing to cancel.
    if (this.#output.state === 'started') void this.#output.cancel().catch(() => undefined);
  }

  /** Waits until this many frames have left the encoder. */
  async #until(frames: number): Promise<void> {
    while (this.#frames < frames) {
      const next = new Promise<void>((resolve) => {
        this.#onFrame = resolve;
      });
      await answered(next);
    }
  }

  #take(): Uint8Array {
    const parts = this.#encoded;
    this.#encoded = [];
    return Buffer.concat(parts);
  }
}

/** @throws Error when the encoder's thread does not answer in time */
async function answered<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the AAC encoder does not answer')), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the header of one frame, without a checksum (ISO/IEC 14496-3, section 1.A.2.2). */
function adtsHeader(sampleRate: number, dataBytes: number): Uint8Array {
  const header = new Uint8Array(7);
  const length = header.length + dataBytes;
  const lowComplexity = 1;
  const channels = 1;
  const index = RATE_INDEX[sampleRate] ?? 0;
  header.set([
    0xff,
    0xf1,
    (lowComplexity << 6) | (index << 2) | (channels >> 2),
    ((channels & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ]);
  return header;
}
