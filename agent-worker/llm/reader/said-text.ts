import type { WrittenCall } from './written-calls.ts';

/** What a piece of a model's text turns out to be. */
export type TextEvent =
  | { readonly kind: 'say'; readonly text: string }
  /** Everything said so far was reasoning. */
  | { readonly kind: 'unsay' }
  | { readonly kind: 'call'; readonly call: WrittenCall };

/** Collects what an answer says and calls, without the white space that its marks leave. */
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

  /** What was removed stood between words. */
  gap(): void {
    this.#gap = true;
  }

  /** A block of calls, or a value that is one, ends here. */
  call(calls: readonly WrittenCall[]): void {
    for (const call of calls) this.#events.push({ kind: 'call', call });
    this.#isBehindCall = true;
  }

  /** Everything said so far was reasoning. */
  unsay(): void {
    this.#events = this.#events.filter(({ kind }) => kind === 'call');
    if (this.#hasSaid) this.#events.push({ kind: 'unsay' });
    this.#hasSaid = false;
    this.#last = ' ';
  }

  /** What came since the last time. */
  take(): TextEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
