import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oggPage } from '../ogg-page.ts';
import { EndPadding } from './codec-packet.ts';
import { oggPackets, oggStreams } from './ogg.ts';
import { webmAudioTrack, webmPackets } from './webm.ts';

const packet = (length: number, fill: number) => new Uint8Array(length).fill(fill);
const noLoss = () => {
  throw new Error('nothing was damaged');
};

describe('Ogg', () => {
  const packets = fc.array(fc.uint8Array({ maxLength: 700 }), { minLength: 1, maxLength: 12 });

  it('returns the packets of the pages', () => {
    fc.assert(
      fc.property(packets, (items) => {
        const file = Buffer.concat(
          items.map((data, i) => oggPage([data], { sequence: i, granule: i * 10, beginsStream: i === 0 })),
        );
        const found = [...oggPackets(file, 1, noLoss)];
        expect(found.map(({ data }) => [...data])).toEqual(items.map((data) => [...data]));
        expect(found.map(({ granule }) => granule)).toEqual(items.map((_, i) => i * 10));
        const [stream, ...others] = oggStreams(file);
        expect([stream!.serial, [...stream!.head], others]).toEqual([1, [...items[0]!], []]);
      }),
      { interruptAfterTimeLimit: 2000 },
    );
  });

  it('returns the position only with the last packet of a page', () => {
    const page = oggPage([packet(3, 1), packet(255, 2), packet(0, 3)], { sequence: 0, granule: 99 });
    expect([...oggPackets(page, 1, noLoss)].map(({ data, granule }) => [data.length, granule])).toEqual([
      [3, null],
      [255, null],
      [0, 99],
    ]);
  });

  it('skips damaged pages and reports them', () => {
    const pages = [1, 2, 3].map((fill, i) => oggPage([packet(50, fill)], { sequence: i, granule: i }));
    pages[1]![60]! ^= 1;
    let lost = 0;
    const found = [...oggPackets(Buffer.concat(pages), 1, (bytes) => (lost += bytes))];
    expect(found.map(({ data }) => data[0])).toEqual([1, 3]);
    expect(lost).toBe(pages[1]!.length);
  });

  it('does not join the halves of a packet if the part between them is lost', () => {
    const half = (sequence: number, continued: boolean, ends: boolean) => {
      const page = Buffer.from(oggPage([packet(255, sequence)], { sequence, granule: sequence }));
      // A packet of 255 bytes needs a last segment of length zero. Without it the packet continues.
      const cut = ends ? page : Buffer.concat([page.subarray(0, 28), page.subarray(29)]);
      if (!ends) cut[26] = 1;
      if (continued) cut[5] = 1;
      return withChecksum(cut);
    };
    const [begin, middle, end] = [half(0, false, false), half(1, true, false), half(2, true, true)];
    const whole = [...oggPackets(Buffer.concat([begin, middle, end]), 1, noLoss)];
    expect(whole.map(({ data }) => data.length)).toEqual([765]);
    expect([...oggPackets(Buffer.concat([begin, end]), 1, noLoss)]).toEqual([]);
  });

  /** Made with the writer: a page without flags is rebuilt with the same contents. */
  function withChecksum(page: Buffer): Buffer {
    page.writeUInt32LE(0, 22);
    let crc = 0;
    for (const byte of page) {
      crc ^= byte << 24;
      for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
    }
    page.writeUInt32LE(crc >>> 0, 22);
    return page;
  }
});

