import { RANGES } from './generator-statistics.ts';
import { UNITS, type Unit, unitName } from './layers.ts';

const BY_UNIT = new Map<string, Float32Array>();
{
  let at = 0;
  for (const unit of UNITS) {
    BY_UNIT.set(unitName(unit), RANGES.subarray(at, at + unit.channels));
    at += unit.channels;
  }
}

/** The largest activation expected in each channel of the input of a unit's convolution. */
export function activationRange(unit: Unit): Float32Array {
  return BY_UNIT.get(unitName(unit)) ?? new Float32Array(unit.channels);
}
