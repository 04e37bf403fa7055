import { describe, expect, test } from 'vitest';
import { Comparison } from './comparison.ts';
import { Defects } from './defects.ts';
import type { SentenceFigures } from './sentence-figures.ts';

/** A sentence read without disturbances in a quiet room. */
const CLEAN: SentenceFigures = {
  speechDb: -22,
  restDb: -47,
  wideRestDb: -41,
  valleyDb: -35,
  dipDb: -33,
  wideDipDb: -28,
  hissDb: -44,
  covered: 0.3,
  aperiodic: 0.11,
  voiceless: 0.2,
  flatness: -3,
  highDb: -18,
  highestDb: -10,
  levelTops: 0,
  bentTops: 0,
  piledUp: 0,
  pace: 0.25,
  usualPace: 0.15,
  pauseMs: 300,
  doubt: -3.4,
  leastSure: 0.2,
  unsure: 0.12,
  removedMostDb: -8,
  removedOftenDb: -12,
  removedUsualDb: -22,
  removedDb: -17,
  loudDb: -45,
  lastingDb: -48,
  voiced: 0,
  decay: -2.7,
  overlap: 0,
  pitchLeaps: 0,
  fullDb: -20,
  hissiestDb: -4,
  thumpDb: -5,
  click: 3,
  secondClick: 2.5,
  thirdClick: 2,
};

/** Three clean sentences and one that differs. */
const takeWith = (different: Partial<SentenceFigures>): SentenceFigures[] => [
  CLEAN,
  CLEAN,
  CLEAN,
  { ...CLEAN, ...different },
];

describe('a sentence of a take', () => {
  test.each([
    ['steadyNoise', { restDb: -30, wideRestDb: -25, hissDb: -25 }],
    ['clipping', { levelTops: 0.01, bentTops: 0.02, piledUp: 2 }],
    ['room', { decay: -1, dipDb: -22, wideDipDb: -14, restDb: -35, wideRestDb: -29, removedUsualDb: -8 }],
    ['longPause', { pauseMs: 4000, wideDipDb: -33, removedUsualDb: -32 }],
    ['click', { click: 25, secondClick: 22, thirdClick: 20 }],
    ['haste', { pace: -0.6, usualPace: -0.7 }],
    ['slowness', { pace: 1.1, usualPace: 1 }],
    ['foreignSound', { loudDb: 2, lastingDb: 0, voiceless: 1, covered: 0.5, pauseMs: 900, removedMostDb: 3 }],
    ['otherWords', { doubt: 4, leastSure: 0.99, unsure: 0.4 }],
  ] as const)('has a defect (%s) where the signs of it are strong, and else hardly', (name, signs) => {
    const figures = takeWith(signs);
    const defects = new Defects(figures);
    expect(defects.without([name], figures[3]!)).toBeLessThan(0.35);
    expect(defects.without([name], CLEAN)).toBeGreaterThan(0.9);
  });

  test('is not blamed for a voice or a room that all have', () => {
    const noisy = takeWith({}).map((own) => ({
      ...own,
      restDb: -28,
      wideRestDb: -24,
      dipDb: -22,
      hissDb: -20,
    }));
    expect(new Defects(noisy).without(['steadyNoise'], noisy[0]!)).toBeGreaterThan(0.9);
  });

  test('is compared with the best of them', () => {
    const comparison = new Comparison(takeWith({ doubt: 1, speechDb: -36 }));
    const [best, other] = takeWith({ doubt: 1, speechDb: -36 }).slice(2) as [
      SentenceFigures,
      SentenceFigures,
    ];
    for (const respect of ['alignment', 'level'] as const) {
      expect(comparison.score(respect, best)).toBe(1);
      expect(comparison.score(respect, other)).toBeLessThan(0.5);
    }
    expect(comparison.score('noise', other)).toBe(1);
  });

  test('is not judged by what is not known of it', () => {
    const figures = takeWith({ decay: null, flatness: null, highDb: null, highestDb: null });
    const [defects, comparison] = [new Defects(figures), new Comparison(figures)];
    expect(defects.without(['room'], figures[3]!)).toBeGreaterThan(0.9);
    expect(comparison.score('reverberation', figures[3]!)).toBe(1);
  });
});
