import { join } from 'node:path';
import { HIBARI, type HibariVoice, hibariFile } from '../../../../model-files/hibari-files.ts';
import { fileSize } from '../../../../model-files/verify.ts';

/** A voice of hibari that is installed, ready to speak. */
export interface InstalledHibari extends HibariVoice {
  readonly modelPath: string;
}

/** The voices of hibari whose files are complete in a folder. */
export async function readHibariFolder(folder: string): Promise<InstalledHibari[]> {
  const found: InstalledHibari[] = [];
  for (const voice of HIBARI) {
    const modelPath = join(folder, hibariFile(voice));
    if ((await fileSize(modelPath)) === voice.sizeBytes) found.push({ ...voice, modelPath });
  }
  return found;
}
