/** Files that no source provides in the needed format: converted on this machine from what the sources deliver. */
import type { Conversion, Model, ModelFile } from './model.ts';
import { writeWhisperGgml } from './whisper-ggml.ts';

/** The files that a model's sources deliver: its own, or those it is converted from. */
export function deliveredFiles(model: Model): readonly ModelFile[] {
  return model.conversion?.from ?? model.files;
}

/**
 * Converts the delivered files to the model's files; the caller checks their hashes.
 * @param path maps a file to its path
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
