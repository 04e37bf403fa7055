import { describe, expect, it, test } from 'vitest';
import { conditioned, LiveConditioner } from './conditioning.ts';
import { referenceSound } from './decode/testing.ts';
import { peakDbfs, rmsDbfs } from './level.ts';
import { floatToInt16, int16ToFloat } from './pcm.ts';

const RATE = 16_000;
const CHUNK = 512;
const voice = referenceSound(RATE);
const PEAK = voice.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** Returns the voice several times, with silence before each, scaled to a peak level. */
function speech(peakDb: number, { offset = 0, times = 3, noise = 0 } = {}): Float32Array {
  const gap = new Float32Array(RATE / 2);
  const sound = Float32Array.from(Array.from({ length: times }, () => [...gap, ...voice]).flat());
  const gain = 10 ** (peakDb / 20) / PEAK;
  let state = 1;
  return sound.map((sample) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return gain * sample + offset + noise * (state / 2 ** 31 - 1);
  });
}

describe('a recording', () => {
  it('that is loud enough keeps its level', () => {
    const given = speech(-6);
    expect(rmsDbfs(conditioned(given, RATE))).toBeCloseTo(rmsDbfs(given), 0);
  });

  it.each([-30, -42, -50])('whose peaks are at %i dBFS is raised', (peakDb) => {
    const peak = peakDbfs(conditioned(speech(peakDb), RATE));
    expect(peak).toBeGreaterThan(-32);
    expect(peak).toBeLessThan(-10);
  });

  it('has no offset and no hum any more', () => {
    const hum = (i: number): number => 0.3 + 0.2 * Math.sin((2 * Math.PI * 20 * i) / RATE);
    const given = speech(-6).map((sample, i) => sample + hum(i));
    const [silence, whole] = [given.subarray(0, RATE / 2), given].map((part) => conditioned(part, RATE));
    expect(rmsDbfs(silence!.subarray(1000, -1000))).toBeLessThan(-20);
    expect(Math.abs(whole!.reduce((sum, sample) => sum + sample, 0) / whole!.length)).toBeLessThan(0.001);
  });

  it('is not raised for a knock, nor is silence', () => {
    const knock = new Float32Array(RATE);
    knock[5000] = 0.9;
    expect(peakDbfs(conditioned(knock, RATE))).toBeLessThanOrEqual(0);
    expect(conditioned(new Float32Array(RATE), RATE).every((sample) => sample === 0)).toBe(true);
    expect(conditioned(new Float32Array(0), RATE)).toHaveLength(0);
  });
});

describe('live audio', () => {
  const live = (given: Float32Array): Float32Array => {
    const conditioner = new LiveConditioner(RATE);
    const samples = floatToInt16(given);
    const out = new Int16Array(samples.length);
    for (let at = 0; at < samples.length; at += CHUNK) {
      out.set(conditioner.raise(conditioner.withoutRumble(samples.slice(at, at + CHUNK))), at);
    }
    return int16ToFloat(out);
  };
  const last = (samples: Float32Array): Float32Array => samples.subarray(-voice.length);

  it('that is loud enough keeps its level, pauses included', () => {
    const given = speech(-12, { noise: 0.0005, times: 8 });
    const heard = live(given);
    expect(rmsDbfs(heard)).toBeCloseTo(rmsDbfs(given), 0);
    const pause = [-voice.length - 6000, -voice.length - 1000] as const;
    expect(rmsDbfs(heard.subarray(...pause))).toBeCloseTo(rmsDbfs(given.subarray(...pause)), 0);
  });

  test.each([-36, -42, -48])('whose peaks are at %i dBFS is raised once that is known', (peakDb) => {
    const heard = live(speech(peakDb, { noise: 0.0001 }));
    expect(peakDbfs(last(heard))).toBeGreaterThan(-27);
    expect(peakDbfs(last(heard))).toBeLessThan(-20);
  });

  it('is never raised beyond its limit, however loud it gets', () => {
    const soft = speech(-45, { noise: 0.0001 });
    const heard = live(Float32Array.from([...soft, ...speech(-1)]));
    expect(peakDbfs(heard.subarray(soft.length))).toBeLessThan(-0.5);
  });

  it('has no offset any more', () => {
    const heard = live(speech(-6, { offset: 2000 / 32768 }));
    expect(rmsDbfs(heard.subarray(1000, RATE / 2 - 1000))).toBeLessThan(-70);
  });

  it('is not raised if it is only noise', () => {
    const noise = speech(-200, { noise: 0.002 });
    expect(rmsDbfs(live(noise))).toBeCloseTo(rmsDbfs(noise), 0);
  });
});
