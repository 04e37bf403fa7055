import { type Look, NOTHING, PYTHON_VALUE } from './found.ts';
import type { OfferedTools } from './offered-tools.ts';

/** Limit of a name in text. */
const MAX_NAME_CHARS = 64;

/** Finds calls that begin with a word instead of a bracket: the name of an offered tool, `functions.`, `print(`. */
export class CallWords {
  /** Sorted by length, longest first, since one word may be the beginning of another. */
  readonly #words: readonly string[];
  readonly #pattern: RegExp;

  constructor(tools: OfferedTools) {
    this.#words = [
      'functions.',
      'functools[',
      'multi_tool_use.',
      'default_api.',
      'to=functions.',
      'print(',
      ...tools.names,
    ].sort((a, b) => b.length - a.length);
    const escaped = this.#words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    this.#pattern = new RegExp(`(?<![\\p{L}\\p{N}_.])(?:${escaped.join('|')})`, 'gu');
  }

  /** The next word in the text at or behind an offset. @param before the character before the text */
  next(text: string, from: number, before: string): RegExpExecArray | null {
    this.#pattern.lastIndex = from;
    const match = this.#pattern.exec(text);
    return match && match.index === 0 && /[\p{L}\p{N}_.]/u.test(before) ? this.next(text, 1, before) : match;
  }

  /** Number of characters at the end of the text that could be the beginning of a word. */
  heldChars(text: string, before: string): number {
    const tail = /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.=-]*$/u.exec(text.slice(-MAX_NAME_CHARS * 2));
    if (!tail || (tail[0].length === text.length && /[\p{L}\p{N}_.]/u.test(before))) return 0;
    const word = tail[0];
    return this.#words.some((each) => each.startsWith(word)) ? word.length : 0;
  }

  /** A call at the beginning of the text, as the content of a code block. */
  lookAtBeginning(text: string, final: boolean): Look {
    const word = this.#words.find((each) => text.startsWith(each));
    if (word !== undefined) return this.look(text, word, final);
    return this.#words.some((each) => each.startsWith(text)) ? 'more' : null;
  }

  /** @param rest the text, beginning with the word */
  look(rest: string, word: string, final: boolean): Look {
    if (word === 'functools[') return { chars: word.length - 1, mark: NOTHING };
    const to = word === 'to=functions.';
    const window = rest.slice(0, MAX_NAME_CHARS * 4);
    const isPrefix = word.endsWith('.');
    const name = (isPrefix ? /^[\w=.]+\.([\w-]*)(?::\d+)?/ : /^([\p{L}\p{N}_.-]+)/u).exec(window);
    const spelled = name?.[0] ?? word;
    if (!isPrefix && word !== 'print(' && spelled !== word) {
      return word.startsWith(spelled) && spelled.length === window.length && !final ? 'more' : null;
    }
    const behind = window.slice(spelled.length);
    if (behind === '') return final ? null : 'more';
    const arguments_ = to ? /^[^{\n]{0,40}\{/ : /^(?:\(|\s{0,3}\{)/;
    if (!arguments_.test(behind)) {
      const may = to ? /^[^{\n]{0,40}$/ : /^(?::\d*)?\s{0,3}$/;
      return may.test(behind) && !final ? 'more' : null;
    }
    if (word === 'print(') {
      const inner = this.lookAtBeginning(behind.slice(1), final);
      return inner === 'more' || inner === null ? inner : PYTHON_VALUE;
    }
    const isHidden = isPrefix;
    if (behind.startsWith('('))
      return { chars: 0, candidate: { read: 'python', tool: null, isHidden, isThought: false } };
    const tool = to ? (name?.[1] ?? '') : spelled;
    return {
      chars: spelled.length + behind.indexOf('{'),
      candidate: { read: 'json', tool, isHidden, isThought: false },
    };
  }
}
