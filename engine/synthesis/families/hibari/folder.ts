import { join } from 'node:path';
import { HIBARI, type HibariVoice, hibariFile } from '../../../models/hibari-files.ts';
import { fileSize } from '../../../models/verify.ts';

/** A voice of hibari that is installed, ready to speak. */
export interface InstalledHibari extends HibariVoice {
  readonly modelPath: string;
}

/** The voices of hibari that are whole in a folder. */
export async function readHibariFolder(folder: string): Promise<InstalledHibari[]> {
  const found: InstalledHibari[] = [];
  for (const voice of HIBARI) {
    const modelPath = join(folder, hibariFile(voice));
    if ((await fileSize(modelPath)) === voice.sizeBytes) found.push({ ...voice, modelPath });
  }
  return found;
}
