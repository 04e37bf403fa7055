import { describe, expect, it } from 'vitest';
import { Playout } from './playout.ts';

describe('Playout', () => {
  it('starts with the first chunk, without a gap', () => {
    const playout = new Playout();
    expect(playout.endsAtMs).toBeNull();
    playout.arrive(140, 1000);
    expect(playout.endsAtMs).toBe(1140);
    expect(playout.gapsMs).toEqual([]);
    expect(playout.leadMs(1040)).toBe(100);
    expect(playout.leadMs(2000)).toBe(0);
  });

  it('queues early chunks one after another', () => {
    const playout = new Playout();
    playout.arrive(100, 0);
    playout.arrive(200, 20);
    playout.arrive(400, 290);
    expect(playout.endsAtMs).toBe(700);
    expect(playout.gapsMs).toEqual([]);
  });

  it('records each gap that late chunks cause, and continues from there', () => {
    const playout = new Playout();
    playout.arrive(100, 0);
    playout.arrive(100, 130);
    playout.arrive(100, 230);
    playout.arrive(100, 500);
    expect(playout.gapsMs).toEqual([30, 170]);
    expect(playout.endsAtMs).toBe(600);
  });

  it('ignores chunks without audio', () => {
    const playout = new Playout();
    playout.arrive(0, 10);
    expect(playout.endsAtMs).toBeNull();
    playout.arrive(50, 20);
    playout.arrive(0, 500);
    expect(playout.gapsMs).toEqual([]);
  });
});
