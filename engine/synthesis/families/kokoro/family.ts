import { kokoroFolder } from '../../../../model-files/folders.ts';
import { KOKORO_GRAPH } from '../../../../model-files/kokoro-files.ts';
import { hasDotProducts } from '../../../../model-files/onnx/instruction-sets.ts';
import type { VoiceFamily } from '../../family.ts';
import { fileName } from '../../file-name.ts';
import { readKokoroFolder } from './folder.ts';
import type { KokoroSource } from './source.ts';
import { BEST_VOICES, kokoroVoices } from './voices.ts';

/**
 * Assumed until measured. Close to measured values with and without dot products, so that default voices seldom change.
 */
const ASSUMED_CORES = { dotProducts: 0.4, plain: 0.9 } as const;
/** Raise it when the synthesizer becomes faster or slower. */
const SPEED_VERSION = 1;

export const KOKORO: VoiceFamily<KokoroSource> = {
  name: 'kokoro',
  title: 'Kokoro',
  url: 'https://huggingface.co/hexgrad/Kokoro-82M',
  standing: 'most-natural',
  readsPhonemes: true,
  canBeConverted: true,
  canBeMorphed: true,
  isKnownElsewhere: true,
  cost: {
    file: 'kokoro-speed.json',
    version: `${KOKORO_GRAPH.sha256} ${SPEED_VERSION}`,
    assumedCores: () => (hasDotProducts() ? ASSUMED_CORES.dotProducts : ASSUMED_CORES.plain),
  },
  bestVoices: BEST_VOICES,
  folders: (env) => [kokoroFolder(env)],
  find: async ([folder]) => kokoroVoices(folder === undefined ? null : await readKokoroFolder(folder)),
  keyOf: ({ stylePath }) => `kokoro:${fileName(stylePath)}`,
  modelPathOf: ({ modelPath }) => modelPath,
  async load({ modelPath, stylePath, espeakVoice }, { once }) {
    const { KokoroSynthesizer } = await import('./synthesizer.ts');
    const model = await once(modelPath, () => KokoroSynthesizer.loadModel(modelPath));
    return KokoroSynthesizer.load(model, stylePath, espeakVoice);
  },
  async stagesOf(_modelPath, bytes) {
    const { splitKokoro } = await import('./split.ts');
    return splitKokoro(bytes);
  },
};
