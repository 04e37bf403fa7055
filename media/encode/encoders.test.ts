import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeAudio } from '../decode/decode-audio.ts';
import { oggPackets, oggStreams } from '../decode/ogg.ts';
import { matchReference, REFERENCE_SECONDS, referenceSound } from '../decode/testing.ts';
import { BEGINS_STREAM, ENDS_STREAM } from '../ogg-page.ts';
import { floatToInt16 } from '../pcm.ts';
import { readWav } from '../wav.ts';
import type { AudioEncoder } from './audio-encoder.ts';
import { createEncoder, ENCODED_FORMATS, type EncodedFormat } from './create-encoder.ts';
import { FlacEncoder } from './flac.ts';
import { OggOpusEncoder } from './ogg-opus.ts';

const RATES = [8000, 16_000, 24_000];

async function encodeWith(encoder: AudioEncoder, pieces: readonly Int16Array[]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (const piece of pieces) parts.push(await encoder.push(piece));
  return Buffer.concat([...parts, await encoder.finish()]);
}

async function encode(format: EncodedFormat, rate: number, pieces: readonly Int16Array[]): Promise<Buffer> {
  return encodeWith(await createEncoder(format, rate), pieces);
}

const decode = (bytes: Uint8Array) => decodeAudio(bytes, { maxSeconds: 60 });
const sound = (rate: number): Int16Array => floatToInt16(referenceSound(rate));

/** Cuts the whole into pieces of these lengths. */
function cut(whole: Int16Array, lengths: readonly number[]): Int16Array[] {
  const pieces: Int16Array[] = [];
  let at = 0;
  for (const length of lengths) {
    pieces.push(whole.subarray(at, at + length));
    at += length;
  }
  return [...pieces, whole.subarray(at)];
}

describe.each(RATES)('at %i Hz', (rate) => {
  test.each(['flac', 'wav'] as const)('%s decodes to the same samples', async (format) => {
    const samples = sound(rate);
    const decoded = await decode(await encode(format, rate, [samples]));
    expect(decoded).toMatchObject({ sampleRate: rate, channels: 1, format });
    expect(floatToInt16(decoded.samples)).toEqual(samples);
  });

  test('opus decodes to the sound, exactly as long and without a delay', async () => {
    const decoded = await decode(await encode('opus', rate, [sound(rate)]));
    expect(decoded).toMatchObject({ sampleRate: 48_000, channels: 1, format: 'ogg-opus' });
    expect(decoded.samples).toHaveLength(REFERENCE_SECONDS * 48_000);
    const { correlation, lag, gain } = matchReference(decoded.samples, 48_000, -200, 200);
    expect(correlation).toBeGreaterThan(0.97);
    // Lower rates come out of a resampler inside the codec, whose delay is not whole.
    expect(Math.abs(lag)).toBeLessThanOrEqual(4);
    expect(gain).toBeCloseTo(1, 1);
  });

  test('mp3 decodes to the sound after the delay of its encoder', async () => {
    const decoded = await decode(await encode('mp3', rate, [sound(rate)]));
    expect(decoded).toMatchObject({ sampleRate: rate, channels: 1, format: 'mp3' });
    const { correlation, lag, gain } = matchReference(decoded.samples, rate, 0, 3000);
    expect(correlation).toBeGreaterThan(0.99);
    expect(gain).toBeCloseTo(1, 1);
    expect(lag).toBe(1105);
    // The end is complete, and little is added.
    const frame = 576;
    expect(decoded.samples.length).toBeGreaterThanOrEqual(REFERENCE_SECONDS * rate + lag);
    expect(decoded.samples.length).toBeLessThan(REFERENCE_SECONDS * rate + lag + 4 * frame);
  });

  test('aac decodes to the whole sound', async () => {
    const decoded = await decode(await encode('aac', rate, [sound(rate)]));
    // The decoder leaves room for the upper half that HE-AAC would add, which delays it, and skips the first frame.
    const heard = 2 * rate;
    expect(decoded).toMatchObject({ sampleRate: heard, channels: 1, format: 'aac' });
    const { correlation, lag, gain } = matchReference(decoded.samples, heard, 0, 6000);
    expect(correlation).toBeGreaterThan(0.98);
    expect(gain).toBeCloseTo(1, 1);
    expect(lag).toBe(962);
    const added = decoded.samples.length - REFERENCE_SECONDS * heard;
    expect(added).toBeGreaterThanOrEqual(0);
    expect(added).toBeLessThan(2 * 1024);
  });
});

test('pcm is the samples, little endian', async () => {
  const bytes = await encode('pcm', 24_000, [Int16Array.of(1, -2), Int16Array.of(), Int16Array.of(32767)]);
  expect([...bytes]).toEqual([1, 0, 0xfe, 0xff, 0xff, 0x7f]);
});

test('a WAV file says that its length is open, once', async () => {
  const bytes = await encode('wav', 24_000, [Int16Array.of(5), Int16Array.of(6)]);
  expect(bytes).toHaveLength(48);
  expect(bytes.readUInt32LE(40)).toBe(0xffffffff);
  expect(floatToInt16(readWav(bytes).channels[0]!)).toEqual(Int16Array.of(5, 6));
});

const FACTORIES: Readonly<Record<EncodedFormat, () => Promise<AudioEncoder>>> = {
  ...(Object.fromEntries(
    ENCODED_FORMATS.map((format) => [format, () => createEncoder(format, 24_000)]),
  ) as Record<EncodedFormat, () => Promise<AudioEncoder>>),
  // Without this each stream has a different serial number.
  opus: async () => new OggOpusEncoder(24_000, { serial: 7 }),
};

