import { type Engine, primaryLanguage, type Voice } from '../../engine/index.ts';
import { invalid } from '../errors/api-error.ts';
import type { VoiceLibrary } from '../voices/library.ts';
import { voiceIdOf } from '../voices/variants.ts';

/**
 * The voices that tools offer because OpenAI has them, with how they sound there. The first is the usual default of
 * tools.
 */
export const KNOWN_VOICES = {
  alloy: 'male',
  ash: 'male',
  ballad: 'male',
  cedar: 'male',
  coral: 'female',
  echo: 'male',
  fable: 'male',
  marin: 'female',
  nova: 'female',
  onyx: 'male',
  sage: 'female',
  shimmer: 'female',
  verse: 'male',
} as const;
type KnownVoice = keyof typeof KNOWN_VOICES;

export const DEFAULT_KNOWN_VOICE: KnownVoice = 'alloy';
const DEFAULT_LANG = 'en';

/** A voice and a language. */
export interface VoiceChoice {
  /** Null picks the default voice of the language. */
  readonly voiceId: string | null;
  readonly lang: string;
}

export interface VoiceChoiceDeps {
  readonly engine: Pick<Engine, 'voices' | 'voice'>;
  readonly library: Pick<VoiceLibrary, 'find' | 'findByName'>;
}

/**
 * The voice that a request names: by its id, by the name its owner gave it, by the name of a built-in voice, or by one
 * of OpenAI's names, in this order. Names of built-in voices are case-insensitive.
 * @param lang as requested; null for the language of the voice
 * @throws ApiError 422 voice_unknown
 */
export async function chooseVoice(
  { engine, library }: VoiceChoiceDeps,
  ownerId: string,
  asked: string,
  lang: string | null,
): Promise<VoiceChoice> {
  const builtIn = engine.voice(asked);
  if (builtIn) return { voiceId: asked, lang: lang ?? languageOf(builtIn) };
  const name = asked.normalize('NFC').trim();
  const own = (await library.find(ownerId, voiceIdOf(asked))) ?? (await library.findByName(ownerId, name));
  if (own) {
    // The id may be that of a variant, which has no record of its own.
    return { voiceId: voiceIdOf(asked) === own.id ? asked : own.id, lang: lang ?? own.langCode };
  }
  const lower = name.toLowerCase();
  const namesakes = engine.voices().filter((voice) => voice.name.toLowerCase() === lower);
  const namesake = namesakes.find((voice) => lang !== null && speaks(voice, lang)) ?? namesakes[0];
  if (namesake) return { voiceId: namesake.id, lang: lang ?? languageOf(namesake) };
  if (isKnown(lower)) return standIn(engine.voices(), lower, lang ?? DEFAULT_LANG);
  throw invalid(['body', 'voice'], 'openai_voice_unknown', { names: Object.keys(KNOWN_VOICES).join(', ') });
}

/** The exact code before others of its language, as when no voice is named. */
const languageOf = (voice: Voice): string => voice.langs[0] ?? voice.lang;

const speaks = (voice: Voice, lang: string): boolean =>
  voice.langs.some((code) => primaryLanguage(code) === primaryLanguage(lang));

const isKnown = (name: string): name is KnownVoice => Object.hasOwn(KNOWN_VOICES, name);

/**
 * Natural voices come first: the names are assigned to those of the language in order, beginning with the default
 * voice. If there are none, the built-in synthesizer speaks with a male or female voice.
 */
function standIn(voices: readonly Voice[], name: KnownVoice, lang: string): VoiceChoice {
  const code = lang.toLowerCase().replace('_', '-');
  const exact = voices.filter((voice) => voice.langs.includes(code));
  const candidates = exact.length > 0 ? exact : voices.filter((voice) => speaks(voice, code));
  const neural = candidates.filter((voice) => voice.engine === 'vits');
  const names = Object.keys(KNOWN_VOICES);
  const chosen =
    neural.length > 0
      ? neural[names.indexOf(name) % neural.length]
      : candidates.find((voice) => voice.tags.includes(KNOWN_VOICES[name]));
  return { voiceId: chosen?.id ?? null, lang };
}
