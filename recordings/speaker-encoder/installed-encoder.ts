import { SPEAKER_ENCODER } from '../../model-files/manifest.ts';
import { ModelStore } from '../../model-files/store.ts';
import { SpeakerEncoder } from './speaker-encoder.ts';

/** Loaded with the first voice that this thread analyses. */
let encoder: Promise<SpeakerEncoder> | undefined;

/** @param folder with models, or null @returns the path of the speaker encoder; null if none is installed */
export async function installedEncoder(folder: string | null): Promise<string | null> {
  if (folder === null) return null;
  const store = new ModelStore({ folder });
  if (!(await store.isInstalled(SPEAKER_ENCODER))) return null;
  const [path = null] = store.paths(SPEAKER_ENCODER).values();
  return path;
}

/** The encoder of this thread. @param path the same each time @throws Error when it cannot be read */
export function loadedEncoder(path: string): Promise<SpeakerEncoder> {
  encoder ??= SpeakerEncoder.load(path);
  return encoder;
}
