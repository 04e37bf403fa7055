import { describe, expect, it } from 'vitest';
import { dtmfTones } from '../../../media/dtmf.ts';
import { floatToInt16, int16ToFloat } from '../../../media/pcm.ts';
import { randomNumbers } from '../../../media/random.ts';
import { telephoned } from '../../../media/telephone.ts';
import { WINDOW_MS, WINDOW_SAMPLES } from '../vad/vad-model.ts';
import { BeepDetector } from './beep-detector.ts';

const RATE = 16_000;
const BEFORE_MS = 500;

/** Returns the sound as heard through a telephone, with noise, and with silence before and after. */
function called(sound: Float32Array): Int16Array {
  const edge = (BEFORE_MS * RATE) / 1000;
  const all = new Float32Array(sound.length + 2 * edge);
  all.set(sound, edge);
  const random = randomNumbers(1);
  for (let i = 0; i < all.length; i++) all[i]! += 0.003 * (2 * random() - 1);
  return floatToInt16(telephoned(all, RATE));
}

const tone = (ms: number, hzAt: (seconds: number) => number, level = 0.2): Float32Array => {
  let phase = 0;
  return Float32Array.from({ length: (ms * RATE) / 1000 }, (_, i) => {
    phase += (2 * Math.PI * hzAt(i / RATE)) / RATE;
    return level * Math.sin(phase);
  });
};

/** @returns when a beep began and ended, in ms from the beginning of the sound */
function beepsIn(samples: Int16Array): { began: number[]; ended: number[] } {
  const detector = new BeepDetector();
  const found = { began: [] as number[], ended: [] as number[] };
  for (let at = 0; at + WINDOW_SAMPLES <= samples.length; at += WINDOW_SAMPLES) {
    const change = detector.push(samples.subarray(at, at + WINDOW_SAMPLES));
    if (change) found[change].push((at / WINDOW_SAMPLES + 1) * WINDOW_MS - BEFORE_MS);
  }
  return found;
}

describe('a beep', () => {
  for (const hz of [420, 440, 620, 853, 1000, 1240, 1380]) {
    for (const ms of [200, 500, 1000]) {
      it(`of ${hz} Hz is found within 250 ms, and its end as soon, if it lasts ${ms} ms`, () => {
        for (const level of [0.02, 0.2, 0.9]) {
          const { began, ended } = beepsIn(called(tone(ms, () => hz, level)));
          expect(began).toHaveLength(1);
          expect(began[0]).toBeLessThan(250);
          expect(ended).toHaveLength(1);
          expect(ended[0]! - ms).toBeLessThan(100);
          expect(ended[0]! - ms).toBeGreaterThan(-50);
        }
      });
    }
  }
});

describe('no beep', () => {
  const together = (parts: readonly Float32Array[]): Float32Array =>
    parts[0]!.map((_, i) => parts.reduce((sum, part) => sum + part[i]!, 0));
  const voice = (hz: number): Float32Array =>
    together([1, 2, 3, 4, 5].map((n) => tone(800, () => n * hz, 0.2 / n)));
  const sounds = {
    'is shorter than a tenth of a second': tone(90, () => 1000),
    'are two tones at a time': together([440, 480].map((hz) => tone(800, () => hz))),
    'are keys of a telephone': int16ToFloat(dtmfTones('1590', RATE)),
    'is a low voice': voice(110),
    'is a high voice': voice(230),
    'is a siren': tone(800, (seconds) => 700 + 400 * seconds),
    'is a whistle that wavers': tone(800, (seconds) => 900 + 60 * Math.sin(30 * seconds)),
    'is too high': tone(800, () => 2100),
    'is hum of the mains': tone(800, () => 100),
  };
  for (const [name, sound] of Object.entries(sounds)) {
    it(name, () => expect(beepsIn(called(sound)).began).toEqual([]));
  }
});
