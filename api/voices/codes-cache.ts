/**
 * Caches codes of references in shared memory, so that passing them to a lane copies nothing. When they exceed a total
 * size, the least recently used are evicted. A reference never changes, so entries never become stale.
 */
export class CodesCache {
  readonly #maxBytes: number;
  readonly #codes = new Map<string, Uint8Array>();
  readonly #pending = new Map<string, Promise<Uint8Array | undefined>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the codes of a reference, from the cache or loaded. Concurrent requests share one load. */
  async get(
    referenceId: string,
    load: () => Promise<Uint8Array | undefined>,
  ): Promise<Uint8Array | undefined> {
    const codes = this.#codes.get(referenceId);
    if (codes) {
      this.#codes.delete(referenceId);
      this.#codes.set(referenceId, codes);
      return codes;
    }
    const pending = this.#pending.get(referenceId) ?? this.#load(referenceId, load);
    return pending;
  }

  drop(referenceId: string): void {
    this.#pending.delete(referenceId);
    const codes = this.#codes.get(referenceId);
    if (!codes) return;
    this.#codes.delete(referenceId);
    this.#bytes -= codes.byteLength;
  }

  async #load(
    referenceId: string,
    load: () => Promise<Uint8Array | undefined>,
  ): Promise<Uint8Array | undefined> {
    const loading = load().then((loaded) => loaded && shared(loaded));
    this.#pending.set(referenceId, loading);
    // It may have been dropped meanwhile.
    const isWanted = (): boolean => this.#pending.get(referenceId) === loading;
    try {
      const codes = await loading;
      if (codes && isWanted()) this.#keep(referenceId, codes);
      return codes;
    } finally {
      if (isWanted()) this.#pending.delete(referenceId);
    }
  }

  #keep(referenceId: string, codes: Uint8Array): void {
    this.#pending.delete(referenceId);
    this.#codes.set(referenceId, codes);
    this.#bytes += codes.byteLength;
    for (const oldest of this.#codes.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.drop(oldest);
    }
  }
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  copy.set(bytes);
  return copy;
}
