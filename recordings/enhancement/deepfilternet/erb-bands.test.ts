import { expect, test } from 'vitest';
import { BAND_OF_BIN, ERB_BANDS, ERB_WIDTHS } from './erb-bands.ts';
import { BINS } from './spectra.ts';

test('bands of at least two bins share all bins, and widen upwards', () => {
  expect(ERB_WIDTHS).toHaveLength(ERB_BANDS);
  expect(ERB_WIDTHS.reduce((sum, width) => sum + width, 0)).toBe(BINS);
  expect(Math.min(...ERB_WIDTHS)).toBe(2);
  expect(ERB_WIDTHS.at(-2)).toBeGreaterThan(50);
  expect(BAND_OF_BIN).toHaveLength(BINS);
  expect(BAND_OF_BIN[0]).toBe(0);
  expect(BAND_OF_BIN[BINS - 1]).toBe(ERB_BANDS - 1);
  for (let k = 1; k < BINS; k++) expect(BAND_OF_BIN[k]! - BAND_OF_BIN[k - 1]!).toBeLessThanOrEqual(1);
});
