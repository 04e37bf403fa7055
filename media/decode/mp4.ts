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
import { damaged, unsupported } from './decode-error.ts';
import { checkClaims } from './mp4-claims.ts';
import type { SampleStore } from './sample-store.ts';

// What it finds strange about a file concerns the sender, not the operator.
Logging.level = LogLevel.Silent;

/** About 0.4 s at a time: few calls, and little is decoded beyond a limit. */
const FRAMES_AT_ONCE = 16;
/** Of a file without a container, some 2 s. */
const BYTES_AT_ONCE = 32_768;

/**
 * Decodes the AAC track of an MP4, M4A, 3GP or QuickTime file (ISO/IEC 14496-12, -14 and -3) into `store`. What the
 * encoder added is dropped where the file says how much. Throws DecodeError.
 */
export async function decodeMp4(bytes: Uint8Array, store: SampleStore): Promise<void> {
  checkClaims(bytes);
  const input = new Input({ formats: [MP4, QTFF], source: new BufferSource(bytes) });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track === null) {
      const tracks = await input.getTracks();
      // Recorders write what the file contains at its end, which is lost when it is cut off.
      throw tracks.length === 0 ? damaged('MP4') : unsupported('an MP4 file without a sound track');
    }
    const asc = await configurationOf(track);
    let aac: AacFrames | null = null;
    let batch: Uint8Array[] = [];
    let endSeconds = 0;
    let unread = bytes.length;
    for await (const { data, timestamp, duration } of new EncodedPacketSink(track).packets()) {
      // Tables can name the same bytes again and again, and frames of none without end.
      unread -= Math.max(1, data.length);
      if (unread < 0) throw damaged('MP4');
      endSeconds = timestamp + duration;
      // What comes before time 0 is the encoder's delay.
      aac ??= new AacFrames(await createDecoder({ asc, gapless: { start: Math.max(0, -timestamp) } }), store);
      batch.push(data);
      if (batch.length === FRAMES_AT_ONCE) {
        aac.decode(batch);
        batch = [];
      }
    }
    aac?.decode(batch);
    aac?.free();
    // The last frame is said to be shorter than it is where its end is padding.
    store.dropLast(store.frames - Math.round(endSeconds * store.sampleRate));
  } finally {
    input.dispose();
  }
}

/** Decodes AAC without a container (ADTS: ISO/IEC 13818-7, section 6.2) into `store`. Throws DecodeError. */
export async function decodeAdts(bytes: Uint8Array, store: SampleStore): Promise<void> {
  const aac = new AacFrames(await createDecoder(), store);
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
    aac.decode(bytes.subarray(at, at + BYTES_AT_ONCE));
  }
  aac.free();
}

/** The AudioSpecificConfig of a track. @throws DecodeError for other codecs */
async function configurationOf(track: InputAudioTrack): Promise<Uint8Array> {
  if (track.codec !== 'aac') {
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

/** Hands on what a decoder gives, as long as rate and channels stay the same. */
class AacFrames {
  readonly #decoder: AacDecoder;
  readonly #store: SampleStore;
  #channels = 0;

  constructor(decoder: AacDecoder, store: SampleStore) {
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
