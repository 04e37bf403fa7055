import { type Engine, EngineError } from '../../engine/index.ts';
import type { LanguageFollowing } from '../hearing/recognition/caller-language.ts';
import { followedLanguage, isExpected } from '../languages/followed-languages.ts';
import { agentLanguageOrEnglish } from '../languages/index.ts';
import type { Phrases } from '../languages/types.ts';
import { type SpokenVoice, settingsFor } from '../tts/engine-tts.ts';
import type { ConversationSettings } from './types.ts';

/** Agents do not speak Arabic. */
const UNAVAILABLE = 'ar';

type Deps = Pick<Engine, 'check' | 'recogniser'>;
type Settings = Pick<ConversationSettings, 'lang' | 'follows' | 'voiceId' | 'clone'>;

/** The language of one conversation: the initial one, or the one that its caller was found to speak. */
export class ConversationLanguage {
  readonly #engine: Deps;
  readonly #settings: Settings;
  #voice: SpokenVoice;
  #hasChanged = false;

  /** @throws EngineError 422 when voice and language do not fit, and no other language is allowed */
  constructor(engine: Deps, settings: Settings) {
    this.#engine = engine;
    this.#settings = settings;
    const own = { lang: settings.lang, voiceId: settings.voiceId, clone: settings.clone };
    this.#voice = (settings.follows && this.#voiceFor(settings.lang)) ?? own;
    engine.check('', settingsFor(this.#voice.lang, this.#voice.voiceId), this.#voice.clone);
  }

  /** Its tag. */
  get lang(): string {
    return this.#voice.lang;
  }

  get voice(): SpokenVoice {
    return this.#voice;
  }

  /** Phrases that the agent says without the model. */
  get phrases(): Phrases {
    return agentLanguageOrEnglish(this.lang).phrases;
  }

  /** The language that the model has to be told; null while it is the language of the greeting. */
  get told(): string | null {
    return this.#hasChanged ? this.lang : null;
  }

  /** The other languages that the caller may speak; null if there are none or they cannot be identified here. */
  get following(): LanguageFollowing | null {
    const { follows, lang: first } = this.#settings;
    const { recogniser } = this.#engine;
    if (!follows || !recogniser.supports('')) return null;
    const isPossible = (lang: string) =>
      lang !== UNAVAILABLE && recogniser.supports(lang) && this.#voiceFor(lang) !== null;
    return {
      languageFor: (found) => followedLanguage(found, { first, follows, isPossible }),
      isExpected: (lang) => isExpected(lang, follows),
    };
  }

  /** Starts to load what loads slowly. */
  prepare(): void {
    const { recogniser } = this.#engine;
    recogniser.prepare?.(this.lang);
    if (this.following) recogniser.prepare?.('');
  }

  /**
   * The caller was found to speak this language.
   * @param lang one of the followed languages
   * @returns whether the language changed
   */
  speak(lang: string): boolean {
    if (lang === this.lang) return false;
    this.#voice = this.#voiceFor(lang) ?? { lang, voiceId: null, clone: undefined };
    this.#hasChanged = true;
    return true;
  }

  /** The agent's own voice if it speaks the language, otherwise the language's default voice; null if there is none. */
  #voiceFor(lang: string): SpokenVoice | null {
    const { voiceId, clone } = this.#settings;
    const own = { lang, voiceId, clone };
    const others = { lang, voiceId: null, clone: undefined };
    return [own, others].find((voice) => this.#speaks(voice)) ?? null;
  }

  #speaks({ lang, voiceId, clone }: SpokenVoice): boolean {
    try {
      this.#engine.check('', settingsFor(lang, voiceId), clone);
      return true;
    } catch (error) {
      if (error instanceof EngineError && error.status === 422) return false;
      throw error;
    }
  }
}
