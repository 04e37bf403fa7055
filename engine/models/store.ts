/** The models on this machine: listing, fetching and removing them. */
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, rmdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import { extract } from './archive.ts';
import { type Claim, claim } from './claim.ts';
import { convert, deliveredFiles } from './convert.ts';
import { createDispatcher, download, fetchText } from './download.ts';
import { fromFileSystem, ModelError, systemCode } from './errors.ts';
import { hubUrl, modelsFolder } from './folders.ts';
import { acceptCard, acceptedCard, MAX_CARD_BYTES, type ModelCard, readCard } from './license.ts';
import { type HubFile, KIND_FOLDERS, type Model, type ModelFile, type ModelSource } from './manifest.ts';
import { fetchPackage } from './packages.ts';
import { ALL_MODELS } from './public-models.ts';
import { findModel } from './search.ts';
import { fileSize, isSizeOf, maxBytes, verifyFile } from './verify.ts';

export type PullProgress =
  /** Another process is fetching the same model. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'source'; readonly source: string }
  /** The delivered files are being converted. */
  | { readonly kind: 'converting' }
  /** Total bytes of all files; approximate for packages, which are transferred compressed. */
  | { readonly kind: 'bytes'; readonly receivedBytes: number; readonly totalBytes: number }
  | { readonly kind: 'source-failed'; readonly source: string; readonly error: ModelError };

export interface PullOptions {
  readonly onProgress?: (progress: PullProgress) => void;
  readonly signal?: AbortSignal;
  /** Asked before a model with a card is fetched for the first time. Default: no. */
  readonly acceptLicense?: (card: ModelCard, model: Model) => boolean | Promise<boolean>;
}

export interface ModelStoreOptions {
  /** Default: `modelsFolder()`. */
  readonly folder?: string;
  /** Default: all that are known. */
  readonly models?: readonly Model[];
  /** Address of the hub. Default: `hubUrl()`. */
  readonly hub?: string;
}

