import { type Engine, languageTag, primaryLanguage, type Voice } from '../../engine/index.ts';
import { isRobotic } from '../../engine/setup.ts';
import { invalid } from '../errors/api-error.ts';
import type { VoiceLibrary } from '../voices/library.ts';
import { voiceIdOf } from '../voices/variants.ts';

/** The voices that tools offer because OpenAI has them, with their sex. The first is the usual default of tools. */
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
  /** Null selects the default voice of the language. */
  readonly voiceId: string | null;
  readonly lang: string;
}

export interface VoiceChoiceDeps {
  readonly engine: Pick<Engine, 'voices' | 'voice'>;
  readonly library: Pick<VoiceLibrary, 'find' | 'findByName'>;
}

/**
 * Finds the voice that a request names: by its id, by the name its owner gave it, by the name of a built-in voice, or
 * by one of OpenAI's names, in this order. Names of built-in voices are case-insensitive.
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
  const kokoro = kokoroVoice(lower);
  if (kokoro) {
    const { id, sex, lang: own } = kokoro;
    if (engine.voice(id)) return { voiceId: id, lang: lang ?? own };
    return standIn(engine.voices(), sex, 0, lang ?? own);
  }
  // Tools send it when the user has chosen no voice, so it is the default voice, even if an installed voice has this
  // name.
  if (lower === DEFAULT_KNOWN_VOICE) return { voiceId: null, lang: lang ?? DEFAULT_LANG };
  const namesakes = engine.voices().filter((voice) => voice.name.toLowerCase() === lower);
  const namesake = namesakes.find((voice) => lang === null || speaks(voice, lang));
  if (namesake) return { voiceId: namesake.id, lang: lang ?? languageOf(namesake) };
  if (isKnown(lower)) {
    const place = Object.keys(KNOWN_VOICES).indexOf(lower);
    return standIn(engine.voices(), KNOWN_VOICES[lower], place, lang ?? DEFAULT_LANG);
  }
  // The voice does not speak the language. That error is more useful than an unknown voice.
  if (namesakes[0]) return { voiceId: namesakes[0].id, lang: lang ?? languageOf(namesakes[0]) };
  throw invalid(['body', 'voice'], 'openai_voice_unknown', { names: Object.keys(KNOWN_VOICES).join(', ') });
}

/** The exact code takes precedence over other codes of its language, as when no voice is named. */
const languageOf = (voice: Voice): string => voice.langs[0] ?? voice.lang;

const speaks = (voice: Voice, lang: string): boolean =>
  voice.langs.some((code) => primaryLanguage(code) === primaryLanguage(lang));

const isNatural = (voice: Voice): boolean => !isRobotic(voice);

const isKnown = (name: string): name is KnownVoice => Object.hasOwn(KNOWN_VOICES, name);

/** Languages of Kokoro's voices, by the first letter of their names. */
const KOKORO_LANGUAGES: Readonly<Record<string, string>> = {
  a: 'en-us',
  b: 'en-gb',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt-br',
  z: 'zh',
};
/** The language that a client names as here, or by a letter as on other Kokoro servers. */
export function languageSent(sent: string): string {
  return (sent.length === 1 ? KOKORO_LANGUAGES[sent] : undefined) ?? languageTag(sent);
}

/** Voice names of other Kokoro servers. Of a mixture ("af_bella(2)+af_sky") the first voice is used. */
const KOKORO_NAME = /^(([abefhijpz])([fm])_)(?:v0_?)?([a-z]+)(?:\([\d.]+\))?(?:[+-].*)?$/;

/** Returns what the name of a Kokoro voice implies, whether the voice is installed or not; null for any other name. */
function kokoroVoice(
  name: string,
): { readonly id: string; readonly sex: 'male' | 'female'; readonly lang: string } | null {
  const [, prefix, letter = '', sex, own] = KOKORO_NAME.exec(name) ?? [];
  const lang = KOKORO_LANGUAGES[letter];
  if (lang === undefined) return null;
  return { id: `kokoro-${prefix}${own}`, sex: sex === 'f' ? 'female' : 'male', lang };
}

/** Returns the name of a voice on other servers, which is accepted here, too. */
export const nameElsewhere = (id: string): string => id.replace(/^kokoro-(?=[a-z]{2}_)/, '');

/**
 * Chooses a voice for one of OpenAI's names. Natural voices come first: the names are assigned in order to those voices
 * of the language that are known to be of the name's sex, or else to all of them. If there are none, the built-in
 * synthesizer speaks with a male or female voice.
 */
function standIn(voices: readonly Voice[], sex: 'male' | 'female', place: number, lang: string): VoiceChoice {
  const code = languageTag(lang);
  const exact = voices.filter((voice) => voice.langs.includes(code));
  const candidates = exact.length > 0 ? exact : voices.filter((voice) => speaks(voice, code));
  const sameSex = candidates.filter((voice) => voice.tags.includes(sex));
  const natural = (sameSex.some(isNatural) ? sameSex : candidates).filter(isNatural);
  const chosen = natural.length > 0 ? natural[place % natural.length] : sameSex[0];
  return { voiceId: chosen?.id ?? null, lang };
}
