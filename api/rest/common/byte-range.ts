/** A range of bytes; the end is exclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Parses the requested range (RFC 9110 section 14.2).
 * @param header the `Range` header
 * @returns null for everything, which is also the result for several ranges and for anything that is not a byte range
 */
export function rangeIn(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return null;
  if (from >= size) return 'unsatisfiable';
  return { from, to: last === '' ? size : Math.min(size, Number(last) + 1) };
}
