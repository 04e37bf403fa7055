import { oggPage } from '../ogg-page.ts';
import { type CodecPacket, EndPadding } from './codec-packet.ts';
import { damaged } from './decode-error.ts';
import { quietly } from './quietly.ts';
import type { SampleSink } from './sample-sink.ts';

/**
 * Whether this is a Vorbis header packet of the given type: 1 identification, 3 comments, 5 setup (Vorbis I, section
 * 4.2.1).
 */
export function isVorbisHeader(packet: Uint8Array, kind: 1 | 3 | 5): boolean {
  return packet[0] === kind && Buffer.from(packet.subarray(1, 7)).toString('latin1') === 'vorbis';
}

/** A comment header without vendor and comments, as those of the file are not needed. */
const EMPTY_COMMENTS = Uint8Array.of(3, ...Buffer.from('vorbis'), 0, 0, 0, 0, 0, 0, 0, 0, 1);

/**
 * Decodes packets, without the three headers, into `store`. The decoder expects Ogg, so it is given pages made here,
 * for packets from WebM as well as for those of an Ogg file, whose damaged pages it therefore never sees. Packets go in
 * one at a time, so the length of each in samples is known. Throws DecodeError.
 */
export async function decodeVorbis(
  headers: { identification: Uint8Array; setup: Uint8Array },
  packets: Iterable<CodecPacket>,
  store: SampleSink,
): Promise<void> {
  const { identification, setup } = headers;
  if (!isVorbisHeader(identification, 1) || identification.length < 30 || !isVorbisHeader(setup, 5)) {
    throw damaged('Vorbis');
  }
  const view = new DataView(identification.buffer, identification.byteOffset, identification.byteLength);
  const channels = identification[11]!;
  const sampleRate = view.getUint32(12, true);
  if (channels === 0 || sampleRate === 0) throw damaged('Vorbis');
  store.begin(sampleRate, channels);

  const { OggVorbisDecoder } = await import('@wasm-audio-decoders/ogg-vorbis');
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  const padding = new EndPadding();
  let sequence = 0;
  const feed = async (data: readonly Uint8Array[], beginsStream = false) => {
    const page = oggPage(data, { sequence, granule: 0, beginsStream });
    sequence++;
    return await quietly(() => decoder.decode(page));
  };
  await feed([identification], true);
  await feed([EMPTY_COMMENTS, setup]);
  let previous: CodecPacket | null = null;
  const take = (
    packet: CodecPacket | null,
    decoded: { channelData: Float32Array[]; samplesDecoded: number; sampleRate: number },
  ) => {
    // The decoder's other results have no meaning before its first samples.
    if (decoded.samplesDecoded > 0) {
      if (decoded.channelData.length !== channels) throw damaged('Vorbis');
      store.append(decoded.channelData, decoded.samplesDecoded);
    }
    if (packet) padding.count(packet, decoded.samplesDecoded, sampleRate);
  };
  for (const packet of packets) {
    const { length } = packet.data;
    if (length === 0 || length > 64_000) {
      store.lose(length);
      continue;
    }
    take(previous, await feed([packet.data]));
    previous = packet;
  }
  take(previous, await quietly(() => decoder.flush()));
  store.dropLast(padding.samples);
}
