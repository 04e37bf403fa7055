/** Part of something: from one byte to behind another. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The range that a request asks for (RFC 9110 section 14.2).
 * @param header `Range`
 * @returns null for all of it, which is also the answer to several ranges and to what is no range of bytes
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
