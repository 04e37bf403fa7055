import type { Span } from '../types.ts';
import type { ClauseMark, Rule, Token, Word } from './types.ts';

/** The style in which a word is spoken. */
export type WordWay = Pick<Word, 'lang' | 'prosody'>;

/** Which mark survives when several meet: "?!" is a question, "(yes)." a full stop. */
const STRENGTH: Readonly<Record<ClauseMark, number>> = { ',': 1, ':': 2, ';': 3, '.': 4, '!': 5, '?': 6 };

const MARKS: Readonly<Record<string, ClauseMark>> = {
  ',': ',',
  ';': ';',
  ':': ':',
  '.': '.',
  '!': '!',
  '?': '?',
  '…': '.',
  '‥': '.',
  '—': ',',
  '―': ',',
  '→': ',',
  '⇒': ',',
  '‽': '?',
  '⁇': '?',
  '⁈': '?',
  '⁉': '!',
  '‼': '!',
  '¡': ',',
  '¿': ',',
  // Chinese, Japanese, Korean
  '。': '.',
  '｡': '.',
  '．': '.',
  '，': ',',
  '、': ',',
  '､': ',',
  '；': ';',
  '：': ':',
  '？': '?',
  '！': '!',
  // Arabic, Urdu, Persian
  '،': ',',
  '؛': ';',
  '؟': '?',
  '۔': '.',
  // India and further east
  '।': '.',
  '॥': '.',
  '၊': ',',
  '။': '.',
  '។': '.',
  '៕': '.',
  '།': '.',
  '༎': '.',
  // Armenian, Ethiopic, Greek ano teleia
  '։': '.',
  '՞': '?',
  '՝': ',',
  '՜': '!',
  '።': '.',
  '፣': ',',
  '፤': ';',
  '፥': ':',
  '፧': '?',
  '·': ',',
};

const BRACKETS = new Set('()[]{}（）［］【】〔〕');

/** Whether a character is a bracket, opening or closing. */
export function isBracket(character: string): boolean {
  return BRACKETS.has(character);
}

/**
 * The clause mark that a punctuation character stands for, or null when it has no effect (quotes, brackets, slashes).
 */
export function clauseMark(character: string): ClauseMark | null {
  return MARKS[character] ?? null;
}

/** Collects tokens in order. A clause mark is never first, never after another mark, and never after a pause. */
export class TokenList {
  readonly #tokens: Token[] = [];
  readonly #source: string;
  readonly #wayOf: (offset: number) => WordWay;
  #bracket = false;

  /**
   * @param source the text as sent, from which every word's unit is cut
   * @param wayOf style of the words that begin at an offset of it
   */
  constructor(source: string, wayOf: (offset: number) => WordWay = () => ({})) {
    this.#source = source;
    this.#wayOf = wayOf;
  }

  /**
   * An ordinary word; one without anything to speak is dropped. A character that stands for several words ("℅") is one
   * entry.
   */
  word(span: Span, spoken: string, rule?: Rule): void {
    if (spoken === '') return;
    if (this.#joined(span, spoken)) return;
    this.#flushBracket();
    this.#tokens.push({
      kind: 'word',
      unit: this.#source.slice(span.start, span.end),
      span,
      spoken,
      ...(rule !== undefined && { rule }),
      ipa: null,
      ...this.#wayOf(span.start),
    });
  }

  #joined(span: Span, spoken: string): boolean {
    const at = this.#tokens.findLastIndex((token) => token.kind === 'word');
    const last = this.#tokens[at];
    if (last?.kind !== 'word' || last.ipa !== null || span.start >= last.span.end) return false;
    const whole = { start: last.span.start, end: Math.max(last.span.end, span.end) };
    const unit = this.#source.slice(whole.start, whole.end);
    this.#tokens.splice(at, this.#tokens.length, {
      ...last,
      unit,
      span: whole,
      spoken: `${last.spoken} ${spoken}`,
    });
    return true;
  }

  tagged(word: Word): void {
    this.#flushBracket();
    this.#tokens.push({ ...word, ...this.#wayOf(word.span.start) });
  }

  pause(durationMs: number, span: Span): void {
    this.#tokens.push({ kind: 'pause', durationMs, span });
  }

  /** A bracket separates clauses like a comma if something follows. At the end of the text it is not needed. */
  bracket(): void {
    this.#bracket = true;
  }

  /** Adds a mark to the last spoken word; of several the strongest is kept. A mark after a pause belongs before it. */
  mark(mark: ClauseMark): void {
    let at = this.#tokens.length;
    while (this.#tokens[at - 1]?.kind === 'pause') at--;
    const last = this.#tokens[at - 1];
    if (last === undefined) return;
    if (last.kind !== 'punctuation') this.#tokens.splice(at, 0, { kind: 'punctuation', mark });
    else if (STRENGTH[mark] > STRENGTH[last.mark]) this.#tokens[at - 1] = { kind: 'punctuation', mark };
  }

  /** A full stop, unless a mark stronger than a comma is already there. */
  sentenceEnd(): void {
    const last = this.#tokens.findLast((token) => token.kind !== 'pause');
    if (last !== undefined && (last.kind === 'word' || last.mark === ',')) this.mark('.');
  }

  #flushBracket(): void {
    if (this.#bracket) this.mark(',');
    this.#bracket = false;
  }

  finish(): Token[] {
    return this.#tokens;
  }
}
