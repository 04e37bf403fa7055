import { type CleanText, codePointName, LINE_END } from './clean.ts';
import type { SpokenLanguage } from './languages/types.ts';
import type { ReadContext } from './readout/reader.ts';
import { type RuledReadout, readOut } from './readout.ts';
import { KOREAN_PARTICLE, particleAfter, UNSPACED, unspacedRun, unspacedWords } from './scripts.ts';
import { clauseMark, isBracket, type TokenList } from './token-list.ts';
import type { Rule } from './types.ts';

/** Settings of the scanner for a piece of text. */
export interface ScanOptions {
  readonly lang: string;
  /** Null leaves digits and signs to the synthesizer. */
  readonly language: SpokenLanguage | null;
  /** Words follow this piece, so that its end is not the end of a sentence. */
  readonly continues: boolean;
  /** Whether the word at an offset is in capitals only because all words there are. */
  isShouted(at: number): boolean;
  /** Receives the symbols that are dropped because they have no spoken form, as "U+2318". */
  readonly dropped: Set<string>;
}

/** A character of a word in a script with spaces. */
const SPACED = `(?!${UNSPACED.source})[\\p{L}\\p{M}\\p{N}\\u200c\\u200d]`;
const WORD = new RegExp(`(?:${SPACED})+(?:['\\-·_](?:${SPACED})+)*`, 'uy');
/** Dutch and Afrikaans write unstressed words with an apostrophe in front: "'s ochtends", "'t". */
const CLITIC = /(?<![\p{L}\p{N}])'[a-z](?![\p{L}\p{N}'])/iuy;
/** Without a grammar for numbers, digits keep the signs written with them: "14:30", "3,5%", "$5". */
const BARE_WORD = new RegExp(
  `[\\p{Sc}+§#-]?(?:${SPACED})+(?:[.,:'’/@_&+·-](?:${SPACED})+)*(?:[ \\u00a0]?[%‰]|[\\p{Sc}°+])?`,
  'uy',
);
/**
 * Limits how far a read-out may reach: as far as a piece of text. In a longer text every place is therefore examined a
 * bounded number of times, whatever the patterns are.
 */
