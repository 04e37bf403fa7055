import type { InstalledPocket } from '../models/pocket-folder.ts';
import type { CatalogEntry } from './catalog-entry.ts';

const SAMPLE_RATE = 24_000;

/** The espeak voice that reads along with a language's models. */
const READERS: Readonly<Record<string, string>> = { en: 'en-us', fr: 'fr-fr', pt: 'pt-br' };

/** The voices that the installed models of Pocket TTS came with: one each, also where both editions are there. */
export function pocketEntries(installed: readonly InstalledPocket[]): CatalogEntry[] {
  const entries = new Map<string, CatalogEntry>();
  for (const { model, voice, millions, modelPath, tokenizerPath, voicePath } of installed) {
    const lang = model.language ?? 'en';
    const id = `${model.id.replace('-tts', '').replace(/-without-cloning$/, '')}-${voice}`;
    if (entries.has(id)) continue;
    entries.set(id, {
      voice: {
        id,
        name: `${voice.charAt(0).toUpperCase()}${voice.slice(1)} (Pocket ${millions}M)`,
        lang,
        langs: [lang],
        engine: 'pocket',
        sampleRate: SAMPLE_RATE,
        license: model.license,
        supportsTimings: true,
        tags: ['built-in', 'neural', 'pocket', `${millions}m`],
        model: model.id,
        speakers: 1,
        notice: null,
      },
      source: {
        engine: 'pocket',
        modelPath,
        tokenizerPath,
        voicePath,
        espeakVoice: READERS[lang] ?? lang,
      },
    });
  }
  return [...entries.values()];
}
