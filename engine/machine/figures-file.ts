/** Stores measurements of this machine in a file. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Figures by a key of machine, model and version. A damaged file counts as empty. */
export class FiguresFile {
  readonly #path: string | null;

  /** @param path null to store nothing */
  constructor(path: string | null) {
    this.#path = path;
  }

  async read(): Promise<Readonly<Record<string, unknown>>> {
    if (this.#path === null) return {};
    try {
      const stored: unknown = JSON.parse(await readFile(this.#path, 'utf8'));
      return typeof stored === 'object' && stored !== null ? { ...stored } : {};
    } catch {
      return {};
    }
  }

  /** Stores figures. If the folder is not writable they are not stored, and the next start measures again. */
  async add(key: string, figures: unknown): Promise<void> {
    if (this.#path === null) return;
    const all = { ...(await this.read()), [key]: figures };
    const partial = `${this.#path}.${process.pid}`;
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      await writeFile(partial, `${JSON.stringify(all, null, 2)}\n`);
      await rename(partial, this.#path);
    } catch {
      // The next start measures again.
    }
  }
}
