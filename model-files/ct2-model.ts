/** CTranslate2's binary model format: a flat list of named arrays. */
import { ModelError } from './errors.ts';

export interface Ct2Variable {
  readonly shape: readonly number[];
  /** IEEE 754 binary16 values, row-major. */
  readonly halves: Uint16Array;
}

/** CTranslate2's DataType::FLOAT16. */
const FLOAT16 = 4;
const MAX_RANK = 4;

/**
 * Reads the 16-bit variables of a model and skips those of other types. Layout (little-endian): version, name and
 * revision of the specification, number of variables, then for each its name, rank, sizes, type, bytes and values. Name
 * lengths include the closing NUL.
 * @throws ModelError 'corrupt' when `file` ends early or contradicts itself
 */
export function readCt2Model(file: Buffer): Map<string, Ct2Variable> {
  let position = 0;
  const take = (bytes: number): Buffer => {
    if (bytes > file.length - position) throw new ModelError('corrupt', 'the model file ends early');
    position += bytes;
    return file.subarray(position - bytes, position);
  };
  const uint32 = (): number => take(4).readUInt32LE();
  const text = (): string => take(take(2).readUInt16LE()).toString('utf8').replace(/\0$/, '');

  uint32();
  text();
  uint32();
  const variables = new Map<string, Ct2Variable>();
  for (let count = uint32(); count > 0; count--) {
    const name = text();
    const rank = take(1).readUInt8();
    if (rank > MAX_RANK) throw new ModelError('corrupt', `the model file gives ${name} ${rank} dimensions`);
    const shape = Array.from({ length: rank }, uint32);
    const type = take(1).readUInt8();
    const values = take(uint32());
    if (type !== FLOAT16) continue;
    const size = shape.reduce((product, length) => product * length, 1);
    if (values.length !== 2 * size) throw new ModelError('corrupt', `the model file cuts ${name} short`);
    // A copy, because 16-bit views need even offsets.
    variables.set(name, { shape, halves: new Uint16Array(new Uint8Array(values).buffer) });
  }
  return variables;
}
