import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { webmAudioTrack, webmPackets } from '../decode/webm.ts';
import { cutAt } from './testing.ts';
import { WebmDemuxer } from './webm-demuxer.ts';

const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../decode/fixtures/${name}`, import.meta.url));
const RECORDINGS = ['chromium-mediarecorder.webm', 'firefox-mediarecorder.webm', 'ffmpeg-opus-stereo.webm'];

interface Heard {
  readonly tracks: string[];
  readonly frames: string[];
  faults: number;
}

/** Collects all output for a stream that is cut as given. */
function demux(pieces: readonly Uint8Array[]): Heard {
  const heard: Heard = { tracks: [], frames: [], faults: 0 };
  const demuxer = new WebmDemuxer({
    track: ({ codecId }) => heard.tracks.push(codecId),
    frame: (data) => heard.frames.push(Buffer.from(data).toString('hex')),
    fault: () => heard.faults++,
  });
  for (const piece of pieces) {
    const lent = Buffer.from(piece);
    demuxer.push(lent);
    // The demuxer must not read the lent bytes later.
    lent.fill(0xaa);
  }
  return heard;
}

function wholeFile(bytes: Uint8Array): string[] {
  const { number } = webmAudioTrack(bytes);
  return Array.from(
    webmPackets(bytes, number, () => {}),
    ({ data }) => Buffer.from(data).toString('hex'),
  );
}

const element = (id: readonly number[], body: Uint8Array): Buffer =>
  Buffer.concat([Uint8Array.from(id), vint(body.length), body]);
const vint = (value: number): Buffer => {
  const coded = Buffer.alloc(4);
  coded.writeUInt32BE(0x10000000 + value);
  return coded;
};
const UNKNOWN = Uint8Array.of(0xff);
const trackEntry = (number: number, type: number, codec: string): Buffer =>
  element(
    [0xae],
    Buffer.concat([
      element([0xd7], Uint8Array.of(number)),
      element([0x83], Uint8Array.of(type)),
      element([0x86], Buffer.from(codec)),
    ]),
  );
const head = (...tracks: readonly Buffer[]): Buffer =>
  Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], Buffer.from('EBML')),
    Uint8Array.of(0x18, 0x53, 0x80, 0x67),
    UNKNOWN,
    element([0x16, 0x54, 0xae, 0x6b], Buffer.concat(tracks)),
  ]);
const CLUSTER = Buffer.concat([Uint8Array.of(0x1f, 0x43, 0xb6, 0x75), UNKNOWN]);
const simpleBlock = (track: number, flags: number, body: Uint8Array): Buffer =>
  element([0xa3], Buffer.concat([Uint8Array.of(0x80 | track, 0, 0, flags), body]));
const SOUND = head(trackEntry(1, 2, 'A_OPUS'));

describe('a live WebM stream', () => {
  it.each(RECORDINGS)('%s: the same frames as the whole file, cut into single bytes', (name) => {
    const bytes = fixture(name);
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(demux(pieces)).toEqual({ tracks: ['A_OPUS'], frames: wholeFile(bytes), faults: 0 });
    expect(wholeFile(bytes).length).toBeGreaterThan(15);
  });

  it('gives the same for any chunking, also of a damaged stream', () => {
    const recordings = RECORDINGS.map(fixture);
    const damages = fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...recordings),
        damages,
        fc.array(fc.nat(6000)),
        (original, spoilt, cuts) => {
          const bytes = Uint8Array.from(original);
          for (const [place, byte] of spoilt) bytes[Math.floor(place * bytes.length)] = byte;
          expect(demux(cutAt(bytes, cuts))).toEqual(demux([bytes]));
        },
      ),
      { interruptAfterTimeLimit: 2500 },
    );
  });

  it('survives any bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), (pieces) => {
        demux([SOUND, CLUSTER, ...pieces]);
      }),
      { interruptAfterTimeLimit: 1000 },
    );
  });

  it('takes apart blocks with every lacing', () => {
    const frames = [3, 260, 5, 7].map((length, i) => Buffer.alloc(length, i + 1));
    const joined = Buffer.concat(frames);
    const even = [1, 2, 3].map((fill) => Buffer.alloc(4, fill));
    const stream = [
      SOUND,
      CLUSTER,
      // Xiph, fixed and EBML lacing (RFC 9559, section 10.3).
      simpleBlock(1, 0x02, Buffer.concat([Uint8Array.of(3, 3, 255, 5, 5), joined])),
      simpleBlock(1, 0x04, Buffer.concat([Uint8Array.of(2), ...even])),
      simpleBlock(1, 0x06, Buffer.concat([Uint8Array.of(3, 0x83, 0x61, 0x00, 0x5f, 0x00), joined])),
    ];
    const expected = [...frames, ...even].map((frame) => frame.toString('hex'));
    const { frames: found, faults } = demux(stream);
    expect(faults).toBe(0);
    expect(found.slice(0, 7)).toEqual(expected);
    // 257 more, then 255 less.
    expect(found.slice(7).map((hex) => hex.length / 2)).toEqual([3, 260, 5, 7]);
  });

  it('listens to the first sound track and steps over pictures, however large', () => {
    const stream = [
      head(trackEntry(1, 1, 'V_VP8'), trackEntry(2, 2, 'A_OPUS'), trackEntry(3, 2, 'A_OPUS')),
      CLUSTER,
      simpleBlock(1, 0, Buffer.alloc(300_000, 9)),
      simpleBlock(2, 0, Buffer.from('sound')),
      simpleBlock(3, 0, Buffer.from('other')),
    ];
    expect(demux(stream).frames).toEqual([Buffer.from('sound').toString('hex')]);
  });

  it('finds the next cluster after damage, and says that there was some', () => {
    const good = [CLUSTER, simpleBlock(1, 0, Buffer.from('good'))];
    const endless = Buffer.concat([Uint8Array.of(0xec, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xf0)]);
    const heard = demux([SOUND, ...good, Buffer.alloc(40), ...good, endless, Buffer.from('lost'), ...good]);
    expect(heard.frames).toHaveLength(3);
    expect(heard.faults).toBe(2);
  });

  it('continues with a restarted recording', () => {
    const again = head(trackEntry(7, 2, 'A_OPUS'));
    const heard = demux([SOUND, CLUSTER, simpleBlock(1, 0, Buffer.from('a')), again, CLUSTER]);
    expect(heard.tracks).toEqual(['A_OPUS', 'A_OPUS']);
    const next = demux([SOUND, CLUSTER, again, CLUSTER, simpleBlock(7, 0, Buffer.from('b'))]);
    expect(next.frames).toEqual([Buffer.from('b').toString('hex')]);
  });
});
