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

/** The context of a text that decides which parts of it are marks. */
export interface Reading {
  readonly as: 'speech' | 'hidden' | 'calls' | 'header' | 'over';
  /** Whether it is in a code block that holds calls, or that is read as if its content stood alone. */
  readonly fenced: boolean;
  /** Whether it is in any other code block, which is spoken as it is. */
  readonly isCode: boolean;
  /** Pattern of the end of the hidden text, where that end is not a mark. */
  readonly until: RegExp | null;
  /** Where labels may stand; null if there are none. */
  readonly place: Place | null;
  /** Whether nothing has been spoken before the text. */
  readonly isOpening: boolean;
  /** The blocks that are open around the text. */
  readonly opened: readonly string[];
  /** Whether answers may be marked by a name in brackets that ordinary text also uses. */
  readonly marksByName: boolean;
  /** Whether a possible mark is assumed to be one. */
  readonly supposes: boolean;
  /** The character before the text. */
  readonly before: string;
  /** No more text comes. */
  readonly final: boolean;
}

/** The first find in a text. */
export interface Next {
  /** Offset up to which the text in front of it is certain. */
  readonly end: number;
  readonly found: Look;
  /** Whether the find is in a code block. */
  readonly isCode: boolean;
}

/** A position that is examined. */
interface Spot {
  /** The text from there on, limited to the longest mark. */
  readonly rest: string;
  readonly before: string;
  /** Whether nothing has been spoken in front of it. */
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

  /** Number of characters at the end of the text that could be the beginning of a find without brackets. */
  #heldChars(text: string, { as, until, place, before }: Reading): number {
    if (until) return Math.min(text.length, MAX_UNTIL_CHARS);
    if (as !== 'speech') return place === null ? 0 : Math.min(text.length, MAX_LABEL_CHARS);
    // A surrogate pair is not cut.
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
    // The content of the block is read as if it stood alone.
    return inside === 'more' || inside === null ? inside : { chars, mark: FENCE };
  }
}

/** The end of the hidden text, where that end is not a mark. */
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

/** Code is spoken as it is, except for marks that only a model writes. */
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
  // A quoted mark is held back as well, so that its second bracket is not examined alone.
  if (found === null || found === 'more') return found;
  if (isQuoted(spot)) return null;
  if (as !== 'calls') return found;
  // Arguments of calls may contain such names in brackets.
  return 'mark' in found && found.mark.kind === 'calls' && found.mark.edge === 'close' ? found : null;
}
