import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { QUALITY_PREDICTOR } from '../../../engine/research.ts';
import { ModelStore } from '../../../engine/setup.ts';
import { dnsmos, windowStarts } from './dnsmos.ts';

const SECOND = 16_000;

test('windows are those of the published script', () => {
  expect(windowStarts(9.01 * SECOND)).toEqual([0]);
  expect(windowStarts(10.9 * SECOND)).toEqual([0]);
  expect(windowStarts(11 * SECOND)).toEqual([0, SECOND]);
  // Computed in Python for 28 s.
  expect(windowStarts(28 * SECOND)).toEqual([0, 1, 2, 3, 4, 5, 6].map((second) => second * SECOND));
});

const [model = ''] = new ModelStore().paths(QUALITY_PREDICTOR).values();
const testWithModel = test.skipIf(!existsSync(model) && process.env.CI !== 'true');

testWithModel('noise is rated as bad speech', async () => {
  const noise = Float32Array.from({ length: 12_000 }, (_, i) => Math.sin(i * i) * 0.2);
  const { sig, bak, ovrl } = await dnsmos(noise, 8000);
  for (const value of [sig, bak, ovrl]) {
    expect(value).toBeGreaterThan(0.8);
    expect(value).toBeLessThan(2.5);
  }
});

testWithModel('an empty recording cannot be rated', async () => {
  await expect(dnsmos(new Float32Array(0), SECOND)).rejects.toThrow(RangeError);
});