test.each(ENCODED_FORMATS)('%s: any chunking gives the same bytes', async (format) => {
  const samples = sound(24_000);
  const whole = await encodeWith(await FACTORIES[format](), [samples]);
  const lengths = fc.array(fc.nat({ max: 5000 }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(lengths, async (some) => {
      const bytes = await encodeWith(await FACTORIES[format](), cut(samples, some));
      expect(bytes.equals(whole)).toBe(true);
    }),
    // Each sound in AAC starts a thread.
    { numRuns: format === 'aac' ? 3 : 12, interruptAfterTimeLimit: 2000 },
  );
});

test.each(ENCODED_FORMATS)('%s: most of a sound has come when its last piece goes in', async (format) => {
  const encoder = await createEncoder(format, 24_000);
  const pieces = cut(sound(24_000), [6000, 6000]);
  const early: number[] = [];
  for (const piece of pieces) early.push((await encoder.push(piece)).length);
  const whole = early.reduce((sum, length) => sum + length, (await encoder.finish()).length);
  expect(early[0]).toBeGreaterThan(whole / 8);
  expect(early[0]! + early[1]! + early[2]!).toBeGreaterThan(whole * 0.7);
});

test('opus: pages follow one another, and only the first and the last say so', async () => {
  const bytes = await encodeWith(new OggOpusEncoder(24_000, { serial: 0xfedcba98 }), [sound(24_000)]);
  const pages: { flags: number; granule: number; sequence: number }[] = [];
  for (let at = bytes.indexOf('OggS'); at >= 0; at = bytes.indexOf('OggS', at + 4)) {
    expect(bytes.readUInt32LE(at + 14)).toBe(0xfedcba98);
    pages.push({
      flags: bytes[at + 5]!,
      granule: Number(bytes.readBigInt64LE(at + 6)),
      sequence: bytes.readUInt32LE(at + 18),
    });
  }
  expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, i) => i));
  expect(pages.map(({ flags }) => flags)).toEqual([
    BEGINS_STREAM,
    ...new Array<number>(pages.length - 2).fill(0),
    ENDS_STREAM,
  ]);
  expect(pages.map(({ granule }) => granule)).toEqual(
    pages.map(({ granule }) => granule).toSorted((a, b) => a - b),
  );
  expect(pages.at(-1)?.granule).toBe(312 + REFERENCE_SECONDS * 48_000);
  // The reader checks the checksums.
  const { serial } = oggStreams(bytes)[0]!;
  const packets = [...oggPackets(bytes, serial, () => expect.unreachable())];
  expect(packets).toHaveLength(2 + Math.ceil((REFERENCE_SECONDS * 24_000 + 156) / 480));
});

test('opus: every length comes back to the sample', async () => {
  const lengths = fc.integer({ min: 1, max: 6000 });
  await fc.assert(
    fc.asyncProperty(lengths, async (length) => {
      const bytes = await encodeWith(new OggOpusEncoder(24_000), [sound(24_000).subarray(0, length)]);
      expect((await decode(bytes)).samples).toHaveLength(2 * length);
    }),
    { numRuns: 15, interruptAfterTimeLimit: 2000 },
  );
});

describe('flac', () => {
  const encodeFlac = (samples: Int16Array): Promise<Buffer> => encodeWith(new FlacEncoder(24_000), [samples]);
  const there = async (samples: Int16Array): Promise<void> => {
    const decoded = await decode(await encodeFlac(samples));
    // This decoder's full scale is 32767.
    expect(Int16Array.from(decoded.samples, (sample) => Math.round(sample * 32767))).toEqual(samples);
  };

  test.each([
    ['one sample', Int16Array.of(-3)],
    ['silence', new Int16Array(5000)],
    ['a level that never changes', new Int16Array(5000).fill(-32768)],
    ['the largest steps there are', Int16Array.from({ length: 5000 }, (_, i) => (i % 2 ? 32767 : -32768))],
    ['a block exactly', sound(24_000).subarray(4000, 4000 + 2304)],
    ['an odd rest', sound(24_000).subarray(0, 2304 + 17)],
  ])('%s comes back', (_what, samples) => there(samples));

  test('any samples come back', async () => {
    // Steps of every length, from smooth to noise.
    const values = fc.int16Array({ minLength: 1, maxLength: 3000, size: 'max' });
    const shift = fc.integer({ min: 0, max: 15 });
    await fc.assert(
      fc.asyncProperty(values, shift, (samples, by) => there(samples.map((sample) => sample >> by))),
      { numRuns: 25, interruptAfterTimeLimit: 3000 },
    );
  });

  test('an hour of frames is counted: numbers that take one, two and three bytes', async () => {
    const encoder = new FlacEncoder(8000);
    const block = new Int16Array(2304 * 100).fill(1);
    const parts = Array.from({ length: 22 }, () => encoder.push(block));
    const bytes = Buffer.concat([...parts, encoder.finish()]);
    const decoded = await decodeAudio(bytes, { maxSeconds: 1000 });
    expect(decoded.samples).toHaveLength(22 * block.length);
  });

  test('speech gets smaller', async () => {
    const samples = sound(24_000);
    expect((await encodeFlac(samples)).length).toBeLessThan(samples.length * 2 * 0.6);
  });
});
