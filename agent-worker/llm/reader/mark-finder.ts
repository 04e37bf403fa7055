import { MAX_UNTIL_CHARS } from './answer-opening.ts';
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
import { isThought, markOf } from './dialects.ts';
import { FENCE, type Found, HEADER_END, type Look, UNTIL_END } from './found.ts';
import { findLabel, lookLabel, MAX_LABEL_CHARS, type Place } from './labels.ts';
import { isInner, lookEscaped, lookNamed, NAMED_OPENERS } from './named-brackets.ts';
import type { OfferedTools } from './offered-tools.ts';

const OPENERS = new RegExp(String.raw`[<[\]{\`◁✿>\n&\\${NAMED_OPENERS}]`, 'g');
const COMMENT_END = /-->/;
const FENCE_CLOSING = /```/;

/** What a text is read as, as far as it decides what is a mark in it. */
export interface Reading {
  readonly as: 'speech' | 'hidden' | 'calls' | 'header' | 'over';
  /** In a code block that holds calls, or that began with what was read as if it stood alone. */
  readonly fenced: boolean;
  /** In any other code block, which is said as it is. */
  readonly isCode: boolean;
  /** The end of what is not said, where it is no mark. */
  readonly until: RegExp | null;
  /** Where labels are looked for; null where they are none. */
  readonly place: Place | null;
  /** Nothing was said before the text. */
  readonly isOpening: boolean;
  /** Blocks that the text is in. */
  readonly opened: readonly string[];
  /** Whether answers may be marked by a name in brackets that other text has, too. */
  readonly marksByName: boolean;
  /** Whether what may be a mark is supposed to be one. */
  readonly supposes: boolean;
  /** The character before the text. */
  readonly before: string;
  /** No more text comes. */
  readonly final: boolean;
}

/** What comes first in a text. */
export interface Next {
  /** Up to where the text before it is certain. */
  readonly end: number;
  readonly found: Look;
  /** Whether that is in a code block. */
  readonly isCode: boolean;
}

/** Where something is looked at. */
interface Spot {
  /** The text from there on, as far as marks go. */
  readonly rest: string;
  readonly before: string;
  /** Nothing is said before it. */
  readonly isOpening: boolean;
  readonly isCode: boolean;
}

/** Finds the first mark, or the first value that may be a call, in the text of an answer. */
export class MarkFinder {
  readonly #tools: OfferedTools;
  readonly #words: CallWords;

  constructor(tools: OfferedTools) {
    this.#tools = tools;
    this.#words = new CallWords(tools);
  }

  next(text: string, reading: Reading): Next {
    const { as, before, final } = reading;
    const firstWord = reading.isOpening ? text.search(/\S|$/) : -1;
    let { isCode } = reading;
    const spot = (at: number): Spot => ({
      rest: text.slice(at, at + MAX_BRACKET_CHARS),
      before: at === 0 ? before : (text[at - 1] ?? ''),
      isOpening: firstWord >= at,
      isCode,
    });
    const label = text !== '' && before === '\n' ? this.#lookLabel(spot(0), reading) : null;
    if (label !== null && !(label === 'more' && final)) return { end: 0, found: label, isCode };
    const ending = endingOf(text, reading);
    let word = as === 'speech' ? this.#words.next(text, 0, before) : null;
    OPENERS.lastIndex = 0;
    for (let match = OPENERS.exec(text); ; match = OPENERS.exec(text)) {
      const at = match?.index ?? text.length;
      while (word && word.index < at) {
        const found = this.#words.look(text.slice(word.index), word[0], final);
        if (found !== null)
          return { end: word.index, found: found === 'more' && final ? null : found, isCode };
        word = this.#words.next(text, word.index + 1, before);
      }
      if (ending && ending.index < at) return { end: ending.index, found: ending.found, isCode };
      if (!match) break;
      const here = spot(at);
      const found = this.#look(here, reading);
      if (found !== null && !(found === 'more' && final)) return { end: at, found, isCode };
      if (as === 'speech' && here.before !== '`' && here.rest.startsWith('```')) isCode = !isCode;
    }
    const end = final ? text.length : text.length - this.#heldChars(text, reading);
    return { end, found: null, isCode };
  }

  /** How much of the end of the text could be the beginning of something that has no bracket. */
  #heldChars(text: string, { as, until, place, before }: Reading): number {
    if (until) return Math.min(text.length, MAX_UNTIL_CHARS);
    if (as !== 'speech') return place === null ? 0 : Math.min(text.length, MAX_LABEL_CHARS);
    // Half a character is not said.
    return /[\ud800-\udbff]$/.test(text) ? 1 : this.#words.heldChars(text, before);
  }

  #look(spot: Spot, reading: Reading): Look {
    const { rest, before } = spot;
    const isSpeech = reading.as === 'speech';
    if (isSpeech && isInner(rest, before)) return null;
    switch (rest[0]) {
      case '\n':
        return reading.as === 'header' ? { chars: 1, mark: HEADER_END } : this.#lookLabel(spot, reading);
      case '<':
        return (
          lookComment(spot, reading) ?? named(spot, reading) ?? lookAngle(rest, this.#tools, reading.opened)
        );
      case '[':
        return (
          lookLiteral(rest) ??
          lookBrackets(rest) ??
          named(spot, reading) ??
          (isSpeech ? lookList(rest) : null)
        );
      case ']':
        return lookLiteral(rest);
      case '◁':
        return lookTriangles(rest);
      case '✿':
        return lookFlowers(rest);
      case '{':
        return named(spot, reading) ?? (isSpeech ? lookObject(rest, this.#tools, isLine(spot)) : null);
      case '`':
        return this.#lookFence(spot, reading);
      case '>':
        return isSpeech && /[\n>]/.test(before) ? lookChevrons(rest) : null;
      case '&':
      case '\\':
        return (isSpeech || reading.as === 'hidden') && !isQuoted(spot) ? lookEscaped(rest) : null;
      default:
        return named(spot, reading);
    }
  }

  #lookLabel({ rest, isOpening, isCode }: Spot, { place, final }: Reading): Look {
    if (isCode || (place !== 'speech' && place !== 'speech of ReAct')) return null;
    const label = lookLabel(rest, place, isOpening, this.#tools, final);
    return label === null || label === 'more' ? label : { chars: label.chars, label };
  }

  #lookFence(spot: Spot, reading: Reading): Look {
    const { rest, before } = spot;
    const { as, fenced, final } = reading;
    if (fenced) {
      const closing = lookClosingFence(rest);
      if (closing !== null || as !== 'speech') return closing;
    }
    if (as !== 'speech') return null;
    if (/^`{1,2}$/.test(rest)) return 'more';
    const fence = /\s/.test(before) && /^```([\w-]{0,24})[ \t]*(?:\r?\n\s*)?/.exec(rest);
    if (!fence) return null;
    if (fence[0].length === rest.length && !final) return 'more';
    const [{ length: chars }, language = ''] = fence;
    if (isThought(language)) return { chars, until: FENCE_CLOSING };
    if (markOf(`<${language}>`)?.kind === 'calls') return { chars, fence: true };
    const content = rest.slice(chars);
    const found = /^[[{]/.test(content)
      ? (lookList(content) ?? lookObject(content, this.#tools, true))
      : this.#words.lookAtBeginning(content, final);
    const inside = found ?? (spot.isOpening ? this.#lookLabel({ ...spot, rest: content }, reading) : null);
    // Its content is read as if it stood alone.
    return inside === 'more' || inside === null ? inside : { chars, mark: FENCE };
  }
}

/** The end of what is not said, where it is no mark. */
function endingOf(
  text: string,
  { until, place, before, final }: Reading,
): { readonly index: number; readonly found: Found } | null {
  if (place !== null && place !== 'speech' && place !== 'speech of ReAct') {
    const found = findLabel(text, place, before, final);
    return found && { index: found.index, found: { chars: found.label.chars, label: found.label } };
  }
  const match = until?.exec(text);
  return match ? { index: match.index, found: { chars: match[0].length, mark: UNTIL_END } } : null;
}

/** Code is said as it is, as far as its marks are not those that only a model writes. */
function isQuoted({ isCode, before }: Spot): boolean {
  return isCode || before === '`';
}

/** Whether a line begins here, outside of code. */
function isLine({ isCode, before }: Spot): boolean {
  return !isCode && before === '\n';
}

function lookComment(spot: Spot, { as }: Reading): Look {
  if (as !== 'speech' || isQuoted(spot)) return null;
  if (spot.rest.startsWith('<!--')) return { chars: 4, until: COMMENT_END };
  return spot.rest.length > 1 && '<!--'.startsWith(spot.rest) ? 'more' : null;
}

function named(spot: Spot, { as, marksByName, supposes }: Reading): Look {
  if (as === 'header' || as === 'over') return null;
  const found = lookNamed(spot.rest, marksByName, supposes && as === 'speech');
  // Held back where it is quoted, too: its second bracket is not looked at by itself.
  if (found === null || found === 'more') return found;
  if (isQuoted(spot)) return null;
  if (as !== 'calls') return found;
  // Arguments of calls may have such names in brackets.
  return 'mark' in found && found.mark.kind === 'calls' && found.mark.edge === 'close' ? found : null;
}
