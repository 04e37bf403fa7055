import { describe, expect, it } from 'vitest';
import { HeardSound } from './heard-sound.ts';

const heardAt = (...timesMs: number[]): HeardSound => {
  const heard = new HeardSound();
  for (const timeMs of timesMs) heard.voiced(timeMs);
  return heard;
};

describe('the sound at a listener', () => {
  it('is found by the time at which it was heard', () => {
    const heard = heardAt(100, 110, 500);
    expect(heard.firstAfter(110)).toBe(500);
    expect(heard.firstAfter(500)).toBeNull();
    expect(heard.lastBetween(100, 499)).toBe(110);
    expect(heard.lastBetween(120, 499)).toBeNull();
  });

  it('ends where the listener was told to stop', () => {
    const heard = heardAt(100, 110, 500);
    heard.forgetAfter(110);
    expect(heard.lastMs).toBe(110);
  });

  it('is waited for, with a timeout', async () => {
    const heard = new HeardSound();
    const soon = heard.waitAfter(50, 10_000);
    heard.voiced(40);
    heard.voiced(60);
    expect(await soon).toBe(60);
    expect(await heard.waitAfter(60, 1)).toBeNull();
  });
});
