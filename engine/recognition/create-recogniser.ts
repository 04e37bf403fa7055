import { ENGLISH_RECOGNISER } from '../models/manifest.ts';
import { ModelStore } from '../models/store.ts';
import { missingInstructions } from '../onnx/instruction-sets.ts';
import { LocalRecogniser } from './local-recogniser.ts';
import { RemoteRecogniser } from './remote-recogniser.ts';
import { type Recogniser, RecognitionError, type Transcript } from './types.ts';

export interface RecogniserOptions {
  /** An OpenAI-compatible server; null to recognise on this machine. */
  readonly remote: {
    readonly baseUrl: string;
    readonly apiKey: string | null;
    readonly model: string;
  } | null;
  /** Name of the local recogniser's model. Default: the one for English. */
  readonly local?: string;
  /** Default: `modelsFolder()`. */
  readonly modelsFolder?: string;
  /** Told why recognition is unavailable. */
  readonly warn?: (message: string) => void;
}

/**
 * The recogniser of this server: remote if one is configured, local if its model is installed and the processor can run
 * it, otherwise one that supports no language. Returns quickly: nothing is fetched, loaded or connected here.
 */
export async function createRecogniser(options: RecogniserOptions): Promise<Recogniser> {
  if (options.remote !== null) return new RemoteRecogniser(options.remote);
  const store = new ModelStore(options.modelsFolder === undefined ? {} : { folder: options.modelsFolder });
  const unavailable = (reason: string): Recogniser => {
    options.warn?.(`recordings cannot be transcribed: ${reason}`);
    return new NoRecogniser(reason);
  };
  const { id, language } = store.model(options.local ?? ENGLISH_RECOGNISER);
  if (!(await store.isInstalled(id))) {
    return unavailable(`the model ${id} is not installed; "npm run models -- pull ${id}" installs it`);
  }
  const missing = missingInstructions();
  if (missing.length > 0) return unavailable(`this processor lacks ${missing.join(', ')}`);
  const [modelPath] = store.paths(id).values();
  return new LocalRecogniser({ modelPath: modelPath!, isMultilingual: language === 'mul' });
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
