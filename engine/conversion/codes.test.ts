import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CodesError, decodeCodes, encodeCodes, fromSteps, quantise, type SpeakerCodes } from './codes.ts';
import { EQUALISER_TAPS } from './equaliser.ts';
import { CEPSTRUM_SIZE } from './mel-cepstrum.ts';
import { MORPH_SIZE } from './voice-morph.ts';

const row = (value: number): Float32Array => new Float32Array(CEPSTRUM_SIZE).fill(value);
const EXAMPLE: SpeakerCodes = {
  pitch: { mean: 5, deviation: 0.2 },
  mean: row(1),
  deviation: row(0.5),
  symbols: ['', 'a', 'tʃ'],
  exemplars: quantise(Float32Array.from({ length: 2 * CEPSTRUM_SIZE }, (_, i) => Math.sin(i))),
  symbolOf: Uint16Array.of(1, 2),
  position: Uint8Array.of(0, 255),
  voiced: Uint8Array.of(1, 0),
  prompts: [{ model: 'a model', latents: Float32Array.of(0.5, -1) }],
  bases: [
    {
      key: 'kokoro:af_heart.bin',
      morph: {
        timbre: Float32Array.from({ length: MORPH_SIZE }, (_, i) => Math.fround(i / 100)),
        pitch: { from: 5.1, to: 4.8, slope: 0.9 },
        equaliser: Float32Array.from({ length: EQUALISER_TAPS }, (_, i) => (i === 0 ? 1 : 0)),
        isConverted: true,
      },
      sampleRate: 24_000,
      pitch: { mean: 4.8, deviation: 0.1 },
      warp: 1,
      level: 0,
      mean: row(0),
      slope: row(1),
      averaged: row(0),
      variance: row(1),
      residuals: null,
    },
    {
      key: 'espeak+f1',
      morph: null,
      sampleRate: 22_050,
      pitch: { mean: 4.6, deviation: 0.1 },
      warp: 1.12,
      level: -0.3,
      mean: row(2),
      slope: row(1.1),
      averaged: row(3),
      variance: row(1.2),
      residuals: null,
    },
  ],
};

test('codes come back as they were', () => {
  expect(decodeCodes(encodeCodes(EXAMPLE))).toEqual(EXAMPLE);
});

test('they are read in place from shared memory, at any offset', () => {
  const bytes = encodeCodes(EXAMPLE);
  for (const offset of [0, 8, 3]) {
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length + 8), offset, bytes.length);
    shared.set(bytes);
    const decoded = decodeCodes(shared);
    expect(decoded).toEqual(EXAMPLE);
    if (offset % 8 === 0) expect(decoded.exemplars.buffer).toBe(shared.buffer);
  }
});

test('the rounding of cepstra is inaudible', () => {
  for (const value of [-7.3, 0, 0.001, 12.9]) {
    expect(fromSteps(quantise(Float32Array.of(value))[0]!)).toBeCloseTo(value, 3);
  }
});

test('codes of another version say so', () => {
  const bytes = encodeCodes(EXAMPLE);
  bytes[4] = 99;
  expect(() => decodeCodes(bytes)).toThrow('another version (99)');
});

test.each(['-8', '0.5', '1e99'])('an array that begins at %s by its header is damage', (at) => {
  const bytes = encodeCodes(EXAMPLE);
  const header = Buffer.from(bytes).toString('latin1');
  // The replacement has as many characters, so that the header's length stays correct.
  const changed = header.replace(/"at":\d{3,}/, (found) => `"at":${at}`.padEnd(found.length));
  expect(changed).not.toBe(header);
  expect(() => decodeCodes(Buffer.from(changed.slice(0, header.length), 'latin1'))).toThrow(CodesError);
});

test('damaged bytes are codes or an error, and never read beyond their end', () => {
  const bytes = encodeCodes(EXAMPLE);
  fc.assert(
    fc.property(
      fc.nat(bytes.length),
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 4 }),
      (length, changes) => {
        const damaged = Uint8Array.from(bytes);
        for (const [at, value] of changes) damaged[at] = value;
        try {
          decodeCodes(damaged.subarray(0, length));
        } catch (error) {
          expect(error).toBeInstanceOf(CodesError);
        }
      },
    ),
    { numRuns: 500 },
  );
});
