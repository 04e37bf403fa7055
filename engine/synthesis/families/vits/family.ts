import { readFile } from 'node:fs/promises';
import { piperFolders } from '../../../../model-files/folders.ts';
import type { VoiceFamily } from '../../family.ts';
import { fileName } from '../../file-name.ts';
import type { VitsSource } from './source.ts';
import { vitsVoices } from './voices.ts';

export const VITS: VoiceFamily<VitsSource> = {
  name: 'vits',
  title: 'Piper',
  url: 'https://github.com/OHF-Voice/piper1-gpl',
  standing: 'usual',
  readsPhonemes: true,
  canBeConverted: true,
  canBeMorphed: false,
  isKnownElsewhere: false,
  cost: 0.12,
  folders: piperFolders,
  // Imported when needed: the schema library would make up half of the modules of every thread.
  async find(folders, onBroken) {
    const { listPiperVoices } = await import('../../../../model-files/piper-voices.ts');
    return vitsVoices(await listPiperVoices(folders, { onBroken }));
  },
  keyOf: ({ modelPath, speaker }) => `vits:${fileName(modelPath)}:${speaker}`,
  modelPathOf: ({ modelPath }) => modelPath,
  async load({ modelPath, configPath, speaker }, { boost, once }) {
    const { VitsSynthesizer } = await import('./synthesizer.ts');
    const { parsePiperConfig } = await import('../../../../model-files/piper-config.ts');
    const config = parsePiperConfig(JSON.parse(await readFile(configPath, 'utf8')));
    const model = await once(modelPath, () => VitsSynthesizer.loadModel(modelPath, boost));
    return new VitsSynthesizer(model, config, speaker);
  },
  async stagesOf(modelPath, bytes) {
    const { rangesOf } = await import('./calibration.ts');
    const { stagedVits } = await import('./split.ts');
    return stagedVits(bytes, await rangesOf(modelPath, bytes));
  },
};
