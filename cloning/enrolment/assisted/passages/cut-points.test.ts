import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAfter, cutBefore, silences, softestCut } from './cut-points.ts';

const HOP_MS = 5;
const QUIET_DB = -60;

/** Levels of alternating sound and silence, each given in ms. */
function levels(...partsMs: readonly (readonly [ms: number, db: number])[]): Float32Array {
  return Float32Array.from(partsMs.flatMap(([ms, db]) => new Array<number>(ms / HOP_MS).fill(db)));
}

const WORD = -20;
const BREATH = -50;
const ROOM = -66;

describe('silence', () => {
  it('is where the level stays low for 40 ms', () => {
    const found = silences(
      levels([300, WORD], [30, ROOM], [200, WORD], [60, ROOM], [100, WORD]),
      HOP_MS,
      QUIET_DB,
    );
    expect(found).toEqual([{ startMs: 530, endMs: 585 }]);
  });

  it('goes on beyond the ends of the recording', () => {
    const found = silences(levels([20, ROOM], [200, WORD], [20, ROOM]), HOP_MS, QUIET_DB);
    expect(found).toEqual([
      { startMs: -Infinity, endMs: 15 },
      { startMs: 220, endMs: Infinity },
    ]);
  });
});

describe('a cut', () => {
  const take = silences(
    levels(
      [500, ROOM],
      [1000, WORD],
      [600, ROOM],
      [1000, WORD],
      [80, ROOM],
      [300, BREATH],
      [400, WORD],
      [500, ROOM],
    ),
    HOP_MS,
    QUIET_DB,
  );
  const durationMs = 4380;

  it('keeps 120 ms of silence where there is more', () => {
    expect(cutBefore(take, -Infinity, 500)).toBe(495 - 120);
    expect(cutAfter(take, 1500, 2100, durationMs)).toBe(1500 + 120);
    expect(cutAfter(take, 3880, Infinity, durationMs)).toBe(3880 + 120);
  });

  it('goes through the middle of little silence', () => {
    expect(cutAfter(take, 3100, 3480, durationMs)).toBeCloseTo(3137.5);
  });

  it('is not made in a breath, nor where a word follows at once', () => {
    expect(cutBefore(take, 3200, 3480)).toBeNull();
    expect(cutAfter(take, 1200, 1300, durationMs)).toBeNull();
  });

  it('leaves a burst behind a closure to its word', () => {
    const stop = silences(
      levels([300, WORD], [70, ROOM], [30, WORD], [400, ROOM], [300, WORD]),
      HOP_MS,
      QUIET_DB,
    );
    expect(cutAfter(stop, 300, 800, 1100)).toBe(400 + 120);
    const start = silences(
      levels([300, WORD], [400, ROOM], [20, WORD], [60, ROOM], [300, WORD]),
      HOP_MS,
      QUIET_DB,
    );
    expect(cutBefore(start, 300, 780)).toBe(695 - 120);
  });

  it('needs silence within the recording at its very beginning', () => {
    expect(cutBefore(silences(levels([10, ROOM], [500, WORD]), HOP_MS, QUIET_DB), -Infinity, 10)).toBeNull();
    expect(cutBefore(silences(levels([60, ROOM], [500, WORD]), HOP_MS, QUIET_DB), -Infinity, 60)).toBe(0);
  });

  it('always has 20 ms of silence on either side', () => {
    const part = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom(WORD, BREATH, ROOM));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 20 }), fc.nat(), fc.nat(), (parts, a, b) => {
        const levelDb = levels(...parts.map(([hops, db]) => [hops * HOP_MS, db] as const));
        const ms = levelDb.length * HOP_MS;
        const [fromMs, toMs] = [a % ms, b % ms].sort((x, y) => x - y) as [number, number];
        const all = silences(levelDb, HOP_MS, QUIET_DB);
        for (const cut of [cutBefore(all, fromMs, toMs), cutAfter(all, fromMs, toMs, ms)]) {
          if (cut === null) continue;
          expect(cut).toBeGreaterThanOrEqual(fromMs);
          expect(cut).toBeLessThanOrEqual(toMs);
          for (let k = Math.ceil((cut - 20) / HOP_MS); k <= Math.floor((cut + 20) / HOP_MS); k++)
            expect(levelDb[k] ?? ROOM).toBeLessThanOrEqual(QUIET_DB);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a cut without silence', () => {
  const DIP = -40;
  const take = levels([300, WORD], [20, BREATH], [60, DIP], [20, BREATH], [600, WORD]);

  it('is made in the softest moment', () => {
    const cut = softestCut(take, HOP_MS, 260, 440);
    expect(cut).toEqual({ atMs: 307.5, levelDb: BREATH });
  });

  it('is as loud as the loudest of that moment', () => {
    expect(softestCut(take, HOP_MS, 315, 380)?.levelDb).toBe(DIP);
    expect(softestCut(take, HOP_MS, 500, 600)?.levelDb).toBe(WORD);
  });

  it('is made at the end of the recording where that is near', () => {
    expect(softestCut(take, HOP_MS, -50, 40)).toEqual({ atMs: 0, levelDb: -Infinity });
    expect(softestCut(take, HOP_MS, 960, 1200)).toEqual({ atMs: 995, levelDb: -Infinity });
  });

  it('needs 20 ms', () => {
    expect(softestCut(take, HOP_MS, 300, 310)).toBeNull();
  });
});
