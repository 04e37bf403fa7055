/** Files that no source has as they are needed: made on this machine from what the sources deliver. */
import type { Conversion, Model, ModelFile } from './manifest.ts';
import { writeWhisperGgml } from './whisper-ggml.ts';

/** The files that a model's sources deliver: its own, or those that it is made from. */
export function deliveredFiles(model: Model): readonly ModelFile[] {
  return model.conversion?.from ?? model.files;
}

/**
 * Makes the model's files from the delivered ones; their hashes are for the caller to check.
 * @param path where a file lies or goes
 */
export async function convert(
  conversion: Conversion,
  model: Model,
  path: (file: ModelFile) => string,
  signal?: AbortSignal,
): Promise<void> {
  switch (conversion.format) {
    case 'ct2-whisper-to-ggml': {
      const [weights, vocabulary] = conversion.from;
      const [ggml] = model.files;
      return writeWhisperGgml(path(weights), path(vocabulary), path(ggml!), signal);
    }
  }
}
