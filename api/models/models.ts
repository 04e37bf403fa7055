import type { Engine, RecogniserInUse } from '../../engine/index.ts';
import {
  LicenseError,
  type Model,
  type ModelCard,
  ModelError,
  type ModelFilter,
  type ModelStore,
  searchModels,
} from '../../engine/setup.ts';
import { refusal } from '../errors/api-error.ts';
import type { Log } from '../observability/log.ts';

/** A download of this process, remembered until the model is requested again or removed. */
export interface Download {
  readonly state: 'running' | 'failed';
  readonly receivedBytes: number;
  readonly totalBytes: number;
  /** Why it failed; empty while it runs. */
  readonly message: string;
}

/** A model, and its state on this server. */
export interface ModelState {
  readonly model: Model;
  readonly installed: boolean;
  readonly download: Download | null;
  /** Id of a voice of the model; null for other models, and while it is not installed. */
  readonly voiceId: string | null;
  /** Uses of a recogniser; empty for other models, and for unused ones. */
  readonly inUse: readonly RecogniserInUse[];
}

export interface ModelsDeps {
  readonly store: ModelStore;
  readonly engine: Pick<Engine, 'voices' | 'refreshVoices' | 'prepareModel' | 'recogniser'>;
  readonly log: Log;
}

interface Running {
  download: Download;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** The models that can be fetched and removed while the server runs. */
export class Models {
  readonly #deps: ModelsDeps;
  readonly #downloads = new Map<string, Running>();

  constructor(deps: ModelsDeps) {
    this.#deps = deps;
  }

  /** Lists the models that match, installed ones first. */
  async list(filter: ModelFilter): Promise<readonly ModelState[]> {
    const found = searchModels(this.#deps.store.models, filter);
    const states = await Promise.all(found.map((model) => this.#state(model)));
    return [...states.filter(({ installed }) => installed), ...states.filter(({ installed }) => !installed)];
  }

  /** @throws ApiError 404 */
  read(id: string): Promise<ModelState> {
    return this.#state(this.#find(id));
  }

  /**
   * Returns the card with the licence: the accepted one, or else the one on the hub. Null for a model without one.
   * @throws ApiError 404, 503
   */
  async card(id: string): Promise<ModelCard | null> {
    const { store } = this.#deps;
    const { id: known, card } = this.#find(id);
    if (!card) return null;
    try {
      return (await store.acceptedCard(known)) ?? (await store.card(known));
    } catch (error) {
      throw toRefusal(error);
    }
  }

  /**
   * Starts to fetch a model, unless it is installed or being fetched. Resolves when the licence is accepted and the
   * download has started.
   * @throws ApiError 404, 409 license_not_accepted, 503
   */
  async pull(id: string, isLicenseAccepted: boolean): Promise<ModelState> {
    const model = this.#find(id);
    const known = this.#downloads.get(model.id);
    if (known?.download.state !== 'running') {
      try {
        await this.#begin(model, isLicenseAccepted);
      } catch (error) {
        throw toRefusal(error);
      }
    }
    return this.#state(model);
  }

  /**
   * Deletes a model, and ends its download.
   * @throws ApiError 404
   * @returns whether there was anything to delete
   */
  async remove(id: string): Promise<boolean> {
    const { store, engine } = this.#deps;
    const model = this.#find(id);
    const known = this.#downloads.get(model.id);
    this.#downloads.delete(model.id);
    known?.stop.abort(new Error('removed'));
    await known?.done;
    const removed = await store.remove(model.id);
    await engine.refreshVoices();
    return removed || known !== undefined;
  }

  /** Ends all downloads; they can be resumed. */
  async close(): Promise<void> {
    const running = [...this.#downloads.values()];
    for (const { stop } of running) stop.abort(new Error('the server ends'));
    await Promise.all(running.map(({ done }) => done));
  }

  /** Resolves when the download has begun. @throws ModelError */
  #begin(model: Model, isLicenseAccepted: boolean): Promise<void> {
    const { store, engine, log } = this.#deps;
    const stop = new AbortController();
    return new Promise((resolve, reject) => {
      const report = (download: Partial<Download>): void => {
        running.download = { ...running.download, ...download };
      };
      const pulled = store.pull(model.id, {
        signal: stop.signal,
        acceptLicense: () => isLicenseAccepted,
        onProgress: (progress) => {
          if (progress.kind === 'source' || progress.kind === 'waiting') resolve();
          if (progress.kind !== 'bytes') return;
          report({ receivedBytes: progress.receivedBytes, totalBytes: progress.totalBytes });
        },
      });
      const done = pulled
        .then(async (source) => {
          await engine.refreshVoices();
          await engine.prepareModel(model.id);
          this.#downloads.delete(model.id);
          log.info({ model: model.id, source }, 'model installed');
          resolve();
        })
        .catch((error: unknown) => {
          if (!stop.signal.aborted) log.warn({ err: error, model: model.id }, 'model could not be fetched');
          report({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
          // This error is the response, so it need not be listed later.
          if (error instanceof LicenseError) {
            this.#downloads.delete(model.id);
          }
          reject(error);
        });
      const running: Running = {
        stop,
        done,
        download: { state: 'running', receivedBytes: 0, totalBytes: 0, message: '' },
      };
      this.#downloads.set(model.id, running);
    });
  }

  async #state(model: Model): Promise<ModelState> {
    const { store, engine } = this.#deps;
    const download = this.#downloads.get(model.id)?.download ?? null;
    // A running download may have its files in place before the engine can load them.
    const installed = download?.state !== 'running' && (await store.isInstalled(model.id));
    const voice = installed ? engine.voices().find((one) => one.model === model.id) : undefined;
    const inUse = engine.recogniser.inUse?.filter(({ id }) => id === model.id) ?? [];
    return { model, installed, download, voiceId: voice?.id ?? null, inUse };
  }

  #find(id: string): Model {
    try {
      return this.#deps.store.model(id);
    } catch (error) {
      throw toRefusal(error);
    }
  }
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof ModelError)) return error;
  const { code, message: reason } = error;
  if (code === 'model_unknown') return refusal('model_unknown', { values: { reason } });
  if (error instanceof LicenseError) {
    return refusal('license_not_accepted', { values: { license: error.license } });
  }
  return refusal('model_unavailable', { values: { reason }, cause: error });
}
