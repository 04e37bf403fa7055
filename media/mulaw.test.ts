import { describe, expect, it } from 'vitest';
import {
  decodeMulaw,
  decodeMulawSample,
  decodeMulawToInt16,
  encodeMulaw,
  encodeMulawSample,
  MULAW_SILENCE,
} from './mulaw.ts';

/** Decision values of G.711 table 2a for the positive half, written out by segment, in 14-bit units. */
function decisionValues(): number[] {
  const values = [0, 1];
  let step = 2;
  let count = 15;
  for (let segment = 0; segment < 8; segment++) {
    for (let i = 0; i < count; i++) values.push(values.at(-1)! + step);
    step *= 2;
    count = 16;
  }
  return values;
}

describe('G.711 mu-law', () => {
  const decisions = decisionValues();

  it('has the decision values that the recommendation prints', () => {
    expect(decisions).toHaveLength(129);
    for (const printed of [31, 95, 223, 479, 991, 2015, 4063, 8159]) expect(decisions).toContain(printed);
  });

  it('puts all 65536 samples into the interval of the definition', () => {
    let index = 0;
    for (let magnitude = 0; magnitude <= 32768; magnitude++) {
      while (index < 127 && magnitude >= decisions[index + 1]! * 4) index++;
      // Positive codes run from 0xff (zero) down to 0x80 (the loudest); negative ones lack the top bit.
      if (magnitude < 32768 && encodeMulawSample(magnitude) !== 0xff - index) {
        expect.fail(`${magnitude} -> ${encodeMulawSample(magnitude)}, expected ${0xff - index}`);
      }
      if (magnitude > 0 && encodeMulawSample(-magnitude) !== 0x7f - index) {
        expect.fail(`${-magnitude} -> ${encodeMulawSample(-magnitude)}, expected ${0x7f - index}`);
      }
    }
    expect(index).toBe(127);
  });

  it('decodes to the middle of each interval', () => {
    expect(decodeMulawSample(0x80)).toBe(8031 * 4);
    expect(decodeMulawSample(0x00)).toBe(-8031 * 4);
    expect(decodeMulawSample(MULAW_SILENCE)).toBe(0);
    for (let index = 1; index < 128; index++) {
      const middle = (decisions[index]! + decisions[index + 1]!) * 2;
      expect(decodeMulawSample(0xff - index)).toBe(middle);
      expect(decodeMulawSample(0x7f - index)).toBe(-middle);
    }
  });

  it('errs by at most half a step: 4 near zero, doubling by segment', () => {
    for (let sample = -32635; sample <= 32635; sample++) {
      const error = Math.abs(decodeMulawSample(encodeMulawSample(sample)) - sample);
      const segment = 24 - Math.clz32(Math.abs(sample) + 132);
      if (error > 4 * 2 ** segment) expect.fail(`${sample} is off by ${error}`);
    }
  });

  it('restores every byte except negative zero', () => {
    for (let code = 0; code < 256; code++) {
      expect(encodeMulawSample(decodeMulawSample(code))).toBe(code === 0x7f ? 0xff : code);
    }
  });

  it('treats 16-bit and float samples alike', () => {
    const ints = Int16Array.of(0, 100, -100, 32767, -32768);
    const floats = Float32Array.from(ints, (x) => x / 32768);
    expect(encodeMulaw(floats)).toEqual(encodeMulaw(ints));
    expect(encodeMulaw(Float32Array.of(7, -7))).toEqual(Uint8Array.of(0x80, 0x00));
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    expect(decodeMulaw(bytes)).toEqual(Float32Array.from(decodeMulawToInt16(bytes), (x) => x / 32768));
  });
});
