/** For any input bytes, the result is sound or a DecodeError, in bounded memory. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { isLongForm, times } from '../../test/kit/long-form.ts';
import { decodeAudio } from './decode-audio.ts';
import { DecodeError } from './decode-error.ts';

const folder = new URL('fixtures/', import.meta.url);
const fixtures = readdirSync(folder)
  .filter((name) => !name.endsWith('.md'))
  .map((name) => ({ name, bytes: new Uint8Array(readFileSync(new URL(name, folder))) }));

/** The long form has more than 100,000 inputs: variants of these files, and other bytes. */
const MUTATIONS = times(25, 4000);
const RANDOM = times(120, 10_000);
const LONG_MS = 3_600_000;
/** The short form runs as many as fit into the time limit. */
const within = (ms: number) => (isLongForm ? {} : { interruptAfterTimeLimit: ms });

let slowestMs = 0;
let [decoded, refused] = [0, 0];
afterAll(() => {
  if (isLongForm) console.info(`${decoded} decoded, ${refused} refused, slowest ${Math.round(slowestMs)} ms`);
});

/** Returns the number of samples, or -1 for a DecodeError; throws for every other error. */
async function outcome(bytes: Uint8Array, maxSeconds = 2): Promise<number> {
  const beganMs = performance.now();
  const samples = await samplesOf(bytes, maxSeconds);
  slowestMs = Math.max(slowestMs, performance.now() - beganMs);
  if (samples < 0) refused++;
  else decoded++;
  return samples;
}

async function samplesOf(bytes: Uint8Array, maxSeconds: number): Promise<number> {
  try {
    const { samples, sampleRate } = await decodeAudio(bytes, { maxSeconds });
    expect(samples.length).toBeGreaterThan(0);
    expect(samples.length).toBeLessThanOrEqual((maxSeconds + 0.25) * sampleRate + 1);
    expect(samples.every(Number.isFinite)).toBe(true);
    return samples.length;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return -1;
  }
}

const BEGINNINGS = [
  '',
  'RIFF\0\0\0\0WAVE',
  'OggS\0\x02',
  'fLaC',
  '\x1a\x45\xdf\xa3',
  'ID3',
  '\xff\xfb\x90\x00',
  '\xff\xf8',
  '\xff\xf1\x50\x80',
  '\0\0\0\x20ftypM4A ',
];

describe('decodeAudio, on any bytes', () => {
  it('survives random bytes', { timeout: LONG_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...BEGINNINGS),
        fc.uint8Array({ maxLength: 4000 }),
        async (beginning, bytes) => {
          await outcome(Buffer.concat([Buffer.from(beginning, 'latin1'), bytes]));
        },
      ),
      { numRuns: RANDOM, ...within(3000) },
    );
  });

  it.each(fixtures)(
    '$name: survives changed bytes and missing ends',
    { timeout: LONG_MS },
    async ({ bytes }) => {
      // Half of the changes are made in the headers.
      const place = fc.oneof(fc.nat(Math.min(400, bytes.length) - 1), fc.nat(bytes.length - 1));
      const changes = fc.array(fc.tuple(place, fc.nat(255)), { maxLength: 8 });
      const length = fc.oneof({ arbitrary: fc.constant(bytes.length), weight: 2 }, fc.nat(bytes.length));
      await fc.assert(
        fc.asyncProperty(changes, length, async (edits, end) => {
          const changed = bytes.slice(0, end);
          for (const [at, value] of edits) if (at < end) changed[at] = value;
          await outcome(changed);
        }),
        { numRuns: MUTATIONS, ...within(1500) },
      );
    },
  );

  it('does not allocate memory by the claims of headers', async () => {
    const claims: Uint8Array[] = [];
    const edit = (name: string, change: (bytes: Buffer) => void) => {
      const bytes = Buffer.from(fixtures.find((fixture) => fixture.name === name)!.bytes);
      change(bytes);
      claims.push(bytes);
    };
    // A gigabyte of samples; all of 36 bits of samples; a gigabyte of setup; a tag of 256 MB; a terabyte of segment.
    edit('pcm24-11025.wave', (bytes) => bytes.writeUInt32LE(2 ** 30, bytes.indexOf('data') + 4));
    edit('16-44100.flac', (bytes) => bytes.fill(0xff, 22, 26));
    edit('vorbis-44100.ogg', (bytes) =>
      bytes.fill(0xff, bytes.indexOf('vorbis', 60) + 6, bytes.indexOf('vorbis', 60) + 10),
    );
    edit('cbr-44100.mp3', (bytes) => bytes.fill(0x7f, 6, 10));
    edit('firefox-mediarecorder.webm', (bytes) =>
      bytes.fill(0x7f, bytes.indexOf('\x18\x53\x80\x67', 'latin1') + 5, 56),
    );

    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    for (const bytes of claims) {
      await outcome(bytes);
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(most).toBeLessThan(200 * 2 ** 20);
  });

  it.each<[claim: string, fixture: string, change: (bytes: Buffer) => void]>([
    [
      'durations of frames that all lie at one place',
      'ffmpeg-44100.m4a',
      (bytes) => {
        bytes.writeUInt32BE(2 ** 30, bytes.indexOf('stts') + 12);
        bytes.writeUInt32BE(200, bytes.indexOf('stsz') + 8);
        bytes.writeUInt32BE(1, bytes.indexOf('stsc') + 16);
      },
    ],
    [
      'offsets of frames',
      'ffmpeg-44100.m4a',
      (bytes) => {
        const at = bytes.indexOf('sgpd');
        bytes.write('ctts', at);
        bytes.writeUInt32BE(1, at + 8);
        bytes.writeUInt32BE(2 ** 30, at + 12);
        bytes.writeUInt32BE(2 ** 30, bytes.indexOf('stts') + 12);
      },
    ],
    [
      'frames in a chunk',
      'ffmpeg-44100.m4a',
      (bytes) => bytes.writeUInt32BE(2 ** 30, bytes.indexOf('stsc') + 16),
    ],
    [
      'frames in a fragment',
      'ffmpeg-fragmented.mov',
      (bytes) => {
        const at = bytes.indexOf('trun');
        bytes.writeUInt32BE(1, at + 4);
        bytes.writeUInt32BE(2 ** 30, at + 8);
      },
    ],
  ])('goes through no table of an MP4 file that claims a thousand million %s', async (_, name, change) => {
    const bytes = Buffer.from(fixtures.find((fixture) => fixture.name === name)!.bytes);
    change(bytes);
    expect(await outcome(bytes)).toBe(-1);
  });

  it('is done with hostile repetition', async () => {
    // At each of its beginnings, a reader searches far ahead.
    const page = Buffer.alloc(27 + 255, 0xff);
    page.write('OggS\0\0', 'latin1');
    page.fill(0, 6, 26);
    const frame = Buffer.from([0xff, 0xf8, 0xc9, 0xa8, 0x00, 0x00]);
    const patterns = [
      page,
      frame,
      Buffer.from('\x1f\x43\xb6\x75\x01\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
      Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'),
    ];
    for (const pattern of patterns) {
      for (const beginning of BEGINNINGS) {
        const bytes = Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.alloc(300_000, pattern)]);
        expect(await outcome(bytes)).toBe(-1);
      }
    }
  });
});
