/** Where models and voices are on this machine. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { END_OF_TURN_MODEL, MODELS } from './manifest.ts';
import { KIND_FOLDERS } from './model.ts';

export const DEFAULT_HUB_URL = 'https://huggingface.co';

type Environment = Readonly<Record<string, string | undefined>>;

/** MODELS_DIR, or `parley/models` in the user's cache folder (XDG base directory specification). */
export function modelsFolder(env: Environment = process.env): string {
  if (env.MODELS_DIR) return resolve(env.MODELS_DIR);
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley', 'models');
}

/** Where models are fetched from: MODEL_HUB_URL, without a slash at its end. */
export function hubUrl(env: Environment = process.env): string {
  return (env.MODEL_HUB_URL || DEFAULT_HUB_URL).replace(/\/+$/, '');
}

/** Where the voices of hibari are, if any are installed. */
export function hibariFolder(env: Environment = process.env): string {
  return join(modelsFolder(env), KIND_FOLDERS.hibari);
}

/** Where the dictionaries are, if they are installed. */
export function dictionaryFolder(env: Environment = process.env): string {
  return join(modelsFolder(env), KIND_FOLDERS.dictionary);
}

/** Where the files of Kokoro are, if they are installed. */
export function kokoroFolder(env: Environment = process.env): string {
  return join(modelsFolder(env), KIND_FOLDERS.kokoro);
}

/** Where the models of Pocket TTS are, if any are installed. */
export function pocketFolder(env: Environment = process.env): string {
  return join(modelsFolder(env), KIND_FOLDERS.pocket);
}

/** The file of the end-of-turn model; null if it is not installed. */
export function endOfTurnModelFile(env: Environment = process.env): string | null {
  const model = MODELS.find(({ id }) => id === END_OF_TURN_MODEL);
  const [file] = model?.files ?? [];
  if (model === undefined || file === undefined) return null;
  const path = join(modelsFolder(env), KIND_FOLDERS[model.kind], file.name);
  return existsSync(path) ? path : null;
}

/** Folders whose Piper voices are served; earlier folders take precedence. */
export function piperFolders(env: Environment = process.env): string[] {
  const folders = [join(modelsFolder(env), KIND_FOLDERS['piper-voice'])];
  if (env.DATA_DIR) folders.unshift(join(resolve(env.DATA_DIR), 'voices'));
  return folders;
}
