import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SampleClock } from './sample-clock.ts';

const clock = (): SampleClock => new SampleClock({ rate: 16_000, lateMs: 40, earlyMs: 2000 });

describe('SampleClock', () => {
  it('leaves no gap between pieces that come in bursts or a little late', () => {
    const pieces = fc.array(
      fc.record({ length: fc.integer({ min: 1, max: 2000 }), late: fc.integer({ min: -30_000, max: 640 }) }),
    );
    fc.assert(
      fc.property(pieces, (all) => {
        const places = clock();
        let expected = 100_000;
        places.place(0, expected);
        for (const { length, late } of all) {
          expect(places.place(length, expected + late)).toBe(expected);
          expected += length;
        }
      }),
      { interruptAfterTimeLimit: 1000 },
    );
  });

  it('begins anew after a break, and when told to', () => {
    const places = clock();
    expect(places.place(320, 1000)).toBe(1000);
    expect(places.place(320, 3000)).toBe(3000);
    places.restart();
    expect(places.place(320, 3100)).toBe(3100);
  });
});