describe('WebM', () => {
  const element = (id: string, ...body: (Uint8Array | string)[]) => {
    const bytes = Buffer.concat(
      body.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
    );
    const size = Buffer.alloc(4);
    size.writeUInt32BE(bytes.length | 0x10000000);
    return Buffer.concat([Buffer.from(id, 'hex'), size, bytes]);
  };
  const UNKNOWN = Buffer.from('01ffffffffffffff', 'hex');
  const header = element('1a45dfa3', element('4282', 'webm'));
  const track = (number: number, type: number, codec: string) =>
    element(
      'ae',
      element('d7', Uint8Array.of(number)),
      element('83', Uint8Array.of(type)),
      element('86', codec),
    );
  const block = (number: number, flags: number, ...body: Uint8Array[]) =>
    element('a3', Uint8Array.of(0x80 | number, 0, 0, flags), ...body);
  const file = (tracks: Buffer[], ...clusters: Buffer[]) =>
    Buffer.concat([
      header,
      Buffer.from('18538067', 'hex'),
      UNKNOWN,
      element('1654ae6b', ...tracks),
      ...clusters,
    ]);
  const openCluster = (...blocks: Buffer[]) =>
    Buffer.concat([Buffer.from('1f43b675', 'hex'), UNKNOWN, ...blocks]);
  const contents = (bytes: Uint8Array, number: number) =>
    [...webmPackets(bytes, number, noLoss)].map(({ data }) => [...data]);

  it('picks the first sound track and its blocks, out of clusters of known and unknown size', () => {
    const bytes = file(
      [track(1, 1, 'V_VP8'), track(2, 2, 'A_OPUS'), track(3, 2, 'A_VORBIS')],
      openCluster(block(2, 0x80, packet(2, 7)), block(1, 0x80, packet(9, 1)), block(2, 0x80, packet(3, 8))),
      element('1f43b675', element('a0', element('a1', Uint8Array.of(0x82, 0, 0, 0, 5, 5)))),
      openCluster(block(3, 0, packet(4, 4)), block(2, 0, packet(1, 9))),
    );
    expect(webmAudioTrack(bytes)).toMatchObject({ number: 2, codecId: 'A_OPUS' });
    expect(contents(bytes, 2)).toEqual([[7, 7], [8, 8, 8], [5, 5], [9]]);
  });

  it('takes laced blocks apart', () => {
    const frames = [packet(2, 1), packet(300, 2), packet(2, 3)];
    const xiph = block(1, 0x02, Uint8Array.of(2, 2, 255, 45), ...frames);
    // First 2, then the difference of 298 in two bytes, with an offset of 2^13 - 1.
    const difference = 298 + 2 ** 13 - 1;
    const ebml = block(
      1,
      0x06,
      Uint8Array.of(2, 0x82, 0x40 | (difference >> 8), difference & 255),
      ...frames,
    );
    const fixed = block(1, 0x04, Uint8Array.of(2), packet(4, 1), packet(4, 2), packet(4, 3));
    const lengths = (laced: Buffer) =>
      contents(file([track(1, 2, 'A_OPUS')], openCluster(laced)), 1).map((data) => [data[0], data.length]);
    expect(lengths(xiph)).toEqual([
      [1, 2],
      [2, 300],
      [3, 2],
    ]);
    expect(lengths(ebml)).toEqual([
      [1, 2],
      [2, 300],
      [3, 2],
    ]);
    expect(lengths(fixed)).toEqual([
      [1, 4],
      [2, 4],
      [3, 4],
    ]);
  });

  it('continues at the next cluster after damage', () => {
    const bytes = file(
      [track(1, 2, 'A_OPUS')],
      openCluster(block(1, 0, packet(2, 1)), Buffer.from([0, 0, 0, 0, 0, 0])),
      openCluster(block(1, 0, packet(2, 2))),
    );
    let lost = 0;
    const found = [...webmPackets(bytes, 1, (count) => (lost += count))];
    expect(found.map(({ data }) => data[0])).toEqual([1, 2]);
    expect(lost).toBe(6);
  });

  it('says when there is no sound track, or one that is encrypted', () => {
    expect(() => webmAudioTrack(file([track(1, 1, 'V_VP8')]))).toThrow(/without an audio track/);
    const encrypted = element('ae', element('83', Uint8Array.of(2)), element('6d80'));
    expect(() => webmAudioTrack(file([encrypted]))).toThrow(/encrypted/);
  });

  it('returns the padding of a group with its last packet', () => {
    const padding = Buffer.alloc(4);
    padding.writeInt32BE(6_500_000);
    const group = element('a0', element('a1', Uint8Array.of(0x81, 0, 0, 0, 5)), element('75a2', padding));
    const bytes = file([track(1, 2, 'A_OPUS')], openCluster(block(1, 0, packet(2, 1)), group));
    const found = [...webmPackets(bytes, 1, noLoss)];
    expect(found.map(({ discardPaddingNs }) => discardPaddingNs)).toEqual([0, 6_500_000]);
  });
});

describe('EndPadding', () => {
  const count = (...pages: [decoded: number, granule: number | null][]) => {
    const padding = new EndPadding();
    for (const [decoded, granule] of pages) padding.count({ data: packet(1, 0), granule }, decoded, 48000);
    return padding.samples;
  };

  it('is the excess of the last page over its position', () => {
    expect(count([960, null], [960, 1920], [960, null], [960, 3000])).toBe(840);
    expect(count([960, 500])).toBe(460);
    expect(count([960, 960])).toBe(0);
  });

  it('compares with the page before: a recording cut out of a longer one keeps its end', () => {
    expect(count([960, 1_000_000], [960, 1_000_960])).toBe(0);
    expect(count([960, 1_000_000], [960, 1_000_900])).toBe(60);
  });

  it('is nothing when positions go backwards or packets follow', () => {
    expect(count([960, 960], [960, 10])).toBe(0);
    expect(count([960, 500], [960, null])).toBe(0);
  });
});
