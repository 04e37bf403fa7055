/** Fetches one model from its sources. */
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import { extract, type Wanted } from './archive.ts';
import type { Claim } from './claim.ts';
import { convert, deliveredFiles } from './convert.ts';
import { createDispatcher, download } from './download.ts';
import { fromFileSystem, ModelError, withHubAdvice } from './errors.ts';
import type { ModelCard } from './license.ts';
import type { HubFile, Model, ModelFile, ModelSource, PackageSource } from './model.ts';
import { fetchPackage } from './packages.ts';
import { fileSize, maxBytes, verifyFile } from './verify.ts';

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
  /** Called before a model with a card is fetched for the first time. Default: refuse. */
  readonly acceptLicense?: (card: ModelCard, model: Model) => boolean | Promise<boolean>;
}

/** One attempt at one model while the claim is held. */
export class Pull {
  readonly #model: Model;
  readonly #folder: string;
  readonly #token: string;
  readonly #options: PullOptions;
  readonly #delivered: readonly ModelFile[];
  /** Parts that packages may deliver instead of whole files. */
  readonly #parts: readonly ModelFile[];
  readonly #totalBytes: number;
  readonly #address: (file: HubFile) => string;
  readonly #hub: string;

  constructor(
    model: Model,
    folder: string,
    held: Claim,
    options: PullOptions,
    address: (file: HubFile) => string,
    hub: string,
  ) {
    this.#hub = hub;
    this.#address = address;
    this.#model = model;
    this.#folder = folder;
    this.#token = held.token;
    this.#options = options;
    this.#delivered = deliveredFiles(model);
    this.#parts = model.sources.flatMap((source) => partsOf(source));
    this.#totalBytes = bytesOf(this.#delivered);
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
        await (isFetched(source) ? this.#fetchFiles(urls) : this.#unpackFiles(source));
        await this.#convert();
        for (const part of this.#parts) await rm(this.#part(part), { force: true });
        for (const file of this.#model.files) await rename(this.#part(file), finalPath(file));
        return name;
      } catch (thrown) {
        this.#options.signal?.throwIfAborted();
        const error = fromFileSystem(thrown, this.#folder);
        if (!(error instanceof ModelError) || error.code === 'disk_full' || error.code === 'storage')
          throw error;
        failures.push(source.kind === 'hub' ? withHubAdvice(error) : error);
        this.#options.onProgress?.({ kind: 'source-failed', source: name, error });
      }
    }
    const reasons = failures.map((error) => error.message).join('; ');
    throw new ModelError('all_sources_failed', `${this.#model.id}: ${reasons}`, new AggregateError(failures));
  }

  /** URL of each file of a source, by name; empty for packages. */
  #urls(source: ModelSource): Readonly<Record<string, string>> {
    if (source.kind === 'url') return source.urls;
    if (source.kind !== 'hub') return {};
    const { repository, revision, paths } = source;
    const onHub = Object.entries(paths).map(([name, path]) => [
      name,
      this.#address({ repository, revision, path }),
    ]);
    return { ...Object.fromEntries(onHub), ...source.urls };
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

  /** Takes over the data of earlier attempts, under our own names, and removes the rest of their files. */
  async #adoptLeftovers(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => !name.startsWith('claim'));
    for (const file of [...this.#delivered, ...this.#parts]) {
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

  /**
   * A package needs room for its archive in addition to the extracted files, or later for the files joined from parts.
   */
  async #checkSpace(source: ModelSource): Promise<void> {
    const stats = await statfs(this.#folder);
    const freeBytes = stats.bavail * stats.bsize;
    let neededBytes = isFetched(source) ? this.#totalBytes : 2 * this.#totalBytes;
    if (this.#model.conversion) for (const file of this.#model.files) neededBytes += file.sizeBytes;
    for (const file of [...this.#delivered, ...this.#parts])
      neededBytes -= (await fileSize(this.#part(file))) ?? 0;
    if (freeBytes >= neededBytes) return;
    const message = `${this.#model.id} needs ${neededBytes} bytes and ${this.#folder} has ${freeBytes} free`;
    throw new ModelError('disk_full', message);
  }

  async #fetchFiles(urls: Readonly<Record<string, string>>): Promise<void> {
    const dispatcher = createDispatcher(this.#hub);
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
      // Data of an earlier attempt may be the cause, so the source is tried once from the first byte.
      if (!resumed) throw error;
      await this.#fetchFile(url, file, dispatcher, doneBytes);
    }
  }

  async #unpackFiles(source: UnpackedSource): Promise<void> {
    const packages = source.kind === 'packages' ? source.packages : [source];
    let doneBytes = 0;
    for (const one of packages) {
      const names = new Set(Object.values(one.files));
      const files = [...this.#delivered, ...this.#parts].filter(({ name }) => names.has(name));
      if (!(await this.#areComplete(files))) await this.#unpack(one, files, doneBytes);
      doneBytes += bytesOf(files);
      this.#report(doneBytes);
    }
    for (const [name, parts] of Object.entries(joinedOf(source))) await this.#join(name, parts);
  }

  async #areComplete(files: readonly ModelFile[]): Promise<boolean> {
    const { signal } = this.#options;
    for (const file of files) if ((await fileSize(this.#part(file))) !== file.sizeBytes) return false;
    try {
      for (const file of files) await verifyFile(this.#part(file), file, signal);
      return true;
    } catch (error) {
      if (error instanceof ModelError && error.code === 'corrupt') return false;
      throw error;
    }
  }

  /** @param files the model's files that the package has */
  async #unpack(source: PackageSource, files: readonly ModelFile[], doneBytes: number): Promise<void> {
    const { signal } = this.#options;
    const scratch = join(this.#folder, `${this.#token}.package`);
    const totalBytes = bytesOf(files);
    try {
      await mkdir(scratch);
      const archive = await fetchPackage(source, scratch, {
        signal,
        onBytes: (bytes) => this.#report(doneBytes + Math.min(bytes, totalBytes)),
      });
      const members = new Map<string, Wanted>();
      for (const [member, name] of Object.entries(source.files)) {
        const file = files.find((candidate) => candidate.name === name);
        if (file) members.set(member, { path: this.#part(file), sizeBytes: file.sizeBytes });
      }
      await extract(archive, members, signal);
      for (const file of files) await verifyFile(this.#part(file), file, signal);
    } catch (error) {
      // Archives cannot be resumed, and a wrong file must not be resumed as the beginning of a right one.
      for (const file of files) await rm(this.#part(file), { force: true });
      throw error;
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  async #join(name: string, parts: readonly ModelFile[]): Promise<void> {
    const { signal } = this.#options;
    const file = this.#delivered.find((candidate) => candidate.name === name);
    if (!file) throw new ModelError('missing', `${this.#model.id} has no ${name}`);
    const path = this.#part(file);
    try {
      await writeFile(path, '');
      for (const part of parts) {
        const append = createWriteStream(path, { flags: 'a' });
        await pipeline(createReadStream(this.#part(part)), append, { ...(signal && { signal }) });
      }
      await verifyFile(path, file, signal);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  #report(bytes: number): void {
    const receivedBytes = Math.min(bytes, this.#totalBytes);
    this.#options.onProgress?.({ kind: 'bytes', receivedBytes, totalBytes: this.#totalBytes });
  }
}

type FetchedSource = Extract<ModelSource, { kind: 'url' | 'hub' }>;
type UnpackedSource = Exclude<ModelSource, FetchedSource>;

const isFetched = (source: ModelSource): source is FetchedSource =>
  source.kind === 'url' || source.kind === 'hub';

/** The files that a source delivers in parts, with their parts. */
const joinedOf = (source: ModelSource): Readonly<Record<string, readonly ModelFile[]>> =>
  (source.kind === 'packages' && source.parts) || {};

const partsOf = (source: ModelSource): readonly ModelFile[] => Object.values(joinedOf(source)).flat();

const bytesOf = (files: readonly ModelFile[]): number => files.reduce((sum, file) => sum + file.sizeBytes, 0);

/** Name of a source in messages. */
function sourceName(source: ModelSource, urls: Readonly<Record<string, string>>): string {
  if (isFetched(source)) {
    const first = Object.values(urls)[0];
    return first === undefined ? 'nowhere' : new URL(first).host;
  }
  const nameOf = ({ name, version }: PackageSource) => `${name} ${version}`;
  if (source.kind === 'packages') return `packages ${source.packages.map(nameOf).join(', ')}`;
  return `${source.kind === 'pypi' ? 'Python' : 'npm'} package ${nameOf(source)}`;
}
