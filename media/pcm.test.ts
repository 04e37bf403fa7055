import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodePcm16,
  decodePcm16ToInt16,
  encodePcm16,
  floatToInt16,
  int16ToFloat,
  quantizeSample,
} from './pcm.ts';

describe('16-bit PCM', () => {
  it('carries every 16-bit value through float and bytes unchanged', () => {
    const all = Int16Array.from({ length: 65536 }, (_, i) => i - 32768);
    expect(floatToInt16(int16ToFloat(all))).toEqual(all);
    expect(decodePcm16ToInt16(encodePcm16(int16ToFloat(all)))).toEqual(all);
  });

  it('writes little endian', () => {
    expect([...encodePcm16(Float32Array.of(0x1234 / 32768, -1))]).toEqual([0x34, 0x12, 0x00, 0x80]);
  });

  it('clips instead of wrapping, and makes silence of NaN', () => {
    expect([1, 1.5, Infinity, -1, -2, -Infinity, NaN].map(quantizeSample)).toEqual([
      32767, 32767, 32767, -32768, -32768, -32768, 0,
    ]);
  });

  it('rounds to the nearest step', () => {
    fc.assert(
      fc.property(fc.float({ min: -1, max: Math.fround(0.9999), noNaN: true }), (x) => {
        const [back] = decodePcm16(encodePcm16(Float32Array.of(x)));
        expect(Math.abs(back! - x)).toBeLessThanOrEqual(0.5 / 32768);
      }),
    );
  });

  it('reads from an odd offset and refuses half a sample', () => {
    expect(decodePcm16ToInt16(Uint8Array.of(9, 1, 0, 255, 255).subarray(1))).toEqual(Int16Array.of(1, -1));
    expect(() => decodePcm16(new Uint8Array(3))).toThrow(RangeError);
  });
});
