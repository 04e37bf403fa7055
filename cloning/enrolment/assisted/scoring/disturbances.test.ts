import { describe, expect, test } from 'vitest';
import { clickStrengths } from './disturbances.ts';
import { BURST, type TakeSound, VOWEL } from './take-sound.ts';

const CLICK = [0.3, 1, -0.8, 0.5, -0.2];

/** Half a second of a deep voice on one vowel: 80 pulses a second with a resonance at 700 Hz and a little hiss. */
function vowel(sampleRate: number): Float32Array {
  const period = sampleRate / 80;
  let seed = 1;
  return Float32Array.from({ length: sampleRate / 2 }, (_, i) => {
    const t = (i % period) / sampleRate;
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const hiss = 0.02 * (seed / 2 ** 31 - 1);
    return Math.exp(-300 * t) * (0.5 * Math.sin(2 * Math.PI * 700 * t) + hiss);
  });
}

function strongest(samples: Float32Array, sampleRate: number, phone = VOWEL): number {
  const phones = new Uint8Array(51).fill(phone);
  return Math.max(...clickStrengths({ samples, sampleRate, phones } as TakeSound, 0, 500));
}

describe.each([16_000, 22_050, 48_000])('at %d samples a second', (sampleRate) => {
  test('the pulses of a voice are not clicks', () => {
    expect(strongest(vowel(sampleRate), sampleRate)).toBeLessThan(6);
  });

  test('a click between them is, and not where a plosive may be', () => {
    const samples = vowel(sampleRate);
    const at = Math.round(0.256 * sampleRate);
    for (const [i, x] of CLICK.entries()) samples[at + i]! += 0.25 * x;
    expect(strongest(samples, sampleRate)).toBeGreaterThan(10);
    expect(strongest(samples, sampleRate, BURST)).toBe(-Infinity);
  });
});
