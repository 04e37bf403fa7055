/** Writes bits, the most significant first, into memory that grows. */
export class BitWriter {
  #bytes = new Uint8Array(4096);
  #length = 0;
  /** Bits that do not fill a byte yet. */
  #pending = 0;
  #pendingBits = 0;

  /** @param bits 0 to 32; only this many low bits of `value` are written */
  write(value: number, bits: number): void {
    let left = bits;
    for (let room = 8 - this.#pendingBits; left >= room; room = 8) {
      left -= room;
      this.#flush((this.#pending << room) | ((value >>> left) & ((1 << room) - 1)));
    }
    this.#pending = (this.#pending << left) | (value & ((1 << left) - 1));
    this.#pendingBits += left;
  }

  /** Writes this number of zeros, then a one. */
  writeUnary(zeros: number): void {
    let left = zeros;
    for (; left >= 32; left -= 32) this.write(0, 32);
    this.write(1, left + 1);
  }

  writeBytes(bytes: Uint8Array): void {
    for (const byte of bytes) this.write(byte, 8);
  }

  /** Pads with zeros to the next whole byte. */
  align(): void {
    if (this.#pendingBits > 0) this.write(0, 8 - this.#pendingBits);
  }

  /** A view of the whole bytes written so far. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #flush(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
    this.#pending = 0;
    this.#pendingBits = 0;
  }
}
