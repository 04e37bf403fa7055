import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeMulaw } from '../mulaw.ts';
import { wavHeader } from '../wav.ts';
import { decodeAlawSample } from './alaw.ts';
import { decodeAudio } from './decode-audio.ts';
import { DecodeError } from './decode-error.ts';
import { referenceSound } from './testing.ts';

const sound = referenceSound(11025);

interface Encoding {
  readonly code: number;
  readonly bits: number;
  readonly container?: number;
  write(view: DataView, at: number, sample: number): void;
}

const ENCODINGS: Record<string, Encoding> = {
  'PCM of 8 bits': { code: 1, bits: 8, write: (view, at, x) => view.setUint8(at, Math.round(x * 127) + 128) },
  'PCM of 16 bits': {
    code: 1,
    bits: 16,
    write: (view, at, x) => view.setInt16(at, Math.round(x * 32767), true),
  },
  'PCM of 20 bits in 24': { code: 1, bits: 20, container: 24, write: write24 },
  'PCM of 24 bits': { code: 1, bits: 24, write: write24 },
  'PCM of 32 bits': {
    code: 1,
    bits: 32,
    write: (view, at, x) => view.setInt32(at, Math.round(x * (2 ** 31 - 1)), true),
  },
  'float of 32 bits': { code: 3, bits: 32, write: (view, at, x) => view.setFloat32(at, x, true) },
  'float of 64 bits': { code: 3, bits: 64, write: (view, at, x) => view.setFloat64(at, x, true) },
  'mu-law': {
    code: 7,
    bits: 8,
    write: (view, at, x) => view.setUint8(at, encodeMulaw(Float32Array.of(x))[0]!),
  },
};

function write24(view: DataView, at: number, x: number): void {
  const value = Math.round(x * (2 ** 23 - 1));
  view.setUint8(at, value & 255);
  view.setInt16(at + 1, value >> 8, true);
}

interface FileOptions {
  readonly channels?: number;
  readonly extensible?: boolean;
  readonly riff?: string;
  /** Written in place of the length of the samples. */
  readonly dataSize?: number;
  readonly ds64?: number;
  readonly trailer?: Uint8Array;
}

function file(encoding: Encoding, options: FileOptions = {}): Uint8Array {
  const { channels = 1, extensible = false, riff = 'RIFF', ds64, trailer = Buffer.alloc(0) } = options;
  const { code, bits, container = bits } = encoding;
  const format = Buffer.alloc(extensible ? 40 : 16);
  format.writeUInt16LE(extensible ? 0xfffe : code, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(11025, 4);
  format.writeUInt32LE((11025 * channels * container) / 8, 8);
  format.writeUInt16LE((channels * container) / 8, 12);
  format.writeUInt16LE(extensible ? container : bits, 14);
  if (extensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(bits, 18);
    format.writeUInt16LE(code, 24);
    format.set(Buffer.from('000000001000800000aa00389b71', 'hex'), 26);
  }
  const data = Buffer.alloc((sound.length * channels * container) / 8);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let i = 0; i < sound.length * channels; i++) {
    encoding.write(view, (i * container) / 8, sound[Math.floor(i / channels)]!);
  }
  const chunk = (name: string, body: Uint8Array, size = body.length) => {
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32LE(size, 4);
    return Buffer.concat([head, body]);
  };
  const sizes = Buffer.alloc(28);
  sizes.writeBigUInt64LE(BigInt(ds64 ?? 0), 8);
  return Buffer.concat([
    Buffer.from(`${riff}\0\0\0\0WAVE`, 'latin1'),
    ds64 === undefined ? Buffer.alloc(0) : chunk('ds64', sizes),
    chunk('fmt ', format),
    chunk('data', data, options.dataSize ?? data.length),
    trailer,
  ]);
}

async function expectSound(bytes: Uint8Array, tolerance: number): Promise<void> {
  const { samples, sampleRate, format } = await decodeAudio(bytes, { maxSeconds: 1 });
  expect({ length: samples.length, sampleRate, format }).toEqual({
    length: sound.length,
    sampleRate: 11025,
    format: 'wav',
  });
  const worst = samples.reduce((most, sample, i) => Math.max(most, Math.abs(sample - sound[i]!)), 0);
  expect(worst).toBeLessThan(tolerance);
}

