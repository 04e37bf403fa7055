import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMulaw, encodeMulaw } from './mulaw.ts';
import { decodePcm16, encodePcm16 } from './pcm.ts';
import { readWav, WavError, wavFile, wavHeader } from './wav.ts';

const samples = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }))
  .map((values) => Float32Array.from(values));

describe('WAV', () => {
  it('writes the canonical 44 bytes for PCM', () => {
    const header = Buffer.from(wavHeader({ sampleRate: 24000, encoding: 'pcm16' }, 1000));
    expect(header).toHaveLength(44);
    expect(header.toString('latin1', 0, 4)).toBe('RIFF');
    expect(header.readUInt32LE(4)).toBe(36 + 1000);
    expect(header.toString('latin1', 8, 16)).toBe('WAVEfmt ');
    expect(header.readUInt16LE(20)).toBe(1);
    expect(header.readUInt16LE(22)).toBe(1);
    expect(header.readUInt32LE(24)).toBe(24000);
    expect(header.readUInt32LE(28)).toBe(48000);
    expect(header.readUInt16LE(32)).toBe(2);
    expect(header.readUInt16LE(34)).toBe(16);
    expect(header.toString('latin1', 36, 40)).toBe('data');
    expect(header.readUInt32LE(40)).toBe(1000);
  });

  it('writes an extension size and a fact chunk for mu-law', () => {
    const header = Buffer.from(wavHeader({ sampleRate: 8000, encoding: 'mulaw' }, 801));
    expect(header).toHaveLength(58);
    expect(header.readUInt32LE(4)).toBe(50 + 802);
    expect(header.readUInt32LE(16)).toBe(18);
    expect(header.readUInt16LE(20)).toBe(7);
    expect(header.readUInt32LE(28)).toBe(8000);
    expect(header.readUInt16LE(34)).toBe(8);
    expect(header.toString('latin1', 38, 42)).toBe('fact');
    expect(header.readUInt32LE(46)).toBe(801);
    expect(header.readUInt32LE(54)).toBe(801);
  });

  it('marks a stream of unknown length, which reads to its end', () => {
    for (const encoding of ['pcm16', 'mulaw'] as const) {
      const header = Buffer.from(wavHeader({ sampleRate: 8000, encoding }, null));
      expect(header.readUInt32LE(4)).toBe(0xffffffff);
      expect(header.readUInt32LE(header.length - 4)).toBe(0xffffffff);
      const audio = readWav(Buffer.concat([header, new Uint8Array(200)]));
      expect(audio.channels[0]).toHaveLength(encoding === 'pcm16' ? 100 : 200);
    }
  });

  it('reads its own output', () => {
    fc.assert(
      fc.property(samples, fc.constantFrom(8000, 22050, 48000), (input, sampleRate) => {
        const pcm = encodePcm16(input);
        expect(readWav(wavFile({ sampleRate, encoding: 'pcm16' }, pcm))).toEqual({
          sampleRate,
          encoding: 'pcm16',
          channels: [decodePcm16(pcm)],
        });
        const mulaw = encodeMulaw(input);
        const file = wavFile({ sampleRate, encoding: 'mulaw' }, mulaw);
        expect(file.length % 2).toBe(0);
        expect(readWav(file).channels).toEqual([decodeMulaw(mulaw)]);
      }),
    );
  });

  it('separates channels', () => {
    const file = wavFile(
      { sampleRate: 8000, encoding: 'pcm16', channels: 2 },
      encodePcm16(Float32Array.of(0.5, -0.5, 0.25, -0.25)),
    );
    expect(readWav(file).channels).toEqual([Float32Array.of(0.5, 0.25), Float32Array.of(-0.5, -0.25)]);
  });

  it('reads float samples, skips chunks it does not know, and survives a cut-off end', () => {
    const file = Buffer.alloc(12 + 8 + 4 + 8 + 16 + 8 + 11);
    file.write('RIFF', 0);
    file.write('WAVE', 8);
    file.write('LIST', 12);
    file.writeUInt32LE(3, 16);
    file.write('fmt ', 24);
    file.writeUInt32LE(16, 28);
    file.writeUInt16LE(3, 32);
    file.writeUInt16LE(1, 34);
    file.writeUInt32LE(16000, 36);
    file.writeUInt16LE(32, 46);
    file.write('data', 48);
    file.writeUInt32LE(400, 52);
    file.writeFloatLE(0.5, 56);
    file.writeFloatLE(-0.25, 60);
    // Reads at an odd offset, as from inside a multipart body.
    const shifted = Buffer.concat([Buffer.of(0), file]).subarray(1);
    expect(readWav(shifted)).toEqual({
      sampleRate: 16000,
      encoding: 'float32',
      channels: [Float32Array.of(0.5, -0.25)],
    });
  });

  it('throws nothing but WavError on any bytes', () => {
    const header = wavHeader({ sampleRate: 8000, encoding: 'mulaw' }, 20);
    const damaged = fc.array(fc.tuple(fc.nat(57), fc.nat(255)), { maxLength: 4 }).map((changes) => {
      const bytes = new Uint8Array(78);
      bytes.set(header);
      for (const [at, value] of changes) bytes[at] = value;
      return bytes;
    });
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array()), (bytes) => {
        try {
          readWav(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(WavError);
        }
      }),
      { numRuns: 200, interruptAfterTimeLimit: 3000 },
    );
  });

  it('refuses sizes that do not fit', () => {
    expect(() => wavHeader({ sampleRate: 8000, encoding: 'pcm16' }, 2 ** 32)).toThrow(RangeError);
  });
});
