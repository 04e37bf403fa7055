/** Decodes uploaded audio of any accepted format to one channel of samples. */
import type { CodecPacket } from './codec-packet.ts';
import { DecodeError, damaged, unsupported } from './decode-error.ts';
import { downmix, mixingWeights } from './downmix.ts';
import { decodeFlac, decodeOggFlac } from './flac.ts';
import { MixedSound, type MixedSoundOptions } from './mixed-sound.ts';
import { decodeMp3 } from './mp3.ts';
import { oggPackets, oggStreams } from './ogg.ts';
import { decodeOpus, isOpusHead } from './opus.ts';
import { repair } from './repair.ts';
import type { SampleSink } from './sample-sink.ts';
import { SampleStore } from './sample-store.ts';
import { type Sniffed, sniff } from './sniff.ts';
import { decodeVorbis, isVorbisHeader } from './vorbis.ts';
import { decodeWav } from './wav.ts';
import { webmAudioTrack, webmPackets } from './webm.ts';

/** FLAC inside Ogg counts as `flac`, since people do not know the container's name. */
export type AudioFormat =
  | 'wav'
  | 'mp3'
  | 'flac'
  | 'ogg-vorbis'
  | 'ogg-opus'
  | 'webm-opus'
  | 'webm-vorbis'
  | 'mp4-aac'
  | 'mp4-opus'
  | 'aac';

export interface DecodedAudio {
  /**
   * One channel, nominally in [-1, 1], without an offset (see `repair`); several channels are mixed (see `downmix`).
   */
  readonly samples: Float32Array;
  /** Sample rate in Hz, as in the file; 48000 for Opus. */
  readonly sampleRate: number;
  /** Number of channels in the file, before mixing. */
  readonly channels: number;
  readonly format: AudioFormat;
}

export interface DecodeOptions {
  /** Longer audio is rejected (with a tolerance of a quarter of a second for what encoders add). */
  readonly maxSeconds: number;
  readonly signal?: AbortSignal;
}

/**
 * Largest fraction of a file that may be damaged. Players skip damage, but a voice should not be made from such a file.
 */
const MAX_LOST_PART = 0.1;

/**
 * Decodes a whole file. The format is detected from its contents. Small damaged parts and a missing end are skipped. If
 * the format says how much the encoder added at the beginning and end, that is dropped.
 *
 * For a worker thread: it runs without yielding to timers, so a deadline must be enforced from outside. Memory is
 * limited by the size of `maxSeconds` at the file's rate and channels (at most 256 MiB) and by the file's size, never
 * by what a header claims. The signal is checked between chunks of up to half a second.
 *
 * Throws DecodeError with a message for the sender, or the signal's reason.
 */
export async function decodeAudio(bytes: Uint8Array, options: DecodeOptions): Promise<DecodedAudio> {
  const store = new SampleStore(options.maxSeconds, options.signal);
  const format = await decodeWhole(bytes, store, options.signal);
  const { channels, sampleRate } = store;
  for (const channel of channels) repair(channel, sampleRate);
  return { samples: downmix(channels), sampleRate, channels: channels.length, format };
}

export interface DecodeAtRateOptions extends DecodeOptions {
  /** In Hz. */
  readonly sampleRate: number;
  /** One of the file's channels, from 0; absent to mix all. */
  readonly channel?: number;
}

/**
 * Decodes a whole file to a given sample rate, for long recordings. It holds no more than one channel at that rate in
 * memory. A file of several channels is decoded twice, first to find out how they are mixed.
 * @returns samples at the requested rate, and the number of channels of the file
 * @throws DecodeError; the signal's reason; RangeError for a channel that the file does not have
 */
export async function decodeAtRate(
  bytes: Uint8Array,
  { maxSeconds, signal, sampleRate, channel }: DecodeAtRateOptions,
): Promise<Pick<DecodedAudio, 'samples' | 'channels'>> {
  const decoded = async (weights: MixedSoundOptions['weights']): Promise<MixedSound> => {
    const sound = new MixedSound({ maxSeconds, signal, sampleRate, weights });
    await decodeWhole(bytes, sound, signal);
    return sound;
  };
  const oneOf = (count: number) => Array.from({ length: count }, (_, c) => (c === channel ? 1 : 0));
  const first = await decoded((count) =>
    count === 1 && !channel ? [1] : channel === undefined ? null : oneOf(count),
  );
  if (channel !== undefined && channel >= first.channelCount)
    throw new RangeError(`there is no channel ${channel}`);
  const sound = first.isMixed ? first : await decoded(() => mixingWeights(first.statistics));
  const samples = sound.finish();
  repair(samples, sampleRate);
  return { samples, channels: first.channelCount };
}

/** @throws DecodeError also when too much of the file is damaged, or it contains no sound */
async function decodeWhole(
  bytes: Uint8Array,
  store: SampleSink,
  signal: AbortSignal | undefined,
): Promise<AudioFormat> {
  signal?.throwIfAborted();
  const format = await decodeInto(bytes, recognise(bytes), store, signal);
  const { name } = FORMATS[format];
  if (store.lostBytes > bytes.length * MAX_LOST_PART) throw damaged(name);
  if (store.frames === 0) {
    if (store.lostBytes > 0) throw damaged(name);
    throw new DecodeError('file_without_sound', { format: name });
  }
  return format;
}

