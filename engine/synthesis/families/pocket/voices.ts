import type { CatalogEntry, PromptedEntry } from '../../catalog-entry.ts';
import type { FoundVoices } from '../../family.ts';
import type { InstalledPocket } from './folder.ts';
import type { PocketSource } from './source.ts';

const SAMPLE_RATE = 24_000;
/** Larger models are too slow to speak for several at once (research/pocket/README.md). */
const MOST_MILLIONS = 100;

/** The espeak voice that is used to locate the words of a language's models. */
const READERS: Readonly<Record<string, string>> = { en: 'en-us', fr: 'fr-fr', pt: 'pt-br' };

export const pocketVoices = (installed: readonly InstalledPocket[]): FoundVoices => ({
  engine: 'pocket',
  listed: pocketEntries(installed),
  prompted: promptedEntries(installed),
});

/** The installed models that clone voices and are fast enough, the largest of each language first. */
function promptedEntries(installed: readonly InstalledPocket[]): PromptedEntry[] {
  return installed
    .filter(({ model, millions }) => model.isGated && millions <= MOST_MILLIONS)
    .sort((a, b) => b.millions - a.millions)
    .map((files) => ({ ...entryOf(files), model: files.model.id }));
}

/**
 * The voices published with the installed models of Pocket TTS: one for each model, even if both editions are
 * installed.
 */
function pocketEntries(installed: readonly InstalledPocket[]): CatalogEntry[] {
  const entries = new Map<string, CatalogEntry>();
  for (const files of installed) {
    const entry = entryOf(files);
    if (!entries.has(entry.voice.id)) entries.set(entry.voice.id, entry);
  }
  return [...entries.values()];
}

function entryOf(files: InstalledPocket): CatalogEntry {
  const { model, voice, millions, modelPath, tokenizerPath, voicePath } = files;
  const lang = model.language ?? 'en';
  const source: PocketSource = {
    engine: 'pocket',
    modelPath,
    tokenizerPath,
    voicePath,
    espeakVoice: READERS[lang] ?? lang,
  };
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
    source,
  };
}
