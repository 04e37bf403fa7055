import { join } from 'node:path';
import { KOKORO_GRAPH, KOKORO_STYLES } from '../../../../model-files/kokoro-files.ts';
import { fileSize } from '../../../../model-files/verify.ts';

/** The installed parts of Kokoro, ready to speak. */
export interface InstalledKokoro {
  readonly modelPath: string;
  /** Path of the table of styles of each installed voice, by the voice's name ("af_heart"). */
  readonly stylePaths: ReadonlyMap<string, string>;
}

/**
 * The parts of Kokoro in a folder; null without the graph or without any voice. Files of the wrong size do not count.
 */
export async function readKokoroFolder(folder: string): Promise<InstalledKokoro | null> {
  const modelPath = join(folder, KOKORO_GRAPH.name);
  if ((await fileSize(modelPath)) !== KOKORO_GRAPH.sizeBytes) return null;
  const stylePaths = new Map<string, string>();
  for (const { name, sizeBytes } of KOKORO_STYLES) {
    const path = join(folder, name);
    if ((await fileSize(path)) === sizeBytes) stylePaths.set(name.slice(0, -'.bin'.length), path);
  }
  return stylePaths.size > 0 ? { modelPath, stylePaths } : null;
}
