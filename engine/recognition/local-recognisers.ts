import { existsSync } from 'node:fs';
import { LocalRecogniser } from './local-recogniser.ts';
import { recogniserCommand } from './recogniser-command.ts';
import { type RecogniseOptions, type Recogniser, RecognitionError, type Transcript } from './types.ts';

/** A recogniser of the catalogue, whether it is installed or not. */
export interface LocalModel {
  readonly path: string;
  readonly isMultilingual: boolean;
}

/**
 * The recognisers of this machine as one: each language is recognised by the first that knows it. A model that is
 * fetched or removed while the server runs counts at once.
 */
export class LocalRecognisers implements Recogniser {
  readonly #recognisers: readonly { readonly path: string; readonly recogniser: LocalRecogniser }[];

  /** @param models the preferred one first */
  constructor(models: readonly LocalModel[]) {
    this.#recognisers = models.map(({ path, isMultilingual }) => ({
      path,
      recogniser: new LocalRecogniser({ modelPath: path, isMultilingual }),
    }));
  }

  /** With "" for a language that nobody named: whether one of them finds out by itself. */
  supports(lang: string): boolean {
    return this.#for(lang) !== null;
  }

  /** The greatest of those in use, so that whoever is let in is served, whatever they speak. */
  get utteranceCpuSeconds(): number | null {
    const known = this.#recognisers
      .map(({ recogniser }) => recogniser.utteranceCpuSeconds)
      .filter((seconds) => seconds !== null);
    return known.length === 0 ? null : Math.max(...known);
  }

  prepare(lang: string): void {
    this.#for(lang)?.prepare();
  }

  async transcribe(samples: Float32Array, options: RecogniseOptions): Promise<Transcript> {
    const recogniser = this.#for(options.lang);
    if (recogniser) return recogniser.transcribe(samples, options);
    const command = recogniserCommand(options.lang);
    const advice = command === null ? '' : `; "${command}" installs a model that can`;
    throw new RecognitionError(`speech in "${options.lang}" cannot be recognised here${advice}`, {
      retryable: false,
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#recognisers.map(({ recogniser }) => recogniser.close()));
  }

  #for(lang: string): LocalRecogniser | null {
    // Files get their names when they are complete.
    const found = this.#recognisers.find(
      ({ path, recogniser }) => recogniser.supports(lang) && existsSync(path),
    );
    return found?.recogniser ?? null;
  }
}
