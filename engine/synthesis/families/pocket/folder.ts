import { join } from 'node:path';
import { POCKET, type PocketModelFiles, pocketFileNames } from '../../../../model-files/pocket-files.ts';
import { fileSize } from '../../../../model-files/verify.ts';

/** A model of Pocket TTS that is installed, ready to speak. */
export interface InstalledPocket extends PocketModelFiles {
  readonly modelPath: string;
  readonly tokenizerPath: string;
  readonly voicePath: string;
}

/** The models of Pocket TTS whose files are complete in a folder. */
export async function readPocketFolder(folder: string): Promise<InstalledPocket[]> {
  const found: InstalledPocket[] = [];
  for (const files of POCKET) {
    const names = pocketFileNames(files.model.id);
    const paths = {
      modelPath: join(folder, names.weights),
      tokenizerPath: join(folder, names.tokenizer),
      voicePath: join(folder, names.voice),
    };
    const sizes = await Promise.all(Object.values(paths).map(fileSize));
    if (sizes.every((size) => size !== null)) found.push({ ...files, ...paths });
  }
  return found;
}
