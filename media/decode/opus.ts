import { type CodecPacket, EndPadding } from './codec-packet.ts';
import { damaged, unsupported } from './decode-error.ts';
import { quietly } from './quietly.ts';
import type { SampleSink } from './sample-sink.ts';

/** Opus always decodes at its highest rate; the input rate in the header is only informative. */
const SAMPLE_RATE = 48_000;
/** Bytes per channel that the decoder has room for; no encoder comes near this. */
const MAX_PACKET_BYTES_PER_CHANNEL = 3840;
const MAX_REFUSED_PACKETS = 16;

interface OpusHead {
  readonly channels: number;
  readonly preSkip: number;
  readonly gain: number;
  readonly streamCount: number;
  readonly coupledStreamCount: number;
  readonly channelMappingTable: number[];
}

/** Whether this is the identification header of RFC 7845, section 5.1 (also WebM's CodecPrivate). */
export function isOpusHead(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 8)).toString('latin1') === 'OpusHead';
}

/**
 * Decodes packets to 48 kHz into `store`. Drops the pre-skip and the padding at the end, and applies the header's
 * output gain. Packets that the decoder rejects are skipped. Throws DecodeError.
 */
export async function decodeOpus(
  headBytes: Uint8Array,
  packets: Iterable<CodecPacket>,
  store: SampleSink,
): Promise<void> {
  const head = readOpusHead(headBytes);
  store.begin(SAMPLE_RATE, head.channels, head.preSkip);
  let decoder = await createDecoder(head);
  let refused = 0;
  const padding = new EndPadding();
  for (const packet of packets) {
    if (packet.data.length === 0) continue;
    if (packet.data.length > MAX_PACKET_BYTES_PER_CHANNEL * head.channels) {
      store.lose(packet.data.length);
      continue;
    }
    const { channelData, samplesDecoded, errors } = quietly(() => decoder.decodeFrame(packet.data));
    if (errors.length > 0) {
      // After a rejected packet the decoder's memory cannot be trusted: parts of it are overwritten.
      store.lose(packet.data.length);
      refused++;
      if (refused > MAX_REFUSED_PACKETS) throw damaged('Opus');
      decoder = await createDecoder(head);
    }
    if (samplesDecoded === 0) continue;
    if (head.gain !== 1) for (const channel of channelData) scale(channel, head.gain);
    store.append(channelData, samplesDecoded);
    padding.count(packet, samplesDecoded, SAMPLE_RATE);
  }
  store.dropLast(padding.samples);
}

/** The decoder is never freed: its memory is released as a whole. */
async function createDecoder(head: OpusHead) {
  const { OpusDecoder } = await import('opus-decoder');
  const decoder = new OpusDecoder({ ...head, preSkip: 0, sampleRate: SAMPLE_RATE });
  await decoder.ready;
  return decoder;
}

function scale(samples: Float32Array, gain: number): void {
  for (let i = 0; i < samples.length; i++) samples[i]! *= gain;
}

function readOpusHead(bytes: Uint8Array): OpusHead {
  if (!isOpusHead(bytes) || bytes.length < 19) throw damaged('Opus');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const channels = bytes[9]!;
  const family = bytes[18]!;
  const common = {
    channels,
    preSkip: view.getUint16(10, true),
    gain: 10 ** (view.getInt16(16, true) / 256 / 20),
  };
  if (bytes[8]! >= 16 || channels === 0) throw damaged('Opus');
  if (family === 0) {
    if (channels > 2) throw damaged('Opus');
    return {
      ...common,
      streamCount: 1,
      coupledStreamCount: channels - 1,
      channelMappingTable: channels === 2 ? [0, 1] : [0],
    };
  }
  // Family 3 has a matrix by which the channels would have to be multiplied first.
  if (family === 3) throw unsupported('Opus with ambisonic projection');
  if (bytes.length < 21 + channels) throw damaged('Opus');
  const streamCount = bytes[19]!;
  const coupledStreamCount = bytes[20]!;
  const channelMappingTable = [...bytes.subarray(21, 21 + channels)];
  const decoded = streamCount + coupledStreamCount;
  if (
    streamCount === 0 ||
    coupledStreamCount > streamCount ||
    decoded > 255 ||
    channelMappingTable.some((stream) => stream >= decoded && stream !== 255)
  ) {
    throw damaged('Opus');
  }
  return { ...common, streamCount, coupledStreamCount, channelMappingTable };
}
