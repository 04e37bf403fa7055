import { hibariFolder } from '../../../../model-files/folders.ts';
import type { VoiceFamily } from '../../family.ts';
import { fileName } from '../../file-name.ts';
import { readHibariFolder } from './folder.ts';
import type { HibariSource } from './source.ts';
import { hibariVoices } from './voices.ts';

export const HIBARI: VoiceFamily<HibariSource> = {
  name: 'hibari',
  title: 'hibari',
  url: 'https://huggingface.co/maureesewilliams/hibari',
  standing: 'quick',
  readsPhonemes: true,
  canBeConverted: true,
  canBeMorphed: false,
  isKnownElsewhere: false,
  cost: 0.02,
  folders: (env) => [hibariFolder(env)],
  find: async (folders) => hibariVoices((await Promise.all(folders.map(readHibariFolder))).flat()),
  keyOf: ({ modelPath }) => `hibari:${fileName(modelPath)}`,
  modelPathOf: ({ modelPath }) => modelPath,
  async load({ modelPath, espeakVoice }) {
    const { HibariSynthesizer } = await import('./synthesizer.ts');
    return HibariSynthesizer.load(modelPath, espeakVoice);
  },
  async stagesOf(_modelPath, bytes) {
    const { splitHibari } = await import('./split.ts');
    return splitHibari(bytes);
  },
};
