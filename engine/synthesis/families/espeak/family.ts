import type { VoiceFamily } from '../../family.ts';
import type { EspeakSource } from './source.ts';
import { VARIANTS, variantOf } from './variants.ts';
import { espeakEntries } from './voices.ts';

export const ESPEAK: VoiceFamily<EspeakSource> = {
  name: 'espeak',
  title: 'eSpeak NG',
  url: 'https://github.com/espeak-ng/espeak-ng',
  standing: 'robotic',
  readsPhonemes: true,
  canBeConverted: true,
  canBeMorphed: false,
  isKnownElsewhere: false,
  cost: 0.05,
  builtIn: () => ({ engine: 'espeak', listed: espeakEntries() }),
  // One timbre for each variant, whatever the language.
  keyOf({ voice }) {
    const variant = variantOf(voice);
    return variant ? `espeak+${variant}` : 'espeak';
  },
  modelPathOf: () => null,
  variants: VARIANTS,
  async load({ voice }, { espeak }) {
    const { EspeakSynthesizer } = await import('./synthesizer.ts');
    return new EspeakSynthesizer(espeak, voice);
  },
};
