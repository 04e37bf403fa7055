import type { InstalledPocket } from '../models/pocket-folder.ts';
import type { PocketSource } from '../synthesis/voice-source.ts';
import type { CatalogEntry } from './catalog-entry.ts';

const SAMPLE_RATE = 24_000;
/** Larger models are too slow to speak for several at once (research/pocket/README.md). */
const MOST_MILLIONS = 100;

/** The espeak voice that reads along with a language's models. */
const READERS: Readonly<Record<string, string>> = { en: 'en-us', fr: 'fr-fr', pt: 'pt-br' };

/** A model that speaks in the voice of a recording. */
export interface PromptedEntry extends CatalogEntry {
  readonly source: PocketSource;
  readonly model: string;
}

/** The installed models that clone voices and are not too slow, the largest of each language first. */
export function promptedEntries(installed: readonly InstalledPocket[]): PromptedEntry[] {
  return installed
    .filter(({ model, millions }) => model.isGated && millions <= MOST_MILLIONS)
    .sort((a, b) => b.millions - a.millions)
    .map((files) => ({ ...entryOf(files), model: files.model.id }));
}

/** The voices that the installed models of Pocket TTS came with: one each, also where both editions are there. */
export function pocketEntries(installed: readonly InstalledPocket[]): CatalogEntry[] {
  const entries = new Map<string, CatalogEntry>();
  for (const files of installed) {
    const entry = entryOf(files);
    if (!entries.has(entry.voice.id)) entries.set(entry.voice.id, entry);
  }
  return [...entries.values()];
}

function entryOf(files: InstalledPocket): CatalogEntry & { readonly source: PocketSource } {
  const { model, voice, millions, modelPath, tokenizerPath, voicePath } = files;
  const lang = model.language ?? 'en';
  return {
    voice: {
      id: `${model.id.replace('-tts', '').replace(/-without-cloning$/, '')}-${voice}`,
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
    source: { engine: 'pocket', modelPath, tokenizerPath, voicePath, espeakVoice: READERS[lang] ?? lang },
  };
}
