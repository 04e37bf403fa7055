import { decoder as createDecoder } from '@audio/decode-aac';
import {
  BufferSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  Logging,
  LogLevel,
  MP4,
  QTFF,
} from 'mediabunny';
import type { CodecPacket } from './codec-packet.ts';
import { damaged, unsupported } from './decode-error.ts';
import { checkClaims } from './mp4-claims.ts';
import { decodeOpus } from './opus.ts';
import type { SampleSink } from './sample-sink.ts';

// The library's warnings about a file concern the sender, not the operator.
Logging.level = LogLevel.Silent;

/** About 0.4 s at a time: few calls, and little is decoded beyond a limit. */
const FRAMES_AT_ONCE = 16;
/** Block size for a file without a container, about 2 s. */
const BYTES_AT_ONCE = 32_768;

/**
 * Decodes the AAC or Opus track of an MP4, M4A, 3GP or QuickTime file (ISO/IEC 14496-12, -14 and -3; Opus as browsers
 * record it), whole or in fragments, into `store`. The encoder's delay and padding are dropped if the file specifies
 * them. Throws DecodeError.
 */
export async function decodeMp4(bytes: Uint8Array, store: SampleSink): Promise<'mp4-aac' | 'mp4-opus'> {
  checkClaims(bytes);
  const input = new Input({ formats: [MP4, QTFF], source: new BufferSource(bytes) });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track === null) {
      const tracks = await input.getTracks();
      // Recorders write the index of the file at its end, which is missing if the file is truncated.
      throw tracks.length === 0 ? damaged('MP4') : unsupported('an MP4 file without a sound track');
    }
    const configuration = await configurationOf(track);
    const packets = packetsOf(track, bytes.length);
    const isOpus = track.codec === 'opus';
    const endSeconds = await (isOpus ? opusInto : aacInto)(configuration, packets, store);
    // The duration of the last frame is shorter than its samples if its end is padding.
    store.dropLast(store.frames - Math.round(endSeconds * store.sampleRate));
    return isOpus ? 'mp4-opus' : 'mp4-aac';
  } finally {
    input.dispose();
  }
}

interface Packet {
  readonly data: Uint8Array;
  /** In seconds. */
  readonly timestamp: number;
  readonly duration: number;
}

/** The packets of a track, in order. Throws DecodeError when they are more than the file has bytes. */
async function* packetsOf(track: InputAudioTrack, fileBytes: number): AsyncGenerator<Packet> {
  let unread = fileBytes;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    // Tables can refer to the same bytes repeatedly, and can list any number of empty frames.
    unread -= Math.max(1, packet.data.length);
    if (unread < 0) throw damaged('MP4');
    yield packet;
  }
}

/** @param asc the AudioSpecificConfig @returns where the last packet ends, in seconds */
async function aacInto(asc: Uint8Array, packets: AsyncIterable<Packet>, store: SampleSink): Promise<number> {
  let aac: AacFrames | null = null;
  let batch: Uint8Array[] = [];
  let endSeconds = 0;
  for await (const { data, timestamp, duration } of packets) {
    endSeconds = timestamp + duration;
    // Samples before time 0 are the encoder's delay.
    aac ??= new AacFrames(await createDecoder({ asc, gapless: { start: Math.max(0, -timestamp) } }), store);
    batch.push(data);
    if (batch.length === FRAMES_AT_ONCE) {
      aac.decode(batch);
      batch = [];
    }
  }
  aac?.decode(batch);
  aac?.free();
  return endSeconds;
}

/** @param head the OpusHead @returns where the last packet ends, in seconds */
async function opusInto(
  head: Uint8Array,
  packets: AsyncIterable<Packet>,
  store: SampleSink,
): Promise<number> {
  const all: CodecPacket[] = [];
  let endSeconds = 0;
  for await (const { data, timestamp, duration } of packets) {
    endSeconds = timestamp + duration;
    all.push({ data });
  }
  if (all.length > 0) await decodeOpus(head, all, store);
  return endSeconds;
}

/** Decodes AAC without a container (ADTS: ISO/IEC 13818-7, section 6.2) into `store`. Throws DecodeError. */
export async function decodeAdts(bytes: Uint8Array, store: SampleSink): Promise<void> {
  const aac = new AacFrames(await createDecoder(), store);
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
    aac.decode(bytes.subarray(at, at + BYTES_AT_ONCE));
  }
  aac.free();
}

/** The AudioSpecificConfig or OpusHead of a track. @throws DecodeError for other codecs */
async function configurationOf(track: InputAudioTrack): Promise<Uint8Array> {
  if (track.codec !== 'aac' && track.codec !== 'opus') {
    const codec = track.internalCodecId === 'alac' ? 'Apple Lossless' : (track.codec ?? 'unknown');
    throw unsupported(`an MP4 file with the audio codec ${codec}`);
  }
  const description = (await track.getDecoderConfig())?.description;
  if (description === undefined) throw damaged('MP4');
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}

type AacDecoder = Awaited<ReturnType<typeof createDecoder>>;

/** Forwards a decoder's output, as long as rate and channels stay the same. */
class AacFrames {
  readonly #decoder: AacDecoder;
  readonly #store: SampleSink;
  #channels = 0;

  constructor(decoder: AacDecoder, store: SampleSink) {
    this.#decoder = decoder;
    this.#store = store;
  }

  /** @param data whole frames, or some bytes of a stream of them */
  decode(data: Uint8Array[] | Uint8Array): void {
    const { channelData, sampleRate } = this.#decoder.decode(data);
    const length = channelData[0]?.length ?? 0;
    if (length > 0 && this.#channels === 0) {
      this.#channels = channelData.length;
      this.#store.begin(sampleRate, this.#channels);
    }
    const isSame = channelData.length === this.#channels && sampleRate === this.#store.sampleRate;
    if (length > 0 && isSame) this.#store.append(channelData, length);
    else if (this.#channels > 0) this.#store.lose(bytesOf(data));
  }

  free(): void {
    this.#decoder.free();
  }
}

const bytesOf = (data: Uint8Array[] | Uint8Array): number =>
  Array.isArray(data) ? data.reduce((sum, { length }) => sum + length, 0) : data.length;