/**
 * Whether a file can be decoded at all, judging by its beginning, which takes no time.
 * @throws DecodeError
 */
export function checkFormat(bytes: Uint8Array): void {
  recognise(bytes);
}

function recognise(bytes: Uint8Array): Accepted {
  if (bytes.length === 0) {
    throw new DecodeError('file_empty');
  }
  const sniffed = sniff(bytes);
  if (sniffed.kind === 'other') throw unsupported(sniffed.name);
  if (sniffed.kind === 'unknown') {
    throw new DecodeError('format_unknown');
  }
  return sniffed;
}

const FORMATS: Readonly<Record<AudioFormat, { name: string }>> = {
  wav: { name: 'WAV' },
  mp3: { name: 'MP3' },
  flac: { name: 'FLAC' },
  'ogg-vorbis': { name: 'Ogg Vorbis' },
  'ogg-opus': { name: 'Ogg Opus' },
  'webm-opus': { name: 'WebM' },
  'webm-vorbis': { name: 'WebM' },
  'mp4-aac': { name: 'MP4' },
  'mp4-opus': { name: 'MP4' },
  aac: { name: 'AAC' },
};

type Accepted = Exclude<Sniffed, { kind: 'other' | 'unknown' }>;

async function decodeInto(
  bytes: Uint8Array,
  sniffed: Accepted,
  store: SampleSink,
  signal: AbortSignal | undefined,
): Promise<AudioFormat> {
  try {
    switch (sniffed.kind) {
      case 'wav':
        decodeWav(bytes, store);
        return 'wav';
      case 'mp3':
        await decodeMp3(bytes, sniffed.offset, store);
        return 'mp3';
      case 'flac':
        await decodeFlac(bytes.subarray(sniffed.offset), store);
        return 'flac';
      case 'ogg':
        return await decodeOgg(bytes, store);
      case 'webm':
        return await decodeWebm(bytes, store);
      case 'mp4':
        return await (await mp4Decoders()).decodeMp4(bytes, store);
      case 'aac':
        await (await mp4Decoders()).decodeAdts(bytes.subarray(sniffed.offset), store);
        return 'aac';
    }
  } catch (error) {
    if (error instanceof DecodeError || signal?.aborted) throw error;
    // The decoder failed with an error of its own.
    throw damaged(sniffed.kind.toUpperCase(), error);
  }
}

/** Loaded when they are needed: that takes a tenth of a second, which threads for other files need not wait for. */
const mp4Decoders = () => import('./mp4.ts');

async function decodeOgg(bytes: Uint8Array, store: SampleSink): Promise<AudioFormat> {
  const heads = oggStreams(bytes);
  for (const { serial, head } of heads) {
    const packets = oggPackets(bytes, serial, (lost) => store.lose(lost));
    if (isOpusHead(head)) {
      await decodeOpus(head, dropFirst(packets, 2), store);
      return 'ogg-opus';
    }
    if (isVorbisHeader(head, 1)) {
      const [, , setup] = takeFirst(packets, 3);
      if (!setup) throw damaged('Ogg Vorbis');
      await decodeVorbis({ identification: head, setup: setup.data }, packets, store);
      return 'ogg-vorbis';
    }
    if (startsWith(head, '\x7fFLAC')) {
      await decodeOggFlac(head, packets, store);
      return 'flac';
    }
  }
  if (heads.some(({ head }) => startsWith(head, 'Speex'))) throw unsupported('an Ogg file with Speex');
  throw heads.length === 0 ? damaged('Ogg') : unsupported('an Ogg file with an unknown audio codec');
}

async function decodeWebm(bytes: Uint8Array, store: SampleSink): Promise<AudioFormat> {
  const { number, codecId, codecPrivate } = webmAudioTrack(bytes);
  const packets = webmPackets(bytes, number, (lost) => store.lose(lost));
  if (codecId === 'A_OPUS') {
    await decodeOpus(codecPrivate, packets, store);
    return 'webm-opus';
  }
  if (codecId === 'A_VORBIS') {
    const [identification, , setup] = xiphHeaders(codecPrivate);
    if (!identification || !setup) throw damaged('WebM');
    await decodeVorbis({ identification, setup }, packets, store);
    return 'webm-vorbis';
  }
  throw unsupported(`a WebM or Matroska file with the audio codec ${codecName(codecId)}`);
}

/** Keeps only the characters that codec identifiers consist of, because the name goes into a message. */
function codecName(codecId: string): string {
  return /^[A-Z0-9_/.]{1,32}$/.test(codecId) ? codecId : 'unknown';
}

/** Splits the three Vorbis headers as Matroska packs them (RFC 9559 with the codec mapping of A_VORBIS). */
function xiphHeaders(packed: Uint8Array): Uint8Array[] {
  if (packed[0] !== 2) return [];
  let at = 1;
  const sizes: number[] = [];
  while (sizes.length < 2) {
    let size = 0;
    while (packed[at] === 255) size += packed[at++]!;
    size += packed[at++] ?? 0;
    sizes.push(size);
  }
  const [first, second] = sizes as [number, number];
  return [
    packed.subarray(at, at + first),
    packed.subarray(at + first, at + first + second),
    packed.subarray(at + first + second),
  ];
}

function takeFirst<T>(items: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const { value, done } = items.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

function dropFirst(packets: Generator<CodecPacket>, count: number): Generator<CodecPacket> {
  takeFirst(packets, count);
  return packets;
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text;
}
