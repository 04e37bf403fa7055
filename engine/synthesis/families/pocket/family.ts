import { pocketFolder } from '../../../../model-files/folders.ts';
import { pocketFileNames } from '../../../../model-files/pocket-files.ts';
import type { VoiceFamily } from '../../family.ts';
import { fileName } from '../../file-name.ts';
import { stateOf } from '../../state-of.ts';
import { readPocketFolder } from './folder.ts';
import type { PocketSource } from './source.ts';
import type { PocketState } from './synthesizer.ts';
import { pocketVoices } from './voices.ts';

export const POCKET: VoiceFamily<PocketSource> = {
  name: 'pocket',
  title: 'Pocket TTS',
  url: 'https://github.com/kyutai-labs/pocket-tts',
  standing: 'on-request',
  readsPhonemes: false,
  canBeConverted: false,
  canBeMorphed: false,
  isKnownElsewhere: false,
  // The cost of its model with 100 million parameters.
  cost: 0.3,
  folders: (env) => [pocketFolder(env)],
  find: async (folders) => pocketVoices((await Promise.all(folders.map(readPocketFolder))).flat()),
  keyOf: ({ voicePath }) => `pocket:${fileName(voicePath)}`,
  modelPathOf: ({ modelPath }) => modelPath,
  async load({ modelPath, tokenizerPath, voicePath, espeakVoice, prompt }, { espeak, once }) {
    const { PocketSynthesizer, PocketVoices } = await import('./synthesizer.ts');
    const { EspeakSynthesizer } = await import('../espeak/synthesizer.ts');
    const voices = await once(modelPath, () => PocketVoices.load(modelPath, tokenizerPath));
    const reader = new EspeakSynthesizer(espeak, espeakVoice);
    const voice = await (prompt ? voices.prompted(prompt.codes, prompt.model) : voices.published(voicePath));
    return new PocketSynthesizer(voices, voice, espeakVoice, (pronounced) => reader.rendition(pronounced));
  },
  async stagesOf(modelPath, bytes) {
    const { publishedModel } = await import('./published.ts');
    const { stagedPocket } = await import('./split.ts');
    return stagedPocket(bytes, publishedModel(modelPath).config);
  },
  rewrittenAtOnce: { kind: 'pocket', fileOf: (id) => pocketFileNames(id).weights },
  handedOn(state) {
    const { speech } = stateOf<PocketState>(state, 'pocket');
    if (!speech) return [];
    const { backbone, decoder } = speech;
    return [backbone, decoder.cache].flatMap(({ keys, values }) =>
      [...keys, ...values].map(({ buffer }) => buffer as ArrayBuffer),
    );
  },
  async promptEncoder(modelPath) {
    const { PocketVoices } = await import('./synthesizer.ts');
    const model = await PocketVoices.loadModel(modelPath);
    return {
      sampleRate: model.config.mimi.sample_rate,
      frameSamples: model.frameSamples,
      encode: (samples) => model.encode(model.beginEncoding(), samples),
      release: () => model.release(),
    };
  },
};
