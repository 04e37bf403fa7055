import { describe, expect, it } from 'vitest';
import { fadeIn, fadeOut } from './fade.ts';
import { peakDbfs, rmsDbfs, softestStretch } from './level.ts';

describe('levels', () => {
  it('measures a sine by the usual convention', () => {
    const sine = Float32Array.from({ length: 8000 }, (_, n) => 0.5 * Math.sin((2 * Math.PI * n) / 80));
    expect(peakDbfs(sine)).toBeCloseTo(-6.02, 2);
    expect(rmsDbfs(sine)).toBeCloseTo(-9.03, 2);
  });

  it('calls silence minus infinity', () => {
    for (const silence of [new Float32Array(0), new Float32Array(10)]) {
      expect(rmsDbfs(silence)).toBe(-Infinity);
      expect(peakDbfs(silence)).toBe(-Infinity);
    }
  });
});

describe('fades', () => {
  it('rises from and falls to silence without touching the rest', () => {
    const samples = new Float32Array(100).fill(1);
    fadeIn(samples, 20);
    fadeOut(samples, 30);
    expect(samples[0]).toBeLessThan(0.01);
    expect(samples[99]).toBeLessThan(0.01);
    expect(samples.subarray(20, 70)).toEqual(new Float32Array(50).fill(1));
    for (let i = 1; i <= 20; i++) expect(samples[i]).toBeGreaterThan(samples[i - 1]!);
    for (let i = 70; i < 100; i++) expect(samples[i]).toBeLessThan(samples[i - 1]!);
  });

  it('cross-fades to a constant sum', () => {
    const out = new Float32Array(64).fill(1);
    const into = new Float32Array(64).fill(1);
    fadeOut(out, 64);
    fadeIn(into, 64);
    out.forEach((x, i) => {
      expect(x + into[i]!).toBeCloseTo(1, 6);
    });
  });

  it('fits a fade into fewer samples than asked for', () => {
    const samples = Float32Array.of(1, 1);
    fadeOut(samples, 1000);
    expect(samples[1]).toBeLessThan(samples[0]!);
    expect(() => fadeIn(new Float32Array(0), 5)).not.toThrow();
  });
});

describe('the softest stretch', () => {
  it('is the first of those with the least sum, after the start of the search', () => {
    const levels = [-90, -90, -20, -60, -50, -60, -50, -20];
    expect(softestStretch(levels, 2)).toBe(0);
    expect(softestStretch(levels, 2, 2)).toBe(3);
    expect(softestStretch(levels, 3, 2)).toBe(3);
  });

  it('is nowhere when there are not so many', () => {
    expect(softestStretch([-1, -2], 3)).toBeNull();
    expect(softestStretch([-1, -2, -3], 2, 2)).toBeNull();
  });
});
