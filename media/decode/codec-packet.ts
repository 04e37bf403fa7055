/** One packet of a compressed stream, independent of the container. */
export interface CodecPacket {
  readonly data: Uint8Array;
  /** Ogg: the position after this packet in samples, including the codec's delay; null if not given. */
  readonly granule?: number | null;
  /** WebM: samples to drop at the end of this packet, in nanoseconds. */
  readonly discardPaddingNs?: number;
}

/**
 * Computes how many samples at the end are the encoder's padding. Ogg signals it with a last position lower than the
 * packets of the last page add up to (RFC 7845, section 4.4); WebM with a DiscardPadding on the last block. Positions
 * are only compared with the previous one, so a recording cut out of a longer one keeps its end.
 */
export class EndPadding {
  #sinceMark = 0;
  #mark = 0;
  #samples = 0;

  /** Call after each packet with the number of samples it produced, including skipped ones. */
  count(packet: CodecPacket, decoded: number, sampleRate: number): void {
    this.#samples = Math.min(decoded, ((packet.discardPaddingNs ?? 0) * sampleRate) / 1e9);
    this.#sinceMark += decoded;
    const { granule } = packet;
    if (granule === undefined || granule === null) return;
    if (granule >= this.#mark) this.#samples = Math.max(0, this.#sinceMark - (granule - this.#mark));
    this.#mark = granule;
    this.#sinceMark = 0;
  }

  /** As of the last packet. */
  get samples(): number {
    return Math.max(0, this.#samples);
  }
}
