/**
 * How FLAC encodes the residual of a predictor: Rice codes with one parameter per part of a block (RFC 9639, section
 * 9.2.7).
 */
import type { BitWriter } from './bit-writer.ts';

const MAX_PARTITION_ORDER = 4;
const PARAMETER_BITS = 4;
/** Largest parameter: 15 would mean "not coded". */
const MAX_PARAMETER = 14;

export interface RiceCoding {
  /** The block is divided into 2 to this power equal parts. */
  readonly partitionOrder: number;
  /** One per part. */
  readonly parameters: readonly number[];
  /** Size in bits, including headers. */
  readonly bits: number;
}

/**
 * Returns the shortest coding of a residual.
 * @param order values at the beginning of the block that are not part of it
 */
export function riceCoding(residual: Int32Array, order: number): RiceCoding {
  let best: RiceCoding | null = null;
  for (let partitionOrder = 0; partitionOrder <= MAX_PARTITION_ORDER; partitionOrder++) {
    const length = residual.length >> partitionOrder;
    if (length << partitionOrder !== residual.length || length <= order) break;
    const parts = partsOf(residual, order, partitionOrder).map(bestParameter);
    const bits = parts.reduce((sum, part) => sum + part.bits + PARAMETER_BITS, 2 + 4);
    if (best === null || bits < best.bits) {
      best = { partitionOrder, parameters: parts.map(({ parameter }) => parameter), bits };
    }
  }
  return best ?? { partitionOrder: 0, parameters: [0], bits: Number.POSITIVE_INFINITY };
}

export function writeResidual(
  out: BitWriter,
  residual: Int32Array,
  order: number,
  { partitionOrder, parameters }: RiceCoding,
): void {
  // Four-bit parameters.
  out.write(0, 2);
  out.write(partitionOrder, 4);
  for (const [index, part] of partsOf(residual, order, partitionOrder).entries()) {
    const parameter = parameters[index]!;
    out.write(parameter, PARAMETER_BITS);
    for (const value of part) {
      const folded = fold(value);
      const zeros = folded >>> parameter;
      if (zeros + 1 + parameter <= 32) {
        // Both at once, which is nearly always possible.
        out.write((1 << parameter) | (folded & ((1 << parameter) - 1)), zeros + 1 + parameter);
        continue;
      }
      out.writeUnary(zeros);
      out.write(folded, parameter);
    }
  }
}

function partsOf(residual: Int32Array, order: number, partitionOrder: number): Int32Array[] {
  const length = residual.length >> partitionOrder;
  return Array.from({ length: 1 << partitionOrder }, (_, part) =>
    residual.subarray(part === 0 ? order : part * length, (part + 1) * length),
  );
}

/** Alternates positive and negative numbers: 0, -1, 1, -2 become 0, 1, 2, 3. */
const fold = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0;

/** The mean predicts the best parameter to within one, so its neighbours are tried as well. */
function bestParameter(part: Int32Array): { readonly parameter: number; readonly bits: number } {
  let sum = 0;
  for (const value of part) sum += fold(value);
  const guess = Math.floor(Math.log2(Math.max(1, sum / Math.max(1, part.length))));
  let best = { parameter: 0, bits: Number.POSITIVE_INFINITY };
  for (let parameter = Math.max(0, guess - 1); parameter <= Math.min(MAX_PARAMETER, guess + 1); parameter++) {
    let bits = part.length * (1 + parameter);
    for (const value of part) bits += fold(value) >>> parameter;
    if (bits < best.bits) best = { parameter, bits };
  }
  return best;
}
