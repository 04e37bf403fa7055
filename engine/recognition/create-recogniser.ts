import { LANGUAGES } from '../../language/languages.ts';
import { ENGLISH_RECOGNISER } from '../../model-files/manifest.ts';
import { isMultilingual } from '../../model-files/model.ts';
import { missingInstructions } from '../../model-files/onnx/instruction-sets.ts';
import { ModelStore } from '../../model-files/store.ts';
import { digestOf } from '../../model-files/verify.ts';
import { RECOGNISERS } from '../../model-files/wanted.ts';
import type { LocalModel } from './local-recogniser.ts';
import { LocalRecognisers } from './local-recognisers.ts';
import { type MeasuredModel, RecogniserSpeeds } from './recogniser-speeds.ts';
import { RemoteRecogniser } from './remote-recogniser.ts';
import { type Recogniser, type RecogniserInUse, RecognitionError, type Transcript } from './types.ts';

export interface RecogniserOptions {
  /** An OpenAI-compatible server; null to recognise on this machine. */
  readonly remote: {
    readonly baseUrl: string;
    readonly apiKey: string | null;
    readonly model: string;
  } | null;
  /**
   * Name of the local recogniser that is preferred if it is installed and knows the language. Default: the most
   * accurate one that is quick enough on this machine.
   */
  readonly local?: string | null;
  /** Default: `modelsFolder()`. */
  readonly modelsFolder?: string;
  /** Called with the reason why recognition is unavailable. */
  readonly warn?: (message: string) => void;
  /** Called with the local recognisers in use: when the listener is set, and after changes. */
  readonly onInUse?: (inUse: readonly RecogniserInUse[]) => void;
}

/**
 * The recogniser of this server: remote if one is configured, otherwise the models on this machine, if the processor
 * can run them. Returns quickly: nothing is fetched, loaded or connected here.
 */
export async function createRecogniser(options: RecogniserOptions): Promise<Recogniser> {
  if (options.remote !== null) return new RemoteRecogniser(options.remote);
  const warn = (reason: string) => options.warn?.(`recordings cannot be transcribed: ${reason}`);
  const missing = missingInstructions();
  if (missing.length > 0) {
    const reason = `this processor lacks ${missing.join(', ')}`;
    warn(reason);
    return new NoRecogniser(reason);
  }
  const store = new ModelStore(options.modelsFolder === undefined ? {} : { folder: options.modelsFolder });
  const preferred = options.local ?? null;
  const models = recogniserModels(store);
  const speeds = new RecogniserSpeeds({ folder: store.folder });
  await speeds.remember(models);
  const recogniser = new LocalRecognisers({
    models,
    speeds,
    preferred,
    ...(options.onInUse && { onInUse: options.onInUse }),
    ...(options.warn && { warn: options.warn }),
  });
  const wanted = preferred ?? ENGLISH_RECOGNISER;
  const isMissing = preferred === null ? !recogniser.supports('en') : !(await store.isInstalled(preferred));
  if (isMissing) {
    warn(`the model ${wanted} is not installed; "npm run models -- pull ${wanted}" installs it`);
  }
  return recogniser;
}

/** The recognisers of the catalogue, with the values that decide whether one is measured again. */
function recogniserModels(store: ModelStore): MeasuredModel[] {
  return RECOGNISERS.map((id) => {
    const model = localModel(store, id);
    const greatest = store.model(id).files.reduce((a, b) => (b.sizeBytes > a.sizeBytes ? b : a));
    return { ...model, digest: digestOf(greatest).expected };
  });
}

/** A recogniser of the catalogue, whether it is installed or not. */
export function localModel(store: ModelStore, id: string): LocalModel & { readonly isMultilingual: boolean } {
  return { id, files: [...store.paths(id).values()], isMultilingual: isMultilingual(store.model(id)) };
}

/** Whether it knows any language. */
export function understandsAnything(recogniser: Recogniser): boolean {
  return ['', ...LANGUAGES].some((lang) => recogniser.supports(lang));
}

/** Replaces a missing recogniser, and gives the reason. */
export class NoRecogniser implements Recogniser {
  readonly #reason: string;

  constructor(reason: string) {
    this.#reason = reason;
  }

  supports(): boolean {
    return false;
  }

  async transcribe(): Promise<Transcript> {
    throw new RecognitionError(`recordings cannot be transcribed: ${this.#reason}`, { retryable: false });
  }

  async close(): Promise<void> {}
}
