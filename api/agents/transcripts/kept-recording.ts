import { setImmediate as turn } from 'node:timers/promises';
import opus from '@discordjs/opus';
import { RECORDING_RATE } from '../../../agent-worker/recording/call-recorder.ts';
import { oggPackets } from '../../../media/decode/ogg.ts';
import { LOOKAHEAD_MS } from '../../../media/encode/ogg-opus.ts';
import { wavHeader } from '../../../media/wav.ts';
import type { RecordingPart } from '../../storage/recordings.ts';
import type { EntryCipher } from './entry-cipher.ts';
import { type RecordingPlaces, sealedParts } from './sealed-parts.ts';

export const RECORDING_FORMATS = ['ogg', 'wav'] as const;
export type RecordingFormat = (typeof RECORDING_FORMATS)[number];

const CHANNELS = 2;
const FRAME_BYTES = 2 * CHANNELS;
const WAV_HEADER_BYTES = 44;
/** Samples that the encoder adds before the recording. */
const PRE_SKIP = (RECORDING_RATE * LOOKAHEAD_MS) / 1000;
/** Offset of the stream's serial number in the header of an Ogg page. */
const SERIAL_AT = 14;

/** The recording of one conversation: the caller on the left channel, the agent on the right. */
export class KeptRecording {
  readonly #places: RecordingPlaces;
  readonly #cipher: EntryCipher;
  readonly #id: string;
  readonly #parts: readonly RecordingPart[];

  constructor(
    places: RecordingPlaces,
    cipher: EntryCipher,
    conversationId: string,
    parts: readonly RecordingPart[],
  ) {
    this.#places = places;
    this.#cipher = cipher;
    this.#id = conversationId;
    this.#parts = parts;
  }

  /** Size of the file in a format, in bytes. */
  size(format: RecordingFormat): number {
    if (format === 'wav') return WAV_HEADER_BYTES + this.#samples * FRAME_BYTES;
    return this.#parts.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /**
   * Reads the file from byte `from` up to but not including `to`, as it is requested.
   * @throws ApiError 404 or 503 when it is in a bucket that has no such object or does not answer; Error when it was
   *   deleted meanwhile
   */
  read(format: RecordingFormat, from: number, to: number): AsyncGenerator<Uint8Array> {
    return format === 'wav' ? this.#wav(from, to) : this.#ogg(from, to);
  }

  async *#ogg(from: number, to: number): AsyncGenerator<Uint8Array> {
    let begin = 0;
    const first = this.#parts.findIndex(({ bytes }) => {
      begin += bytes;
      return begin > from;
    });
    if (first < 0) return;
    begin -= this.#parts[first]!.bytes;
    for await (const { bytes } of this.#opened(first)) {
      yield bytes.subarray(Math.max(0, from - begin), to - begin);
      begin += bytes.length;
      if (begin >= to) return;
    }
  }

  async *#wav(from: number, to: number): AsyncGenerator<Uint8Array> {
    const format = { encoding: 'pcm16', sampleRate: RECORDING_RATE, channels: CHANNELS } as const;
    if (from < WAV_HEADER_BYTES) yield wavHeader(format, this.#samples * FRAME_BYTES).subarray(from, to);
    if (to <= WAV_HEADER_BYTES) return;
    const firstByte = Math.max(0, from - WAV_HEADER_BYTES);
    const first = Math.floor(firstByte / FRAME_BYTES);
    const skipped = firstByte - first * FRAME_BYTES;
    let left = to - WAV_HEADER_BYTES - firstByte;
    let at = skipped;
    for await (const pcm of this.#decoded(first)) {
      if (left <= 0) return;
      if (pcm.length === 0) continue;
      const piece = pcm.subarray(at, at + left);
      at = 0;
      left -= piece.length;
      yield piece;
    }
    // The end of a recording whose process was killed lacks the audio in its encoder.
    if (left > 0) yield new Uint8Array(left);
  }

  /** Decodes from a sample of the recording on. Begins one part earlier, since Opus needs some audio to settle. */
  async *#decoded(first: number): AsyncGenerator<Uint8Array> {
    const decoder = new opus.OpusEncoder(RECORDING_RATE, CHANNELS);
    const wanted = first + PRE_SKIP;
    let position = 0;
    let firstPart = 0;
    for (; firstPart < this.#parts.length - 1; firstPart++) {
      const { samples } = this.#parts[firstPart]!;
      if (position + samples + this.#parts[firstPart + 1]!.samples > wanted) break;
      position += samples;
    }
    for await (const { bytes, samples } of this.#opened(firstPart)) {
      const end = position + samples;
      const pieces: Uint8Array[] = [];
      for (const packet of audioPackets(bytes)) {
        const pcm = decoder.decode(Buffer.from(packet));
        const from = Math.max(0, wanted - position) * FRAME_BYTES;
        position += pcm.length / FRAME_BYTES;
        if (from < pcm.length) pieces.push(pcm.subarray(from));
      }
      position = end;
      yield Buffer.concat(pieces);
      await turn();
    }
  }

  get #samples(): number {
    return this.#parts.reduce((sum, { samples }) => sum + samples, 0);
  }

  /** Decrypts the parts, from the one with this index on. */
  async *#opened(first: number): AsyncGenerator<{ readonly bytes: Buffer; readonly samples: number }> {
    let i = first;
    for await (const sealed of sealedParts(this.#places, this.#id, this.#parts, first)) {
      const { part, samples } = this.#parts[i++]!;
      yield { bytes: this.#cipher.openPart(part, sealed), samples };
    }
  }
}

/** The packets of a part, without the two headers of the file. */
function* audioPackets(pages: Buffer): Generator<Uint8Array> {
  const serial = pages.readUInt32LE(SERIAL_AT);
  for (const { data } of oggPackets(pages, serial, () => undefined)) {
    if (Buffer.from(data.subarray(0, 4)).toString('latin1') !== 'Opus') yield data;
  }
}
