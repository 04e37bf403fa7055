/**
 * The map of characters in a SentencePiece model ("precompiled_charsmap"): strings and their replacements, as the units
 * of a double-array trie (Yata's Darts-clone) and a blob of zero-terminated replacements.
 */
export class CharMap {
  readonly #units: DataView;
  readonly #unitCount: number;
  readonly #replacements: Uint8Array;

  /** @throws Error when `bytes` are not such a map */
  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const trieBytes = bytes.length < 4 ? -1 : view.getUint32(0, true);
    if (trieBytes < 4 || trieBytes % 4 !== 0 || trieBytes > bytes.length - 4)
      throw new Error('the map of characters of this tokenizer cannot be read');
    this.#units = new DataView(bytes.buffer, bytes.byteOffset + 4, trieBytes);
    this.#unitCount = trieBytes / 4;
    this.#replacements = bytes.subarray(4 + trieBytes);
  }

  /**
   * The entries with which `text` (UTF-8) begins at `from`, shortest first: the length of each in bytes, and the place
   * of its replacement.
   */
  *prefixes(text: Uint8Array, from: number): Generator<{ bytes: number; at: number }> {
    let node = offsetOf(this.#unit(0));
    for (let i = from; i < text.length; i++) {
      const byte = text[i]!;
      // A zero ends a key in the trie and occurs in none.
      if (byte === 0) return;
      node ^= byte;
      const unit = this.#unit(node);
      if (labelOf(unit) !== byte) return;
      node ^= offsetOf(unit);
      if (hasLeaf(unit)) yield { bytes: i + 1 - from, at: this.#unit(node) & 0x7fffffff };
    }
  }

  /** The replacement at a place, UTF-8. */
  replacement(at: number): Uint8Array {
    const end = this.#replacements.indexOf(0, at);
    return this.#replacements.subarray(at, end < 0 ? undefined : end);
  }

  #unit(index: number): number {
    return index < this.#unitCount ? this.#units.getUint32(index * 4, true) : 0;
  }
}

const hasLeaf = (unit: number): boolean => ((unit >>> 8) & 1) === 1;
/** The byte that leads to a unit; one with the highest bit set holds a value. */
const labelOf = (unit: number): number => (unit & 0x800000ff) >>> 0;
const offsetOf = (unit: number): number => (unit >>> 10) << ((unit & 0x200) >>> 6);
