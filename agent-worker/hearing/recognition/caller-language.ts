/** The language in which a caller is recognised: the agent's, or the one that the caller speaks. */
import {
  type IdentifiedLanguage,
  primaryLanguage,
  type Recogniser,
  type Transcript,
} from '../../../engine/index.ts';
import type { Utterance } from './utterance-recording.ts';

/** Which languages a caller may speak. */
export interface LanguageFollowing {
  /**
   * The tag of the language in which the conversation continues; null if it cannot continue in that language. @param
   * found its code
   */
  languageFor(found: string): string | null;
  /** Whether a language is probable enough after one detection; others must be detected twice in a row. */
  isExpected(lang: string): boolean;
}

/** Duration of speech that is needed to detect the first language. */
const FIRST_MS = 250;
/** Later changes need more: names and borrowed words occur in any language. */
const LATER_MS = 1000;

/** A recogniser's result. */
export type Heard = Pick<Transcript, 'text' | 'lang' | 'confidence'>;

/** The words of an utterance, and their language. */
export interface Said extends Pick<Heard, 'text' | 'confidence'> {
  /** A tag. */
  readonly lang: string;
  /** The tag of the detected language; null if none was detected. */
  readonly found: string | null;
}

type Hear = (lang: string) => Promise<Heard>;

/** The language of one caller, as known so far. Without alternatives it is fixed, and nothing is detected. */
export class CallerLanguage {
  readonly #recogniser: Pick<Recogniser, 'identify'>;
  readonly #following: LanguageFollowing | null;
  #lang: string;
  #isKnown = false;
  /** Detected in the last utterance, without certainty. */
  #suspected: string | null = null;

  constructor(
    recogniser: Pick<Recogniser, 'identify'>,
    lang: string,
    following: LanguageFollowing | null = null,
  ) {
    this.#recogniser = recogniser;
    this.#lang = lang;
    this.#following = following;
  }

  /** Its current tag. */
  get lang(): string {
    return this.#lang;
  }

  /** Whether the next utterance is most probably in this language. */
  get isKnown(): boolean {
    return this.#following === null || this.#isKnown;
  }

  /**
   * Recognises an utterance in its language. While the words are recognised in the language so far, the language is
   * checked; if it differs, the words are recognised once more.
   * @param hear recognises the utterance in a language; "" detects the language
   */
  async hear(utterance: Utterance, hear: Hear): Promise<Said> {
    const { lang } = this;
    const { voicedMs } = utterance.facts;
    const leastMs = this.#isKnown ? LATER_MS : FIRST_MS;
    if (this.#following === null || voicedMs < leastMs) {
      return { ...(await hear(lang)), lang, found: null };
    }
    if (this.#recogniser.identify) {
      const finding = this.#recogniser.identify(utterance.samples, lang).catch(() => null);
      const [heard, found] = await Promise.all([hear(lang), finding]);
      const verdict = this.#judge(found, voicedMs);
      return { ...(verdict.lang === lang ? heard : await hear(verdict.lang)), ...verdict };
    }
    const heard = await hear('');
    const verdict = this.#judge(heard.lang ? { lang: heard.lang, isSure: null } : null, voicedMs);
    const isRight = heard.lang && primaryLanguage(heard.lang) === primaryLanguage(verdict.lang);
    return { ...(isRight ? heard : await hear(verdict.lang)), ...verdict };
  }

  /**
   * Counts an utterance that was a turn or a part of one.
   * @returns whether the language was detected for the first time, or changed
   */
  believe({ lang, found }: Said): boolean {
    const isSure = found === lang;
    const isNew = isSure && (lang !== this.#lang || !this.#isKnown);
    this.#suspected = isSure ? null : found;
    if (!isSure) return false;
    this.#isKnown = true;
    this.#lang = lang;
    return isNew;
  }

  #judge(identified: IdentifiedLanguage | null, voicedMs: number): Pick<Said, 'lang' | 'found'> {
    const lang = this.#lang;
    const found = identified && (this.#following?.languageFor(identified.lang) ?? null);
    if (!identified || found === null) return { lang, found: null };
    const isExpected = this.#following?.isExpected(found) === true;
    const leastMs = this.#isKnown ? LATER_MS : FIRST_MS;
    const isSure = isExpected && identified.isSure !== false && voicedMs >= leastMs;
    return { lang: isSure || found === this.#suspected ? found : lang, found };
  }
}
