import { LANGUAGES } from '../languages.ts';
import { ENGLISH_RECOGNISER } from '../models/manifest.ts';
import { ModelStore } from '../models/store.ts';
import { RECOGNISERS } from '../models/wanted.ts';
import { missingInstructions } from '../onnx/instruction-sets.ts';
import { LocalRecognisers } from './local-recognisers.ts';
import { RemoteRecogniser } from './remote-recogniser.ts';
import { type Recogniser, RecognitionError, type Transcript } from './types.ts';

export interface RecogniserOptions {
  /** An OpenAI-compatible server; null to recognise on this machine. */
  readonly remote: {
    readonly baseUrl: string;
    readonly apiKey: string | null;
    readonly model: string;
  } | null;
  /**
   * Name of the local recogniser that is asked first. Default: the one for English. What it does not know, or where it
   * is not installed, others do.
   */
  readonly local?: string;
  /** Default: `modelsFolder()`. */
  readonly modelsFolder?: string;
  /** Told why recognition is unavailable. */
  readonly warn?: (message: string) => void;
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
  const preferred = options.local ?? ENGLISH_RECOGNISER;
  if (!(await store.isInstalled(preferred))) {
    warn(`the model ${preferred} is not installed; "npm run models -- pull ${preferred}" installs it`);
  }
  // The catalogue begins with those that answer callers soonest.
  const ids = new Set([preferred, ...RECOGNISERS]);
  return new LocalRecognisers(
    [...ids].map((id) => {
      const [path] = store.paths(id).values();
      return { path: path!, isMultilingual: store.model(id).language === 'mul' };
    }),
  );
}

/** Whether it understands any language. */
export function understandsAnything(recogniser: Recogniser): boolean {
  return ['', ...LANGUAGES].some((lang) => recogniser.supports(lang));
}

/** Stands in when there is no recogniser, and says why. */
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