const MAX_READOUT_CHARS = 400;
const BARE_SIGN = /[&@+=%#§\p{Sc}]/uy;
const ALPHANUMERIC = /[\p{L}\p{M}\p{N}]/u;
const NEXT_WORD = /[ \u00a0\u202f]+([\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*)/uy;
/** Text that Korean writes directly after a number or a unit: a particle, a counter, the copula. */
const HANGUL = /\p{Script=Hangul}+/uy;
/** Neither punctuation nor white space nor part of a word. Signs of the keyboard are silent in many places. */
const UNKNOWN = /(?!\p{ASCII}|[´¨¸])[^\p{P}\s]/u;
const MARK_RUN = /[.!?…。！？]+/y;

/** Walks over a clean text and adds its words and clause marks to a list. */
export function scan(clean: CleanText, options: ScanOptions, tokens: TokenList): void {
  new Scanner(clean, options, tokens).run();
}

class Scanner {
  readonly #clean: CleanText;
  readonly #text: string;
  readonly #options: ScanOptions;
  readonly #tokens: TokenList;
  #previous = '';
  /** The word before the previous one. */
  #earlier = '';
  #previousOpens = false;
  /** Words since the last year was read; years join over one word ("1999 and 2005"). */
  #sinceYear = 9;
  #at = 0;

  constructor(clean: CleanText, options: ScanOptions, tokens: TokenList) {
    this.#clean = clean;
    this.#text = clean.text;
    this.#options = options;
    this.#tokens = tokens;
  }

  run(): void {
    const { language } = this.#options;
    while (this.#at < this.#text.length) {
      const character = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 32);
      if (character === LINE_END) {
        this.#tokens.sentenceEnd();
        this.#forget();
        this.#at++;
      } else if (/\s/.test(character)) this.#at++;
      else if (UNSPACED.test(character) && this.#unspaced()) continue;
      else if (character === "'" && this.#clitic()) continue;
      else if (language === null ? this.#bare() : this.#read(language) || this.#word()) continue;
      else this.#punctuation(character);
    }
  }

  #read(language: SpokenLanguage): boolean {
    const before = this.#text[this.#at - 1] ?? ' ';
    // A hyphen or dot after a word is neither a minus nor a decimal point.
    const isSum = /^\d- \d[\d.,]* ?=/.test(this.#text.slice(this.#at - 1, this.#at + 24));
    if (/[-–.]/.test(this.#text[this.#at] ?? '') && ALPHANUMERIC.test(before) && !isSum) return false;
    const context: ReadContext = {
      language,
      previous: this.#previous,
      previousOpens: this.#previousOpens,
      afterYear: this.#sinceYear <= 1,
      continues: this.#options.continues,
      shouted: this.#options.isShouted(this.#at),
    };
    // A slice shares the memory of the string.
    const text = this.#text.slice(0, this.#at + MAX_READOUT_CHARS);
    const found = readOut(text, this.#at, context);
    if (found === null) return false;
    this.#readout(found, language);
    return true;
  }

  #readout(found: RuledReadout, language: SpokenLanguage): void {
    NEXT_WORD.lastIndex = found.end;
    const after = NEXT_WORD.exec(this.#text)?.[1] ?? null;
    const spoken = language.inContext?.(found.spoken, this.#previous, after, this.#earlier) ?? found.spoken;
    // "2024's", "the US's": the genitive is not a word of its own.
    const { genitive } = language.writing.words;
    if (genitive !== null && this.#endsWith(genitive, found.end)) {
      this.#say(this.#at, found.end + genitive.length, `${spoken}${genitive}`, found.rule);
      if (found.year) this.#sinceYear = 0;
      return;
    }
    HANGUL.lastIndex = found.end;
    const particle = HANGUL.exec(this.#text)?.[0] ?? '';
    // "3.5점" counts points, "3.5를" is the number with a particle.
    const counts = found.rule === 'sign' || /\d/.test(this.#text[found.end - 1] ?? '');
    const counter = counts && !KOREAN_PARTICLE.test(particle);
    const said = particleAfter(spoken, particle);
    const whole = `${spoken}${counter ? ' ' : ''}${said}`;
    this.#say(this.#at, found.end + particle.length, whole, found.rule);
    if (found.year) this.#sinceYear = 0;
    if (!found.endsSentence) return;
    this.#tokens.mark('.');
    this.#forget();
  }

  /** Whether a suffix stands at an offset and ends a word there. */
  #endsWith(suffix: string, at: number): boolean {
    const next = String.fromCodePoint(this.#text.codePointAt(at + suffix.length) ?? 32);
    return this.#text.startsWith(suffix, at) && !/[\p{L}\p{N}]/u.test(next);
  }

  #word(): boolean {
    WORD.lastIndex = this.#at;
    const written = WORD.exec(this.#text)?.[0];
    if (written === undefined) return false;
    const end = this.#at + written.length;
    this.#say(this.#at, end, this.#text.slice(this.#at, end).replaceAll('_', ' '));
    return true;
  }

  #clitic(): boolean {
    if (!/^(?:nl|af)\b/i.test(this.#options.lang)) return false;
    CLITIC.lastIndex = this.#at;
    if (!CLITIC.test(this.#text)) return false;
    this.#say(this.#at, this.#at + 2, this.#text.slice(this.#at, this.#at + 2));
    return true;
  }

  #bare(): boolean {
    BARE_WORD.lastIndex = this.#at;
    BARE_SIGN.lastIndex = this.#at;
    const match = BARE_WORD.exec(this.#text) ?? BARE_SIGN.exec(this.#text);
    if (match === null) return false;
    const written = match[0];
    if (written === '' || (written.startsWith('-') && ALPHANUMERIC.test(this.#text[this.#at - 1] ?? '')))
      return false;
    this.#say(this.#at, this.#at + written.length, written);
    return true;
  }

  #unspaced(): boolean {
    const run = unspacedRun(this.#text, this.#at);
    if (run === null) return false;
    for (const word of unspacedWords(run, this.#options.lang))
      this.#say(this.#at, this.#at + word.length, word);
    return true;
  }

  #say(start: number, end: number, spoken: string, rule?: Rule): void {
    const span = this.#clean.spanOf(start, end);
    const said = spoken.normalize('NFC').replace(/\s+/g, ' ').trim();
    this.#tokens.word(span, said, rule);
    this.#previousOpens = this.#previous === '';
    this.#earlier = this.#previous;
    this.#previous = this.#text.slice(start, end);
    this.#sinceYear++;
    this.#at = end;
  }

  #punctuation(character: string): void {
    const before = this.#text[this.#at - 1] ?? ' ';
    MARK_RUN.lastIndex = this.#at;
    const run = MARK_RUN.exec(this.#text)?.[0] ?? character;
    const after = this.#text[this.#at + run.length] ?? ' ';
    // The brackets of a call without arguments: "run() returns".
    if (this.#text.startsWith('()', this.#at)) this.#at += 2;
    else if (/[-–]/.test(character)) this.#dash(before, after);
    else if (character === '·') this.#at++;
    // "5 min., then": the dot of an abbreviation that nothing knows.
    else if (run === '.' && /[,;:]/.test(after)) this.#at++;
    else if (UNKNOWN.test(character) && clauseMark(character) === null) {
      this.#options.dropped.add(codePointName(character));
      this.#at += character.length;
    } else {
      for (const single of run) this.#mark(single);
      this.#at += run.length;
    }
  }

  /** A dash with a space on both sides, or a double hyphen, separates clauses; any other joins words and is silent. */
  #dash(before: string, after: string): void {
    // "--help" is an option of a command.
    const option = /\s/.test(before) && /^--[\p{L}]/u.test(this.#text.slice(this.#at, this.#at + 3));
    const double = this.#text.startsWith('--', this.#at) && !option;
    if (double || (/\s/.test(before) && /\s/.test(after))) this.#mark('—');
    while (/[-–]/.test(this.#text[this.#at] ?? '')) this.#at++;
  }

  #mark(character: string): void {
    if (isBracket(character)) this.#tokens.bracket();
    const mark = clauseMark(character);
    if (mark === null) return;
    this.#tokens.mark(mark);
    if (/[.?!]/.test(mark)) this.#forget();
    else this.#previous = '';
  }

  #forget(): void {
    this.#previous = '';
    this.#sinceYear = 9;
  }
}