describe('decodeAudio, WAV', () => {
  describe.each(Object.entries(ENCODINGS))('%s', (_, encoding) => {
    const steps =
      encoding.code === 7 ? 0.02 : encoding.code === 3 ? 1e-7 : 1.6 / 2 ** (encoding.bits - 1) + 1e-7;

    it('in its plain and its extensible form', async () => {
      await expectSound(file(encoding), steps);
      await expectSound(file(encoding, { extensible: true }), steps);
    });

    it('with one to eight channels', async () => {
      for (let channels = 1; channels <= 8; channels++) {
        await expectSound(file(encoding, { channels }), steps + 1e-6);
      }
    });

    it('as recorders leave it that never knew its length', async () => {
      for (const dataSize of [0, 0xffffffff, 0x7fffffff])
        await expectSound(file(encoding, { dataSize }), steps);
    });
  });

  it('with 64-bit sizes, and a chunk after the samples', async () => {
    const encoding = ENCODINGS['PCM of 16 bits']!;
    const trailer = Buffer.from('LIST\x08\0\0\0INFOtext', 'latin1');
    const long = { dataSize: 0xffffffff, ds64: 2 * sound.length, trailer };
    await expectSound(file(encoding, { ...long, riff: 'RF64' }), 1e-4);
    await expectSound(file(encoding, { ...long, riff: 'BW64' }), 1e-4);
    await expectSound(file(encoding, { trailer }), 1e-4);
  });

  it('names formats that it does not decode', async () => {
    const adpcm = { ...ENCODINGS['PCM of 16 bits']!, code: 0x11 };
    const nine = file(ENCODINGS['PCM of 16 bits']!, { channels: 9 });
    const cases: [Uint8Array, RegExp][] = [
      [file(adpcm), /IMA ADPCM.*Convert/],
      [nine, /9 channels \(at most 8\)/],
    ];
    for (const [bytes, message] of cases) {
      await expect(decodeAudio(bytes, { maxSeconds: 1 })).rejects.toMatchObject({
        reason: 'unsupported',
        message: expect.stringMatching(message),
      });
    }
  });

  it('refuses headers without samples, rates or channels', async () => {
    const header = wavHeader({ sampleRate: 8000, encoding: 'pcm16' }, 4);
    const cut = header.subarray(0, 36);
    const noChannels = Buffer.concat([header, Buffer.alloc(4)]);
    noChannels.writeUInt16LE(0, 22);
    for (const bytes of [cut, noChannels]) {
      await expect(decodeAudio(bytes, { maxSeconds: 1 })).rejects.toMatchObject({ reason: 'damaged' });
    }
  });

  it('returns sound or throws a DecodeError for any format chunk', async () => {
    const whole = file(ENCODINGS['PCM of 16 bits']!).slice(0, 200);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.nat(3), async (format, code) => {
        const bytes = whole.slice();
        bytes.set(format, 20);
        bytes[20] = code;
        bytes[21] = 0;
        await decodeAudio(bytes, { maxSeconds: 1 }).catch((error: unknown) => {
          expect(error).toBeInstanceOf(DecodeError);
        });
      }),
      { interruptAfterTimeLimit: 2000 },
    );
  });
});

describe('A-law', () => {
  it('has the values of the recommendation, scaled to 16 bits', () => {
    // Table 1a: the first, the last and the ends of two segments; every even bit is inverted on the wire.
    const wire = (bits: number) => bits ^ 0x55;
    expect(decodeAlawSample(wire(0b1000_0000))).toBe(1 * 8);
    expect(decodeAlawSample(wire(0b1111_1111))).toBe(4032 * 8);
    expect(decodeAlawSample(wire(0b0111_1111))).toBe(-4032 * 8);
    expect(decodeAlawSample(wire(0b1001_0000))).toBe(33 * 8);
    expect(decodeAlawSample(wire(0b1010_0000))).toBe(66 * 8);
  });
});
