/** Test signals: a voice made of pulses and resonances, and the tokens of its content. */

import { HOP_SAMPLES } from './base-pitch.ts';
import type { Token } from './content-keys.ts';

export const TEST_RATE = 22_050;

const FORMANTS: Readonly<Record<string, readonly (readonly [hz: number, width: number])[]>> = {
  a: [
    [750, 80],
    [1200, 100],
    [2600, 160],
  ],
  i: [
    [300, 60],
    [2300, 120],
    [3000, 180],
  ],
  u: [
    [330, 60],
    [900, 90],
    [2300, 150],
  ],
  s: [
    [5200, 900],
    [6500, 1200],
  ],
};

export interface TestVoice {
  readonly f0Hz: number;
  /** Factor on all formants. A shorter vocal tract has higher formants. */
  readonly tract?: number;
  readonly soundMs?: number;
}

/** A sequence of symbols of `FORMANTS`, `soundMs` each (150 by default), with some melody and silence at both ends. */
export function testSpeech(
  symbols: string,
  { f0Hz, tract = 1, soundMs = 150 }: TestVoice,
): { samples: Float32Array; tokens: Token[] } {
  const length = Math.round((TEST_RATE * soundMs) / 1000);
  const sounds = ['', ...symbols, ''];
  const samples = new Float32Array(length * sounds.length);
  const tokens: Token[] = [];
  let phase = 0;
  let seed = 1;
  for (const [index, ipa] of sounds.entries()) {
    const from = index * length;
    tokens.push({
      ipa,
      startFrame: Math.round(from / HOP_SAMPLES),
      endFrame: Math.round((from + length) / HOP_SAMPLES),
    });
    const formants = FORMANTS[ipa];
    if (!formants) continue;
    const excitation = new Float64Array(length);
    for (let i = 0; i < length; i++) {
      const f0 = f0Hz * (1 + 0.15 * Math.sin((2 * Math.PI * (from + i)) / (TEST_RATE * 1.3)));
      phase += f0 / TEST_RATE;
      const pulse = phase >= 1 ? 1 : 0;
      phase -= pulse;
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const noise = seed / 1_073_741_824 - 1;
      excitation[i] = ipa === 's' ? 0.3 * noise : pulse + 0.003 * noise;
    }
    for (const [hz, width] of formants) {
      const radius = Math.exp((-Math.PI * width) / TEST_RATE);
      const cos = 2 * radius * Math.cos((2 * Math.PI * hz * tract) / TEST_RATE);
      let a = 0;
      let b = 0;
      for (let i = 0; i < length; i++) {
        const value = excitation[i]! + cos * a - radius * radius * b;
        b = a;
        a = value;
        const edge = Math.min(1, Math.min(i, length - 1 - i) / 220);
        samples[from + i]! += 0.02 * value * edge;
      }
    }
  }
  return { samples, tokens };
}
