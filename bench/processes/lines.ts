import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Reads the lines of a child's piped standard output, one at a time. */
export class Lines {
  readonly #iterator: AsyncIterator<string>;

  constructor(child: ChildProcess) {
    if (!child.stdout) throw new Error('the standard output of the child is not piped');
    this.#iterator = createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })[
      Symbol.asyncIterator
    ]();
  }

  /** Returns the next line, as JSON. Never settles when there is none: race it against the end of the child. */
  async nextJson<T>(): Promise<T> {
    const { done, value } = await this.#iterator.next();
    if (done) return new Promise<never>(() => undefined);
    return JSON.parse(value) as T;
  }
}
