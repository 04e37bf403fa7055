import type { WrittenCall } from './written-calls.ts';

/** Classification of a piece of a model's text. */
export type TextEvent =
  | { readonly kind: 'say'; readonly text: string }
  /** All text before it was reasoning. */
  | { readonly kind: 'unsay' }
  | { readonly kind: 'call'; readonly call: WrittenCall };

/** Collects the spoken text and the calls of an answer, without the white space that marks leave behind. */
export class SaidText {
  #events: TextEvent[] = [];
  #hasSaid = false;
  #last = ' ';
  #gap = false;
  #isBehindCall = false;

  get hasSaid(): boolean {
    return this.#hasSaid;
  }

  say(text: string): void {
    let said = text;
    if (this.#isBehindCall) {
      // White space and separators behind a call are not spoken.
      said = said.replace(/^[\s;,]+/, '');
      if (said === '') return;
      this.#isBehindCall = false;
      this.#gap = true;
    }
    if (!this.#hasSaid) said = said.trimStart();
    if (said === '') return;
    if (this.#gap && !/\s/.test(this.#last) && !/^\s/.test(said)) said = ` ${said}`;
    this.#gap = false;
    this.#hasSaid = true;
    this.#last = said.at(-1) ?? ' ';
    this.#events.push({ kind: 'say', text: said });
  }

  /** The removed text stood between words, so a space replaces it. */
  gap(): void {
    this.#gap = true;
  }

  /** The end of a block of calls, or of a value that is a call. */
  call(calls: readonly WrittenCall[]): void {
    for (const call of calls) this.#events.push({ kind: 'call', call });
    this.#isBehindCall = true;
  }

  /** All text before it was reasoning. */
  unsay(): void {
    this.#events = this.#events.filter(({ kind }) => kind === 'call');
    if (this.#hasSaid) this.#events.push({ kind: 'unsay' });
    this.#hasSaid = false;
    this.#last = ' ';
  }

  /** Returns the text that was added since the last call. */
  take(): TextEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
