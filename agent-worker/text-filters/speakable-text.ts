import { MAX_TOTAL_PAUSE_MS, MarkupError, parseMarkup } from '../../engine/index.ts';

/** Maximum number of characters that a `<` may hold back while the filter waits for its `>`. */
export const MAX_HELD_CHARS = 80;
/** Maximum for a tag with a quoted attribute, which no text to be spoken contains. */
export const MAX_HELD_TAG_CHARS = 400;

/** Only these can follow a `<` that means something other than "less than". */
const BEGINS = /[a-z/!|<]/i;
/** Our own inline markup, complete or not. */
const OURS = /^<\/?(?:phoneme|pause|break)(?![^\s:/>])/i;
const ATTRIBUTE = String.raw`\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"']+)`;
/** The beginning of an attribute, up to the end of the text. */
const ATTRIBUTE_BEGINS = String.raw`\s+(?:[\w.:-]+\s*(?:=\s*(?:"[^"]*|'[^']*|[^\s"']*)?)?)?`;
const ELEMENT = new RegExp(String.raw`^<\/?([a-z][\w.:-]*)(?:${ATTRIBUTE})*\s*\/?>$`, 'i');
const ELEMENT_BEGINS = new RegExp(
  String.raw`^<\/?[a-z][\w.:-]*(?:${ATTRIBUTE})*(?:${ATTRIBUTE_BEGINS}|\s*\/?)$`,
  'i',
);
const QUOTED_ATTRIBUTE = /^<[a-z][\w.:-]*\s+[\w.:-]+\s*=\s*["']/i;
/** `<!-- … -->`, and control tokens of models such as `<|im_end|>`. */
const NOTE = /^<(?:![\s\S]*|\|[^\s|]{1,40}\|)>$/;
const ADDRESS = /^<((?:https?:\/\/|mailto:)\S+|[^\s@:/]+@[^\s@:/]+)>$/i;
/** Elements that leave no gap when removed from inside a word. */
const INSIDE_WORDS = /^(?:a|b|i|u|s|em|strong|small|mark|code|span|sub|sup|font|phoneme)$/i;

/**
 * Makes a text safe to speak while it streams: removes XML-like tags and phoneme tags (keeping the word inside),
 * passes on correctly written pauses (inline markup, `<pause:500ms>`, `<break time="1s"/>`), and leaves no `<` that
 * could be taken for markup. The engine's parser never throws on its output. The joined output does not depend on how
 * the text is chunked.
 */
export class SpeakableText {
  #held = '';
  #pausedMs = 0;

  /** @returns what can be spoken of the text so far and was not returned before */
  push(text: string): string {
    return this.#scan(text, false);
  }

  /** The text has ended. @returns what was held back; the filter can then be reused */
  flush(): string {
    const rest = this.#scan('', true);
    this.#pausedMs = 0;
    return rest;
  }

  #scan(text: string, final: boolean): string {
    let rest = this.#held + text;
    let out = '';
    this.#held = '';
    for (let at = rest.indexOf('<'); at >= 0; at = rest.indexOf('<')) {
      out += rest.slice(0, at);
      rest = rest.slice(at);
      const found = this.#read(rest, final);
      if (!found) {
        this.#held = rest;
        return out;
      }
      out += found.spoken;
      rest = rest.slice(found.chars);
    }
    return out + rest;
  }

  /**
   * Returns the replacement of the `<` at the beginning of `rest`, and how many characters it takes; null when more
   * text is needed.
   */
  #read(rest: string, final: boolean): { spoken: string; chars: number } | null {
    const next = rest[1];
    if (next === undefined) return final ? { spoken: '<', chars: 1 } : null;
    if (!BEGINS.test(next)) return { spoken: '<', chars: 1 };
    const window = rest.slice(0, limitOf(rest));
    const end = window.slice(1).search(/[<>]/) + 1;
    if (end > 0 && window[end] === '>') {
      const tag = window.slice(0, end + 1);
      const spoken = this.#spoken(tag);
      if (spoken !== null) return { spoken, chars: tag.length };
    } else if (end === 0 && !final && window.length < limitOf(rest) && mayBecomeTag(window)) {
      return null;
    }
    // This is not a tag. Our own markup would be a parse error here; any other `<` is separated from what follows.
    if (OURS.test(window)) return { spoken: '', chars: /^<[^\s<>]*/.exec(window)?.[0].length ?? 1 };
    return { spoken: '< ', chars: 1 };
  }

  /** Returns what to speak for a whole `<…>`; null when it is not a tag. */
  #spoken(tag: string): string | null {
    if (OURS.test(tag)) return this.#pause(tag);
    const name = ELEMENT.exec(tag)?.[1];
    if (name !== undefined) return INSIDE_WORDS.test(name) ? '' : ' ';
    if (NOTE.test(tag)) return ' ';
    const address = ADDRESS.exec(tag)?.[1];
    return address === undefined ? null : ` ${address} `;
  }

  #pause(tag: string): string {
    try {
      const [segment, ...others] = parseMarkup(tag);
      if (segment?.kind !== 'pause' || others.length > 0) return '';
      if (this.#pausedMs + segment.durationMs > MAX_TOTAL_PAUSE_MS) return '';
      this.#pausedMs += segment.durationMs;
      return tag;
    } catch (error) {
      if (error instanceof MarkupError) return '';
      throw error;
    }
  }
}

function limitOf(rest: string): number {
  return QUOTED_ATTRIBUTE.test(rest.slice(0, MAX_HELD_CHARS)) ? MAX_HELD_TAG_CHARS : MAX_HELD_CHARS;
}

/** Whether more text could turn this into a tag; it begins with `<` and contains no further `<` or `>`. */
function mayBecomeTag(text: string): boolean {
  return !/\s/.test(text) || OURS.test(text) || text.startsWith('<!') || ELEMENT_BEGINS.test(text);
}
