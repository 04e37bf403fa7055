import type { FoundVoices } from '../../family.ts';
import type { InstalledHibari } from './folder.ts';
import { SAMPLE_RATE } from './layers.ts';
import type { HibariSource } from './source.ts';

/** The voices of hibari that are installed. */
export function hibariVoices(installed: readonly InstalledHibari[]): FoundVoices {
  const listed = installed.map(({ displayName, lang, sex, modelPath, model }) => {
    const espeakVoice = lang.toLowerCase();
    return {
      voice: {
        id: model.id,
        name: `${displayName} (hibari)`,
        lang: 'en',
        langs: ['en', espeakVoice],
        engine: 'hibari',
        sampleRate: SAMPLE_RATE,
        license: model.license,
        supportsTimings: true,
        tags: ['built-in', 'neural', sex, espeakVoice === 'en-us' ? 'american' : 'british'],
        model: model.id,
        speakers: 1,
        notice: null,
      },
      source: { engine: 'hibari', modelPath, espeakVoice } satisfies HibariSource,
    } as const;
  });
  return { engine: 'hibari', listed };
}