/** In-progress files are here, next to the finished ones, so that a rename never crosses file systems. */
const PARTIAL_FOLDER = '.partial';
/** A holder that lost its claim tries again; losing it twice in a row only happens because of a bug. */
const MAX_CLAIMS = 3;

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
    return new Map(model.files.map((file) => [file.name, this.#path(model, file)]));
  }

  /** True when every file exists with its full size. Hashes were checked before a file got its final name. */
  async isInstalled(id: string): Promise<boolean> {
    const model = this.model(id);
    for (const file of model.files) {
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
    const dispatcher = createDispatcher();
    try {
      return readCard(await fetchText(this.#address(card), MAX_CARD_BYTES, dispatcher, signal));
    } catch (error) {
      throw explained(error);
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
          const pull = new Pull(model, partial, held, options, (file) => this.#address(file));
          return await pull.run((file) => this.#path(model, file));
        } catch (error) {
          const lostClaim = systemCode(error) === 'ENOENT';
          if (!lostClaim || round >= MAX_CLAIMS) throw error;
        } finally {
          await held.release();
          // Succeeds only when there is nothing left to resume and nobody else is waiting.
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
    for (const file of [...model.files].reverse()) {
      const path = this.#path(model, file);
      if ((await fileSize(path)) === null) continue;
      await rm(path, { force: true });
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
      throw new ModelError(
        'license_not_accepted',
        `the licence of ${model.id} has not been accepted: ${card.license}`,
      );
    }
    await acceptCard(path, card);
  }

  /** Kept when the model is removed, so that nobody is asked twice. */
  #cardPath(model: Model): string {
    return join(this.folder, KIND_FOLDERS[model.kind], `${model.id}.MODEL_CARD`);
  }

  #address({ repository, revision, path }: HubFile): string {
    return `${this.#hub}/${repository}/resolve/${revision}/${path.split('/').map(encodeURIComponent).join('/')}`;
  }

  #path(model: Model, file: ModelFile): string {
    return join(this.folder, KIND_FOLDERS[model.kind], file.name);
  }

  #partialFolder(model: Model): string {
    return join(this.folder, KIND_FOLDERS[model.kind], PARTIAL_FOLDER, model.id);
  }
}

/** One attempt at one model while the claim is held. */
class Pull {
  readonly #model: Model;
  readonly #folder: string;
  readonly #token: string;
  readonly #options: PullOptions;
  readonly #delivered: readonly ModelFile[];
  readonly #totalBytes: number;
  readonly #address: (file: HubFile) => string;

  constructor(
    model: Model,
    folder: string,
    held: Claim,
    options: PullOptions,
    address: (file: HubFile) => string,
  ) {
    this.#address = address;
    this.#model = model;
    this.#folder = folder;
    this.#token = held.token;
    this.#options = options;
    this.#delivered = deliveredFiles(model);
    this.#totalBytes = this.#delivered.reduce((sum, file) => sum + file.sizeBytes, 0);
  }

  async run(finalPath: (file: ModelFile) => string): Promise<string> {
    await this.#adoptLeftovers();
    const failures: ModelError[] = [];
    for (const source of this.#model.sources) {
      const urls = this.#urls(source);
      const name = sourceName(source, urls);
      this.#options.onProgress?.({ kind: 'source', source: name });
      try {
        await this.#checkSpace(source);
        await (isArchive(source) ? this.#fetchArchive(source) : this.#fetchFiles(urls));
        await this.#convert();
        for (const file of this.#model.files) await rename(this.#part(file), finalPath(file));
        return name;
      } catch (thrown) {
        this.#options.signal?.throwIfAborted();
        const error = fromFileSystem(thrown, this.#folder);
        if (!(error instanceof ModelError) || error.code === 'disk_full' || error.code === 'storage')
          throw error;
        failures.push(source.kind === 'hub' ? explained(error) : error);
        this.#options.onProgress?.({ kind: 'source-failed', source: name, error });
      }
    }
    const reasons = failures.map((error) => error.message).join('; ');
    throw new ModelError('all_sources_failed', `${this.#model.id}: ${reasons}`, new AggregateError(failures));
  }

  /** Where a source has each of its files, by name; empty for an archive. */
  #urls(source: ModelSource): Readonly<Record<string, string>> {
    if (source.kind === 'url') return source.urls;
    if (source.kind !== 'hub') return {};
    const { repository, revision, paths } = source;
    const entries = Object.entries(paths);
    return Object.fromEntries(
      entries.map(([name, path]) => [name, this.#address({ repository, revision, path })]),
    );
  }

  #part(file: ModelFile): string {
    return join(this.#folder, `${file.name}.${this.#token}.part`);
  }

  /** Converts the delivered files to the model's own, if they differ. */
  async #convert(): Promise<void> {
    const { conversion, files } = this.#model;
    if (!conversion) return;
    const { signal } = this.#options;
    this.#options.onProgress?.({ kind: 'converting' });
    try {
      await convert(conversion, this.#model, (file) => this.#part(file), signal);
      for (const file of files) await verifyFile(this.#part(file), file, signal);
    } catch (error) {
      for (const file of files) await rm(this.#part(file), { force: true });
      throw error;
    }
    for (const file of conversion.from) await rm(this.#part(file), { force: true });
  }

  /**
   * Takes over what earlier attempts have received, under our own names, and removes the rest of their files.
   */
  async #adoptLeftovers(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => !name.startsWith('claim'));
    for (const file of this.#delivered) {
      let best: { path: string; size: number } | null = null;
      for (const name of names) {
        if (!name.startsWith(`${file.name}.`) || !/^[0-9a-f]+\.part$/.test(name.slice(file.name.length + 1)))
          continue;
        const path = join(this.#folder, name);
        const size = (await fileSize(path)) ?? 0;
        if (size <= maxBytes(file) && size > (best?.size ?? 0)) best = { path, size };
      }
      if (best) await copyFile(best.path, this.#part(file), constants.COPYFILE_FICLONE);
    }
    for (const name of names) await rm(join(this.#folder, name), { recursive: true, force: true });
  }

  /** A package needs room for its archive in addition to the extracted files. */
  async #checkSpace(source: ModelSource): Promise<void> {
    const stats = await statfs(this.#folder);
    const freeBytes = stats.bavail * stats.bsize;
    let neededBytes = isArchive(source) ? 2 * this.#totalBytes : this.#totalBytes;
    if (this.#model.conversion) for (const file of this.#model.files) neededBytes += file.sizeBytes;
    for (const file of this.#delivered) neededBytes -= (await fileSize(this.#part(file))) ?? 0;
    if (freeBytes >= neededBytes) return;
    const message = `${this.#model.id} needs ${neededBytes} bytes and ${this.#folder} has ${freeBytes} free`;
    throw new ModelError('disk_full', message);
  }

  async #fetchFiles(urls: Readonly<Record<string, string>>): Promise<void> {
    const dispatcher = createDispatcher();
    try {
      let doneBytes = 0;
      for (const file of this.#delivered) {
        const url = urls[file.name];
        if (url === undefined) throw new ModelError('missing', `the source has no ${file.name}`);
        await this.#fetchFile(url, file, dispatcher, doneBytes);
        doneBytes += file.sizeBytes;
      }
    } finally {
      // Not close(), which would wait for an abandoned response.
      await dispatcher.destroy();
    }
  }

  async #fetchFile(url: string, file: ModelFile, dispatcher: Dispatcher, doneBytes: number): Promise<void> {
    const { signal } = this.#options;
    const path = this.#part(file);
    const resumed = ((await fileSize(path)) ?? 0) > 0;
    const onBytes = (bytes: number) => this.#report(doneBytes + bytes);
    try {
      await download(url, path, file, dispatcher, { signal, onBytes });
      await verifyFile(path, file, signal);
    } catch (error) {
      if (!(error instanceof ModelError) || error.code !== 'corrupt') throw error;
      await rm(path, { force: true });
      // The cause may be data left by an earlier attempt; the source gets one try from the first byte.
      if (!resumed) throw error;
      await this.#fetchFile(url, file, dispatcher, doneBytes);
    }
  }

  async #fetchArchive(source: ArchiveSource): Promise<void> {
    const { signal } = this.#options;
    const scratch = join(this.#folder, `${this.#token}.package`);
    try {
      await mkdir(scratch);
      const archive = await fetchPackage(source, scratch, {
        signal,
        onBytes: (bytes) => this.#report(bytes),
      });
      const parts = new Map<string, { path: string; sizeBytes: number }>();
      for (const [member, name] of Object.entries(source.files)) {
        const file = this.#delivered.find((candidate) => candidate.name === name);
        if (file) parts.set(member, { path: this.#part(file), sizeBytes: file.sizeBytes });
      }
      await extract(archive, parts, signal);
      for (const file of this.#delivered) await verifyFile(this.#part(file), file, signal);
      this.#report(this.#totalBytes);
    } catch (error) {
      // Archives cannot be resumed, and a wrong file must not be taken for the beginning of a right one.
      for (const file of this.#delivered) await rm(this.#part(file), { force: true });
      throw error;
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  #report(bytes: number): void {
    const receivedBytes = Math.min(bytes, this.#totalBytes);
    this.#options.onProgress?.({ kind: 'bytes', receivedBytes, totalBytes: this.#totalBytes });
  }
}

type ArchiveSource = Extract<ModelSource, { kind: 'pypi' | 'npm' }>;

const isArchive = (source: ModelSource): source is ArchiveSource =>
  source.kind === 'pypi' || source.kind === 'npm';

/** Name of a source in messages. */
function sourceName(source: ModelSource, urls: Readonly<Record<string, string>>): string {
  if (isArchive(source)) {
    return `${source.kind === 'pypi' ? 'Python' : 'npm'} package ${source.name} ${source.version}`;
  }
  const first = Object.values(urls)[0];
  return first === undefined ? 'nowhere' : new URL(first).host;
}

/** The same error; when the hub could not be reached, with what to do about it. */
function explained<E>(error: E): E | ModelError {
  if (!(error instanceof ModelError) || error.code !== 'unreachable') return error;
  const advice =
    'set MODEL_HUB_URL to the address of a mirror with the same paths, or HTTPS_PROXY if this network needs a proxy';
  return new ModelError('unreachable', `${error.message}; ${advice}`, error.cause);
}
