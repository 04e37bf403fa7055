import { type Engine, primaryLanguage, type Voice } from '../../engine/index.ts';
import { invalid } from '../errors/api-error.ts';
import type { VoiceLibrary } from '../voices/library.ts';
import { voiceIdOf } from '../voices/variants.ts';

/**
 * The voices that tools offer because OpenAI has them, with how they sound there. The first is what tools start with.
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

/** Who speaks, and in which language. */
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
 * The voice that a request names: by its id, by the name that its owner gave it, by the name of a built-in voice, or by
 * one of OpenAI's names, in this order. Names of built-in voices are compared without regard to case.
 * @param lang as asked for; null means that of the voice
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
    // An id may be that of a variant, which has no record of its own.
    return { voiceId: voiceIdOf(asked) === own.id ? asked : own.id, lang: lang ?? own.langCode };
  }
  const lower = name.toLowerCase();
  const namesakes = engine.voices().filter((voice) => voice.name.toLowerCase() === lower);
  const namesake = namesakes.find((voice) => lang !== null && speaks(voice, lang)) ?? namesakes[0];
  if (namesake) return { voiceId: namesake.id, lang: lang ?? languageOf(namesake) };
  if (isKnown(lower)) return standIn(engine.voices(), lower, lang ?? DEFAULT_LANG);
  throw invalid(['body', 'voice'], 'openai_voice_unknown', { names: Object.keys(KNOWN_VOICES).join(', ') });
}

/** The very code before others of its language, as where no voice is named. */
const languageOf = (voice: Voice): string => voice.langs[0] ?? voice.lang;

const speaks = (voice: Voice, lang: string): boolean =>
  voice.langs.some((code) => primaryLanguage(code) === primaryLanguage(lang));

const isKnown = (name: string): name is KnownVoice => Object.hasOwn(KNOWN_VOICES, name);

/**
 * Natural voices come first: the names are dealt out among those of the language, the default one to the first name.
 * Where there is none, the built-in synthesizer speaks, as a man or as a woman.
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
