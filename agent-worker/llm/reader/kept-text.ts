/** Largest number of characters that are kept. */
const MAX_KEPT_CHARS = 64 * 1024;

/** Hidden text that may have to be read again. */
export class KeptText {
  readonly #pieces: string[] = [];
  #chars = 0;

  keep(text: string): void {
    this.#chars += text.length;
    if (this.#chars <= MAX_KEPT_CHARS) this.#pieces.push(text);
  }

  get text(): string {
    return this.#pieces.join('');
  }
}
