/** ggml's Q8_0: blocks of 32 values as one 16-bit scale and 32 signed bytes (ggml-quants.c, `quantize_row_q8_0`). */
import { floatToHalf, halfToFloat } from './half.ts';

const BLOCK = 32;
/** A scale and the values. */
const BLOCK_BYTES = 2 + BLOCK;

/** Whether rows of this length can be written in whole blocks. */
export function fitsQ8(rowLength: number): boolean {
  return rowLength % BLOCK === 0;
}

/**
 * Slightly more than half the size of 16-bit values; the error of a value is at most about 0.4 % of its block's
 * largest.
 * @param halves IEEE 754 binary16, a multiple of 32 of them
 * @returns 34 bytes for each block
 */
export function quantiseQ8(halves: Uint16Array): Uint8Array {
  const blocks = halves.length / BLOCK;
  const bytes = new Uint8Array(blocks * BLOCK_BYTES);
  const view = new DataView(bytes.buffer);
  const values = new Float32Array(BLOCK);
  for (let block = 0; block < blocks; block++) {
    let most = 0;
    for (let i = 0; i < BLOCK; i++) {
      values[i] = halfToFloat(halves[block * BLOCK + i]!);
      most = Math.max(most, Math.abs(values[i]!));
    }
    const scale = Math.fround(most / 127);
    const inverse = scale === 0 ? 0 : Math.fround(1 / scale);
    const at = block * BLOCK_BYTES;
    view.setUint16(at, floatToHalf(scale), true);
    for (let i = 0; i < BLOCK; i++) {
      const scaled = Math.fround(values[i]! * inverse);
      // Halves away from zero, as C's roundf does.
      view.setInt8(at + 2 + i, Math.sign(scaled) * Math.round(Math.abs(scaled)));
    }
  }
  return bytes;
}
