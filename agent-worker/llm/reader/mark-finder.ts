import { MAX_WORDED_CHARS } from './answer-opening.ts';
import {
  lookAngle,
  lookBrackets,
  lookChevrons,
  lookClosingFence,
  lookFlowers,
  lookList,
  lookLiteral,
  lookObject,
  lookTriangles,
  MAX_BRACKET_CHARS,
} from './bracket-marks.ts';
import { CallWords } from './call-words.ts';
import { markOf } from './dialects.ts';
import { FENCE, HEADER_END, type Look, WORDED_END } from './found.ts';
import type { OfferedTools } from './offered-tools.ts';

const OPENERS = /[<[\]{`◁✿>\n]/g;

/** What a text is read as, as far as it decides what is a mark in it. */
export interface Reading {
  readonly as: 'speech' | 'hidden' | 'calls' | 'header' | 'over';
  /** Inside of a code block, which is a block of calls or a part of what is said. */
  readonly fenced: boolean;
  /** The end of reasoning that is marked by words. */
  readonly worded: RegExp | null;
  /** The character before the text. */
  readonly before: string;
  /** No more text comes. */
  readonly final: boolean;
}

/** Finds the first mark, or the first value that may be a call, in the text of an answer. */
export class MarkFinder {
  readonly #tools: OfferedTools;
  readonly #words: CallWords;

  constructor(tools: OfferedTools) {
    this.#tools = tools;
    this.#words = new CallWords(tools);
  }

  /** What comes first, and the offset up to which the text before it is certain. */
  next(text: string, reading: Reading): { readonly end: number; readonly found: Look } {
    const { before, final } = reading;
    const worded = reading.worded?.exec(text);
    let word = reading.as === 'speech' ? this.#words.next(text, 0, before) : null;
    OPENERS.lastIndex = 0;
    for (let match = OPENERS.exec(text); ; match = OPENERS.exec(text)) {
      const at = match?.index ?? text.length;
      while (word && word.index < at) {
        const found = this.#words.look(text.slice(word.index), word[0], final);
        if (found !== null) return { end: word.index, found: found === 'more' && final ? null : found };
        word = this.#words.next(text, word.index + 1, before);
      }
      if (worded && worded.index < at) {
        return { end: worded.index, found: { chars: worded[0].length, mark: WORDED_END } };
      }
      if (!match) break;
      const found = this.#look(text, at, reading);
      if (found !== null && !(found === 'more' && final)) return { end: at, found };
    }
    return { end: final ? text.length : text.length - this.#heldChars(text, reading), found: null };
  }

  /** How much of the end of the text could be the beginning of something that has no bracket. */
  #heldChars(text: string, { as, worded, before }: Reading): number {
    if (worded) return Math.min(text.length, MAX_WORDED_CHARS);
    if (as !== 'speech') return 0;
    // Half a character is not said.
    return /[\ud800-\udbff]$/.test(text) ? 1 : this.#words.heldChars(text, before);
  }

  #look(text: string, at: number, reading: Reading): Look {
    const isSpeech = reading.as === 'speech';
    const before = at === 0 ? reading.before : (text[at - 1] ?? '');
    const rest = text.slice(at, at + MAX_BRACKET_CHARS);
    switch (rest[0]) {
      case '\n':
        return reading.as === 'header' ? { chars: 1, mark: HEADER_END } : null;
      case '<':
        return lookAngle(rest, this.#tools);
      case '[':
        return lookLiteral(rest) ?? lookBrackets(rest) ?? (isSpeech ? lookList(rest) : null);
      case ']':
        return lookLiteral(rest);
      case '◁':
        return lookTriangles(rest);
      case '✿':
        return lookFlowers(rest);
      case '{':
        return isSpeech ? lookObject(rest, this.#tools) : null;
      case '`':
        return this.#lookFence(rest, before, reading);
      case '>':
        return isSpeech && /[\n>]/.test(before) ? lookChevrons(rest) : null;
      default:
        return null;
    }
  }

  #lookFence(rest: string, before: string, { as, fenced, final }: Reading): Look {
    if (fenced) {
      const closing = lookClosingFence(rest);
      if (closing !== null || as !== 'speech') return closing;
    }
    if (as !== 'speech' || !/\s/.test(before)) return null;
    if (/^`{1,2}$/.test(rest)) return 'more';
    const fence = /^```([\w-]{0,24})[ \t]*(?:\r?\n\s*)?/.exec(rest);
    if (!fence) return null;
    if (fence[0].length === rest.length && !final) return 'more';
    if (markOf(`<${fence[1]}>`)?.kind === 'calls') return { chars: fence[0].length, fence: true };
    const content = rest.slice(fence[0].length);
    const found = /^[[{]/.test(content)
      ? (lookList(content) ?? lookObject(content, this.#tools))
      : this.#words.lookAtBeginning(content, final);
    if (found === 'more' || found === null) return found;
    // Its content is read as if it stood alone.
    return { chars: fence[0].length, mark: FENCE };
  }
}
