/** Names of the blocks in which models put what is not part of their answer. */
const BLOCKS = ['think', 'thinking', 'thought', 'reasoning', 'tool_call', 'function_call'] as const;
const MARKS: readonly string[] = BLOCKS.flatMap((name) => [`<${name}>`, `</${name}>`]);
const MARK = new RegExp(`^<(/?)(${BLOCKS.join('|')})>`, 'i');

/**
 * Takes what a model thinks aloud (`<think>…</think>` and the like) out of its answer as it streams by. A block that
 * is not closed lasts to the end. Whatever the chunks, the joined output is the same; held back is at most the
 * beginning of a mark.
 */
export class ReasoningFilter {
  /** The end of the block we are in. */
  #closing: RegExp | null = null;
  #closingChars = 0;
  #held = '';

  /** @returns what of the text so far is sure to belong to the answer, and was not returned before */
  push(text: string): string {
    let rest = this.#held + text;
    let answer = '';
    this.#held = '';
    while (rest !== '') {
      if (this.#closing) {
        const end = this.#closing.exec(rest);
        if (!end) {
          this.#held = rest.slice(-(this.#closingChars - 1));
          break;
        }
        rest = rest.slice(end.index + this.#closingChars);
        this.#closing = null;
        continue;
      }
      const at = rest.indexOf('<');
      if (at < 0) return answer + rest;
      answer += rest.slice(0, at);
      rest = rest.slice(at);
      const mark = MARK.exec(rest);
      if (mark) {
        // The end of a block whose beginning was in the prompt, or never written, is dropped.
        if (mark[1] === '') this.#enter(mark[2] ?? '');
        rest = rest.slice(mark[0].length);
      } else if (beginsMark(rest)) {
        this.#held = rest;
        break;
      } else {
        answer += '<';
        rest = rest.slice(1);
      }
    }
    return answer;
  }

  /** The text is over. @returns what was held back; the filter is ready for another text */
  flush(): string {
    const rest = this.#closing ? '' : this.#held;
    this.#closing = null;
    this.#held = '';
    return rest;
  }

  #enter(name: string): void {
    this.#closing = new RegExp(`</${name}>`, 'i');
    this.#closingChars = name.length + 3;
  }
}

function beginsMark(text: string): boolean {
  return MARKS.some((mark) => mark.length > text.length && mark.startsWith(text.toLowerCase()));
}
