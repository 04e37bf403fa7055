import { JOE_VOICE } from '../../model-files/manifest.ts';
import { ALL_MODELS } from '../../model-files/public-models.ts';
import { suggestedVoice } from '../../model-files/search.ts';
import type { CatalogEntry } from '../synthesis/catalog-entry.ts';
import { DEFAULT_VOICE_ID } from '../synthesis/default-voice-id.ts';
import { isRobotic } from './standing.ts';

/**
 * The voice that clients of this wire format name, on a machine without its model: the first other voice that speaks
 * English, under the same id and with a note.
 */
export function substitutes(others: readonly CatalogEntry[]): CatalogEntry[] {
  const english = others.find((entry) => entry.voice.langs.includes('en'));
  if (!english) return [];
  const { voice } = english;
  const who = isRobotic(voice) ? 'the built-in synthesizer' : voice.name;
  const notice =
    `The model ${JOE_VOICE} is not installed, so ${who} speaks instead; ` +
    `"npm run models -- pull ${JOE_VOICE}" installs it.`;
  const name = isRobotic(voice) ? 'English (robotic)' : voice.name;
  return [{ ...english, voice: { ...voice, id: DEFAULT_VOICE_ID, name, notice } }];
}

/** The same voice, with a note how to install a natural one for its language, if there is one. */
export function withAdvice(entry: CatalogEntry): CatalogEntry {
  const { voice } = entry;
  const better = voice.notice === null ? naturalVoice(voice.langs[0] ?? voice.lang) : null;
  if (better === null) return entry;
  const notice = `This voice is robotic; "npm run models -- pull ${better}" installs a natural one.`;
  return { ...entry, voice: { ...voice, notice } };
}

/** The recommended public voice of each language, looked up once. */
const naturalVoices = new Map<string, string | null>();

function naturalVoice(lang: string): string | null {
  const known = naturalVoices.get(lang);
  if (known !== undefined) return known;
  const id = suggestedVoice(ALL_MODELS, lang)?.id ?? null;
  naturalVoices.set(lang, id);
  return id;
}
