import { primaryLanguage } from '../../engine/text/primary-language.ts';

/**
 * What is said while a tool takes its time, by language. Short, so that the answer is not kept waiting by them, and
 * promising nothing.
 */
const PHRASES: Readonly<Record<string, readonly [string, string, string]>> = {
  en: ['One moment, please.', 'Let me check.', 'Just a second.'],
  de: ['Einen Moment, bitte.', 'Ich sehe kurz nach.', 'Das haben wir gleich.'],
  nl: ['Een ogenblik, alstublieft.', 'Ik kijk even.', 'Heel even geduld.'],
  fr: ['Un instant, s’il vous plaît.', 'Je regarde.', 'Une petite seconde.'],
  it: ['Un momento, per favore.', 'Controllo subito.', 'Solo un secondo.'],
  es: ['Un momento, por favor.', 'Déjeme comprobarlo.', 'Solo un segundo.'],
  pt: ['Um momento, por favor.', 'Vou verificar.', 'Só um segundo.'],
  ru: ['Одну минуту, пожалуйста.', 'Сейчас посмотрю.', 'Секундочку.'],
  hi: ['एक क्षण, कृपया।', 'अभी देखते हैं।', 'बस एक सेकंड।'],
  ko: ['잠시만 기다려 주세요.', '확인해 보겠습니다.', '잠깐만요.'],
};

/** Phrases to bridge a wait, of one conversation. Never the same twice in a row. */
export class FillerPhrases {
  readonly #phrases: readonly string[];
  readonly #random: () => number;
  #last = -1;

  /**
   * @param lang a language tag, of which the language alone counts; English for one without phrases
   * @param random from 0 to below 1
   */
  constructor(lang: string, random: () => number = Math.random) {
    const language = primaryLanguage(lang);
    this.#phrases = (Object.hasOwn(PHRASES, language) ? PHRASES[language] : undefined) ?? PHRASES.en ?? [];
    this.#random = random;
  }

  next(): string {
    const count = this.#phrases.length;
    // Of the others, once there is one to differ from.
    const step = this.#last < 0 ? 0 : 1;
    const others = count - step;
    this.#last = (this.#last + step + Math.floor(this.#random() * others) + count) % count;
    return this.#phrases[this.#last] ?? '';
  }
}
