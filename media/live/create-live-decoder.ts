import { FaultCount, joinSamples, type LiveDecoder, NO_SAMPLES } from './live-decoder.ts';
import { OpusPacketDecoder } from './opus-packets.ts';
import { MulawDecoder, PcmDecoder } from './raw-decoder.ts';
import { WebmOpusDecoder } from './webm-opus-decoder.ts';

export const LIVE_ENCODINGS = ['pcm_linear', 'pcm_mulaw', 'opus'] as const;

/** The client's description of the audio it sends. */
export interface LiveFormat {
  readonly encoding: (typeof LIVE_ENCODINGS)[number];
  /** In Hz. Not needed for Opus. */
  readonly rate: number;
  /** Whether the stream may be a container instead, which is detected from its beginning. */
  readonly sniff: boolean;
}

/** A decoder for a stream as declared. */
export function createLiveDecoder({ encoding, rate, sniff }: LiveFormat): LiveDecoder {
  const declared = (): LiveDecoder => {
    if (encoding === 'opus') return new OpusPacketDecoder();
    return encoding === 'pcm_mulaw' ? new MulawDecoder(rate) : new PcmDecoder(rate);
  };
  return sniff ? new SniffingDecoder(declared) : declared();
}

/** Signatures of streams that browser recorders send. */
const CONTAINERS: readonly (readonly [magic: Uint8Array, create: () => LiveDecoder])[] = [
  [Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3), () => new WebmOpusDecoder()],
  [Buffer.from('OggS'), () => new RefusingDecoder('an Ogg stream')],
  [Buffer.from('\0\0\0 ftyp', 'latin1'), () => new RefusingDecoder('an MP4 stream')],
  [Buffer.from('\0\0\0\x1cftyp', 'latin1'), () => new RefusingDecoder('an MP4 stream')],
];

/** Detects the format from the beginning of a stream and decodes it accordingly. */
class SniffingDecoder implements LiveDecoder {
  readonly #declared: () => LiveDecoder;
  #decoder: LiveDecoder | null = null;
  /** A beginning that may be that of a container. Chunks stay separate, since each may be a packet. */
  #held: Uint8Array[] = [];

  constructor(declared: () => LiveDecoder) {
    this.#declared = declared;
  }

  get faults(): number {
    return this.#decoder?.faults ?? 0;
  }

  get firstFault(): string | null {
    return this.#decoder?.firstFault ?? null;
  }

  push(bytes: Uint8Array): Int16Array {
    if (this.#decoder) return this.#decoder.push(bytes);
    if (bytes.length === 0) return NO_SAMPLES;
    this.#held.push(Uint8Array.from(bytes));
    const begin = Buffer.concat(this.#held);
    const mayBe = CONTAINERS.filter(([magic]) => {
      const length = Math.min(magic.length, begin.length);
      return begin.subarray(0, length).equals(magic.subarray(0, length));
    });
    if (mayBe.some(([magic]) => begin.length < magic.length)) return NO_SAMPLES;
    const decoder = mayBe[0]?.[1]() ?? this.#declared();
    this.#decoder = decoder;
    return joinSamples(this.#held.splice(0).map((piece) => decoder.push(piece)));
  }

  skip(bytes: Uint8Array): void {
    this.#decoder?.skip(bytes);
  }
}

/** For streams that are detected but not supported; as raw samples they would be noise. */
class RefusingDecoder implements LiveDecoder {
  readonly #faults = new FaultCount();
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  get faults(): number {
    return this.#faults.count;
  }

  get firstFault(): string | null {
    return this.#faults.first;
  }

  push(): Int16Array {
    this.#faults.add(`This is ${this.#name}; send WebM with Opus, or raw audio as declared`);
    return NO_SAMPLES;
  }

  skip(): void {}
}
