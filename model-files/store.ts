/** The models on this machine: listing, fetching and removing them. */
import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { claim } from './claim.ts';
import { fromFileSystem, LicenseError, systemCode, withHubAdvice, withTokenAdvice } from './errors.ts';
import { hubUrl, modelsFolder } from './folders.ts';
import { acceptCard, acceptedCard, MAX_CARD_BYTES, type ModelCard, readCard } from './license.ts';
import { filesOf, type HubFile, KIND_FOLDERS, type Model, type ModelFile, type PinnedFile } from './model.ts';
import { removeOptimized } from './optimized-folders.ts';
import { ALL_MODELS } from './public-models.ts';
import type { PullOptions } from './pull.ts';
import { findModel } from './search.ts';
import { fileSize, isSizeOf } from './verify.ts';

export interface ModelStoreOptions {
  /** Default: `modelsFolder()`. */
  readonly folder?: string;
  /** Default: all known ones. */
  readonly models?: readonly Model[];
  /** Address of the hub. Default: `hubUrl()`. */
  readonly hub?: string;
}

/** In-progress files are here, next to the finished ones, so that a rename never crosses file systems. */
const PARTIAL_FOLDER = '.partial';
/** A holder that lost its claim tries again; losing it twice in a row indicates a bug. */
const MAX_CLAIMS = 3;

/** The modules of downloads are loaded when they are needed: threads that only read models start sooner without. */
export class ModelStore {
  readonly folder: string;
  readonly models: readonly Model[];
  readonly #hub: string;

  constructor(options: ModelStoreOptions = {}) {
    this.folder = options.folder ?? modelsFolder();
    this.models = options.models ?? ALL_MODELS;
    this.#hub = options.hub ?? hubUrl();
  }

  /** @throws ModelError 'model_unknown' */
  model(id: string): Model {
    return findModel(this.models, id);
  }

  /** Paths of the model's files by name, whether or not they exist. */
  paths(id: string): Map<string, string> {
    const model = this.model(id);
    return new Map(filesOf(model).map((file) => [file.name, this.#path(model, file)]));
  }

  /** True when every file exists with its full size. Hashes were checked before a file got its final name. */
  async isInstalled(id: string): Promise<boolean> {
    const model = this.model(id);
    for (const file of filesOf(model)) {
      const size = await fileSize(this.#path(model, file));
      if (size === null || !isSizeOf(file, size)) return false;
    }
    return true;
  }

  /** The models of the manifest that are completely installed. */
  async installed(): Promise<Model[]> {
    const flags = await Promise.all(this.models.map((model) => this.isInstalled(model.id)));
    return this.models.filter((_, index) => flags[index]);
  }

  /**
   * The model's card, from the hub; null for a model without one, whose licence is known.
   * @throws ModelError; the signal's reason
   */
  async card(id: string, signal?: AbortSignal): Promise<ModelCard | null> {
    const { card } = this.model(id);
    if (!card) return null;
    const { createDispatcher, fetchText } = await import('./download.ts');
    const dispatcher = createDispatcher(this.#hub);
    try {
      return readCard(await fetchText(this.#address(card), MAX_CARD_BYTES, dispatcher, signal));
    } catch (error) {
      throw withHubAdvice(withTokenAdvice(error, this.model(id)));
    } finally {
      await dispatcher.destroy();
    }
  }

  /** The card that was accepted for a model on this machine, even if it has been removed since. */
  acceptedCard(id: string): Promise<ModelCard | null> {
    return acceptedCard(this.#cardPath(this.model(id)));
  }

  /**
   * Fetches a model unless it is installed; resolves when all its files are in place and verified. When interrupted, it
   * resumes next time where it stopped, and it never leaves an incomplete or wrong file under a final name. Several
   * processes may pull the same model at once: one fetches, the others wait for it.
   * @returns the source it came from, or null when there was nothing to do
   * @throws ModelError; the signal's reason
   */
  async pull(id: string, options: PullOptions = {}): Promise<string | null> {
    const model = this.model(id);
    const partial = this.#partialFolder(model);
    const isDone = () => this.isInstalled(id);
    try {
      if (await isDone()) return null;
      await this.#requireLicense(model, options);
      for (let round = 1; ; round++) {
        const held = await claim(
          partial,
          isDone,
          () => options.onProgress?.({ kind: 'waiting' }),
          options.signal,
        );
        if (held === null) return null;
        try {
          const { resolvePinned } = await import('./pinned.ts');
          const { Pull } = await import('./pull.ts');
          const address = (file: HubFile): string => this.#address(file);
          const resolved = await resolvePinned(model, this.#hub, address, options.signal);
          const pull = new Pull(resolved, partial, held, options, address, this.#hub);
          return await pull.run((file) => this.#path(model, file));
        } catch (error) {
          const lostClaim = systemCode(error) === 'ENOENT';
          if (!lostClaim || round >= MAX_CLAIMS) throw error;
        } finally {
          await held.release();
          // Succeeds only when there is nothing left to resume and no other process waits.
          await rmdir(partial).catch(() => undefined);
          await rmdir(join(partial, '..')).catch(() => undefined);
        }
      }
    } catch (error) {
      options.signal?.throwIfAborted();
      throw fromFileSystem(error, this.folder);
    }
  }

  /** Deletes a model and any unfinished downloads of it. @returns false when there was nothing */
  async remove(id: string): Promise<boolean> {
    const model = this.model(id);
    let removed = false;
    // In the reverse order of installation, so that half of a pair is never taken for a complete voice.
    for (const file of [...filesOf(model)].reverse()) {
      const path = this.#path(model, file);
      if ((await fileSize(path)) === null) continue;
      await rm(path, { force: true });
      await removeOptimized(path);
      removed = true;
    }
    await rm(this.#partialFolder(model), { recursive: true, force: true });
    return removed;
  }

  async #requireLicense(model: Model, { signal, acceptLicense }: PullOptions): Promise<void> {
    const card = await this.card(model.id, signal);
    if (card === null) return;
    const path = this.#cardPath(model);
    if ((await acceptedCard(path))?.text === card.text) return;
    if (!(await acceptLicense?.(card, model))) {
      throw new LicenseError(model.id, card.license);
    }
    await acceptCard(path, card);
  }

  /** Kept when the model is removed, so that the licence is accepted only once. */
  #cardPath(model: Model): string {
    return join(this.folder, KIND_FOLDERS[model.kind], `${model.id}.MODEL_CARD`);
  }

  #address({ repository, revision, path }: HubFile): string {
    return `${this.#hub}/${repository}/resolve/${revision}/${path.split('/').map(encodeURIComponent).join('/')}`;
  }

  #path(model: Model, file: ModelFile | PinnedFile): string {
    return join(this.folder, KIND_FOLDERS[model.kind], file.name);
  }

  #partialFolder(model: Model): string {
    return join(this.folder, KIND_FOLDERS[model.kind], PARTIAL_FOLDER, model.id);
  }
}
