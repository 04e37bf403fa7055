/** Names of the blocks in which models put text that is not part of their answer. */
const BLOCKS = ['think', 'thinking', 'thought', 'reasoning', 'tool_call', 'function_call'] as const;
const MARKS: readonly string[] = BLOCKS.flatMap((name) => [`<${name}>`, `</${name}>`]);
const MARK = new RegExp(`^<(/?)(${BLOCKS.join('|')})>`, 'i');

/**
 * Removes a model's reasoning (`<think>…</think>` and the like) from its streamed answer. A block that is not closed
 * lasts to the end. The joined output does not depend on how the text is chunked; at most the beginning of a tag is
 * held back.
 */
export class ReasoningFilter {
  /** Matches the end of the current block. */
  #closing: RegExp | null = null;
  #closingChars = 0;
  #held = '';

  /** @returns the part of the text that is certain to belong to the answer and was not returned before */
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
        // A closing tag without an opening one (which was in the prompt, or never written) is dropped.
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

  /** The text has ended. @returns what was held back; the filter can then be reused */
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
