import { SPEAKER_ENCODER } from '../../models/manifest.ts';
import { ModelStore } from '../../models/store.ts';
import { SpeakerEncoder } from '../../speaker-encoder/speaker-encoder.ts';

/** Loaded with the first voice that this thread looks at. */
let encoder: Promise<SpeakerEncoder | null> | undefined;

/** @returns null where none is installed */
export function installedEncoder(modelsFolder: string | null): Promise<SpeakerEncoder | null> {
  encoder ??= load(modelsFolder);
  return encoder;
}

async function load(modelsFolder: string | null): Promise<SpeakerEncoder | null> {
  if (modelsFolder === null) return null;
  const store = new ModelStore({ folder: modelsFolder });
  if (!(await store.isInstalled(SPEAKER_ENCODER))) return null;
  const [path = ''] = store.paths(SPEAKER_ENCODER).values();
  return SpeakerEncoder.load(path);
}
