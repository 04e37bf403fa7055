import { describe, expect, it } from 'vitest';
import { downmix } from './downmix.ts';
import { matchReference, referenceSound } from './testing.ts';

const RATE = 8000;
const voice = referenceSound(RATE);
const scaled = (gain: number) => voice.map((sample) => sample * gain);
const gainOf = (channels: Float32Array[]) => matchReference(downmix(channels), RATE, 0, 0);
/** Noise that is uncorrelated with the voice, and between seeds. */
function noise(seed: number, amplitude: number): Float32Array {
  let state = seed;
  return Float32Array.from(voice, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return amplitude * (state / 2 ** 31 - 1);
  });
}

describe('downmix', () => {
  it('averages channels that say the same', () => {
    expect(gainOf([scaled(1), scaled(0.5)]).gain).toBeCloseTo(0.75, 5);
    expect(gainOf([scaled(1), scaled(1), scaled(1), scaled(1)]).gain).toBeCloseTo(1, 5);
  });

  it('copies a single channel', () => {
    const mixed = downmix([voice]);
    expect(mixed).toEqual(voice);
    expect(mixed).not.toBe(voice);
  });

  it('leaves out channels that are silent, or hum far below', () => {
    expect(gainOf([scaled(1), scaled(0)]).gain).toBeCloseTo(1, 5);
    expect(gainOf([noise(1, 0.005), scaled(1), scaled(0), noise(2, 0.003)])).toMatchObject({
      gain: expect.closeTo(1, 5),
      correlation: expect.closeTo(1, 5),
    });
  });

  it('turns channels of opposite polarity over instead of cancelling them', () => {
    expect(gainOf([scaled(1), scaled(-1)]).gain).toBeCloseTo(1, 5);
    expect(gainOf([scaled(0.5), scaled(-1), scaled(1)]).gain).toBeCloseTo(-5 / 6, 5);
  });

  it('is not misled by an offset at 0 Hz', () => {
    const offset = new Float32Array(voice.length).fill(0.9);
    expect(gainOf([offset, scaled(0.5)]).gain).toBeCloseTo(0.5, 3);
  });

  it('falls back on the loudest channel when the rest cancels it all the same', () => {
    // The second and third correlate weakly with the first and cancel one another, so a third of the voice would
    // remain.
    const apart = noise(3, 0.05);
    const channels = [1, -1].map((sign) => apart.map((sample, i) => 0.05 * voice[i]! + sign * sample));
    expect(gainOf([voice, ...channels])).toMatchObject({ gain: 1, correlation: expect.closeTo(1, 9) });
  });

  it('returns silence for silence', () => {
    expect(downmix([new Float32Array(3), new Float32Array(3)])).toEqual(new Float32Array(3));
    expect(downmix([new Float32Array(0)])).toHaveLength(0);
  });
});
