/**
 * A WebM stream like that of a browser's MediaRecorder: one Opus track, clusters of unknown size (RFC 8794, RFC 9559).
 */

const UNKNOWN_SIZE = Uint8Array.of(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
/** A cluster's blocks have 16-bit signed timestamps in ms from its beginning. */
const CLUSTER_MS = 1000;
const PACKET_MS = 20;

/**
 * @param packets Opus, mono, 20 ms each
 * @returns chunks: the head, then one for each packet
 */
export function webmOf(packets: readonly Uint8Array[]): Buffer[] {
  const opusHead = Buffer.alloc(19);
  opusHead.write('OpusHead');
  opusHead.set([1, 1], 8);
  opusHead.writeUInt32LE(48_000, 12);
  const rate = Buffer.alloc(4);
  rate.writeFloatBE(48_000);
  const head = Buffer.concat([
    element(0x1a45dfa3, [number(0x4286, 1), number(0x42f7, 1), element(0x4282, Buffer.from('webm'))]),
    openElement(0x18538067),
    element(0x1549a966, [number(0x2ad7b1, 1_000_000)]),
    element(0x1654ae6b, [
      element(0xae, [
        number(0xd7, 1),
        number(0x73c5, 1),
        number(0x83, 2),
        element(0x86, Buffer.from('A_OPUS')),
        element(0x63a2, opusHead),
        element(0xe1, [element(0xb5, rate), number(0x9f, 1)]),
      ]),
    ]),
  ]);
  const blocks = packets.map((packet, i) => {
    const timeMs = i * PACKET_MS;
    const inClusterMs = timeMs % CLUSTER_MS;
    const block = element(0xa3, Buffer.from([0x81, inClusterMs >> 8, inClusterMs & 0xff, 0x80, ...packet]));
    return inClusterMs === 0 ? Buffer.concat([openElement(0x1f43b675), number(0xe7, timeMs), block]) : block;
  });
  return [head, ...blocks];
}

function element(id: number, content: Uint8Array | readonly Uint8Array[]): Buffer {
  const bytes = content instanceof Uint8Array ? content : Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10000000 + bytes.length);
  return Buffer.concat([idBytes(id), size, bytes]);
}

function openElement(id: number): Buffer {
  return Buffer.concat([idBytes(id), UNKNOWN_SIZE]);
}

function number(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return element(id, bytes);
}

function idBytes(id: number): Buffer {
  return Buffer.from(id.toString(16), 'hex');
}
