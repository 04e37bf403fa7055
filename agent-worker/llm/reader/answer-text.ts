import { WITHDRAWN } from '../../text-filters/withdrawn.ts';
import { LlmFailure } from '../llm-failure.ts';
import { openingOf } from './answer-opening.ts';
import { beginsAnswer, headerOf, isSomebodyElse, LEADING_ROLE, type Mark } from './dialects.ts';
import { type Candidate, FENCE, FENCE_END, type Found } from './found.ts';
import { Balance, looseValue } from './loose-value.ts';
import { MarkFinder } from './mark-finder.ts';
import type { OfferedTools } from './offered-tools.ts';
import { SaidText, type TextEvent } from './said-text.ts';
import { callsIn, callsOf, pythonCalls, type WrittenCall } from './written-calls.ts';

/** Limit of a call that is written as text. */
const MAX_CALL_CHARS = 64 * 1024;
/** Limit of reasoning that is kept because it may turn out to be the answer. */
const MAX_KEPT_CHARS = 64 * 1024;
/** Limit of a message's header. */
const MAX_HEADER_CHARS = 200;
/** Text is read in steps of this size, so that looking ahead costs little however much comes at once. */
const STEP_CHARS = 2048;

/** What text is being read as. */
type Mode =
  | { readonly as: 'speech' }
  /** Reasoning, the result of a tool, somebody else's message: dropped until its end. */
  | { readonly as: 'hidden'; readonly kind: 'think' | 'result' | 'other'; readonly names: string[] }
  | {
      readonly as: 'calls';
      readonly name: string;
      readonly tool: string | null;
      readonly fenced: boolean;
      readonly isTold?: boolean;
    }
  | { readonly as: 'header' }
  /** A bracketed value that may be a call. */
  | { readonly as: 'value'; readonly balance: Balance; readonly candidate: Candidate }
  /** Behind the end of the answer. */
  | { readonly as: 'over' };

const SPEECH: Mode = { as: 'speech' };

/**
 * Reads the text of a model's answer while it streams: tells what it says to the caller from its reasoning, from calls
 * of tools that it writes as text, and from the marks of its dialect. Text that can be no mark is passed on at once.
 * The joined output does not depend on how the text is chunked.
 */
export class AnswerText {
  readonly #tools: OfferedTools;
  readonly #finder: MarkFinder;
  readonly #said = new SaidText();
  #rest = '';
  /** The character before `#rest`. */
  #before = '\n';
  #mode: Mode = SPEECH;
  #body: string[] = [];
  #bodyChars = 0;
  /** Nothing has been read yet but white space. */
  #isOpening = true;
  /** Reasoning that only its end would have shown; what was kept of it. */
  #supposed: string[] | null;
  #supposedChars = 0;
  /** The end of reasoning that is marked by words. */
  #worded: RegExp | null = null;
  /** Calls in reasoning that may prove to have had no end. */
  #callsInThought: string[] | null = null;
  #hasThought = false;
  /** In a code block that is a part of what is said. */
  #fenceOpen = false;
  /** Behind `<s>`, which HTML strikes text out with and Llama begins it with. */
  #isStruck = false;

  /** @param opensInThought whether this model is known to mark only the end of its reasoning */
  constructor(tools: OfferedTools, opensInThought = false) {
    this.#tools = tools;
    this.#finder = new MarkFinder(tools);
    this.#supposed = opensInThought ? [] : null;
    if (opensInThought) this.#think('supposed');
  }

  push(text: string): TextEvent[] {
    // Reserved for taking back what was said.
    const plain = text.replaceAll(WITHDRAWN, '');
    for (let at = 0; at < plain.length; at += STEP_CHARS) {
      this.#rest += plain.slice(at, at + STEP_CHARS);
      this.#read(false);
    }
    return this.#said.take();
  }

  /** The answer is complete. */
  end(): TextEvent[] {
    this.#read(true);
    const supposed = this.#supposed;
    if (supposed) {
      // It was the answer after all.
      this.#supposed = null;
      const again = new AnswerText(this.#tools);
      again.#isOpening = false;
      const events = [...again.push(supposed.join('')), ...again.end()];
      // Only what precedes a call can be reasoning without an end.
      const calls = events.filter(({ kind }) => kind === 'call');
      return calls.length > 0 ? calls : events;
    }
    if (this.#mode.as === 'calls') this.#endCalls(false);
    else if (this.#mode.as === 'header') this.#endHeader(true);
    else if (this.#callsInThought) {
      const { calls } = callsIn(this.#callsInThought.join(''), this.#tools, null);
      this.#said.call(calls.filter(({ name }) => this.#tools.has(name)));
    }
    return this.#said.take();
  }

  /** Whether the model began with reasoning and marked only its end. */
  get openedInThought(): boolean {
    return this.#openedInThought;
  }
  #openedInThought = false;

  #read(final: boolean): void {
    if (this.#isOpening && !this.#opens(final)) return;
    for (;;) {
      const mode = this.#mode;
      if (mode.as === 'value') {
        if (!this.#readValue(mode, final)) return;
        continue;
      }
      const { end, found } = this.#finder.next(this.#rest, {
        as: mode.as,
        fenced: mode.as === 'calls' ? mode.fenced : this.#fenceOpen,
        worded: this.#worded,
        before: this.#before,
        final,
      });
      const text = this.#rest.slice(0, end);
      if (text !== '') {
        this.#before = text.at(-1) ?? '';
        this.#rest = this.#rest.slice(end);
        this.#pass(text);
      }
      if (found === null || found === 'more') return;
      const raw = this.#rest.slice(0, found.chars);
      this.#rest = this.#rest.slice(found.chars);
      // What follows a mark is the beginning of something.
      this.#before = '\n';
      this.#handle(found, raw);
    }
  }

  /** Judges how the answer begins. @returns false when more text is needed */
  #opens(final: boolean): boolean {
    const opening = openingOf(this.#rest, final);
    if (opening === 'more') return false;
    this.#isOpening = false;
    this.#rest = this.#rest.slice(opening.roleChars);
    const { reasoning } = opening;
    if (reasoning === null || this.#mode.as !== 'speech') return true;
    if (reasoning === 'supposed') this.#supposed = [];
    else this.#worded = reasoning.closes;
    this.#think('worded');
    return true;
  }

  #think(name: string): void {
    this.#mode = { as: 'hidden', kind: 'think', names: [name] };
  }

  /** Text without marks in it. */
  #pass(text: string): void {
    switch (this.#mode.as) {
      case 'speech':
        this.#say(text);
        break;
      case 'hidden':
        this.#keep(text);
        break;
      case 'calls':
      case 'header':
        this.#store(text);
        if (this.#mode.as === 'header' && this.#bodyChars > MAX_HEADER_CHARS) this.#endHeader(true);
        break;
      default:
    }
  }

  #store(text: string): void {
    this.#bodyChars += text.length;
    if (this.#bodyChars > MAX_CALL_CHARS) throw new LlmFailure('the arguments of a tool call are too large');
    this.#body.push(text);
  }

  #takeBody(): string {
    const body = this.#body.join('');
    this.#body = [];
    this.#bodyChars = 0;
    return body;
  }

  #keep(text: string): void {
    const kept = this.#supposed ?? this.#callsInThought;
    if (!kept) return;
    this.#supposedChars += text.length;
    if (this.#supposedChars <= MAX_KEPT_CHARS) kept.push(text);
  }

  #say(text: string): void {
    const wasBehindCall = this.#said.isBehindCall;
    this.#said.say(text);
    // Nor is the end of a code block behind a call.
    if (wasBehindCall && !this.#said.isBehindCall) this.#fenceOpen = false;
  }

  #handle(found: Found, raw: string): void {
    if ('candidate' in found) {
      this.#mode = { as: 'value', balance: new Balance(), candidate: found.candidate };
      return;
    }
    if ('fence' in found) {
      this.#mode = { as: 'calls', name: 'fence', tool: null, fenced: true };
      return;
    }
    const { mark } = found;
    switch (this.#mode.as) {
      case 'speech':
        this.#handleInSpeech(mark, raw);
        break;
      case 'hidden':
        this.#handleHidden(this.#mode, mark, raw);
        break;
      case 'calls':
        this.#handleInCalls(this.#mode, mark, raw);
        break;
      case 'header':
        this.#handleInHeader(mark, raw);
        break;
      case 'over':
        if (mark.kind === 'header' || mark.kind === 'role') this.#handleInSpeech(mark, raw);
        break;
      default:
    }
  }

  #handleInSpeech(mark: Mark, raw: string): void {
    this.#said.gap();
    // An element without content hides nothing; `<invoke name="end_call"/>` is a call.
    const isEmpty = mark.isTag && raw.endsWith('/>');
    if (isEmpty && mark.kind !== 'calls') return;
    switch (mark.kind) {
      case 'think':
        if (mark.edge === 'close') this.#thoughtIsOver();
        else if (!this.#isGemmaHeader(mark)) {
          this.#hasThought = true;
          this.#think(mark.name);
        }
        break;
      case 'calls':
        if (mark === FENCE) this.#fenceOpen = true;
        else if (mark === FENCE_END) this.#fenceOpen = false;
        else if (mark.edge !== 'close') {
          // Some name the tool in the mark itself.
          const isTold = /[=\s]/.test(raw) || this.#tools.has(mark.name);
          this.#mode = { as: 'calls', name: mark.name, tool: null, fenced: false, isTold };
          if (isTold) this.#store(raw);
          if (isEmpty) this.#endCalls(true);
        }
        break;
      case 'result':
        if (mark.edge !== 'close') this.#mode = { as: 'hidden', kind: 'result', names: [mark.name] };
        break;
      case 'header':
        this.#mode = { as: 'header' };
        break;
      case 'role':
        this.#mode = isSomebodyElse(mark) ? { as: 'hidden', kind: 'other', names: [] } : SPEECH;
        break;
      case 'stop':
        // A model that goes on behind its end makes up the caller's part.
        if (this.#said.hasSaid && !(this.#isStruck && raw === '</s>')) this.#mode = { as: 'over' };
        this.#isStruck = false;
        break;
      case 'drop':
        this.#isStruck ||= raw === '<s>';
        break;
      default:
    }
  }

  /** `<|channel>` of Gemma is a header of its own kind: reasoning by its name, whatever that is. */
  #isGemmaHeader(mark: Mark): boolean {
    if (mark.name !== '<|channel>') return false;
    this.#mode = { as: 'header' };
    return true;
  }

  /** The end of reasoning whose beginning was not marked. */
  #thoughtIsOver(): void {
    if (this.#hasThought) return;
    this.#hasThought = true;
    this.#openedInThought = true;
    this.#said.unsay();
  }

  #handleHidden(mode: Extract<Mode, { as: 'hidden' }>, mark: Mark, raw: string): void {
    const { names, kind } = mode;
    const endsMessage = mark.kind === 'stop' || mark.kind === 'header' || mark.kind === 'role';
    if (this.#supposed && mark.kind === 'think' && mark.edge !== 'open') {
      this.#supposed = null;
      this.#openedInThought = true;
      this.#hasThought = true;
      this.#endHidden();
      return;
    }
    // Reasoning that was only supposed ends with a call, or with the answer.
    if (this.#supposed) {
      this.#keep(raw);
      return;
    }
    if (kind === 'think' && mark.kind === 'think') {
      const at = names.lastIndexOf(mark.name);
      if (mark.edge === 'open' || (mark.edge === 'either' && at < 0)) {
        if (at < 0) names.push(mark.name);
      } else {
        // Another mark than the one that opened it closes it just as well.
        names.splice(at < 0 ? names.length - 1 : at);
        if (names.length === 0) this.#endHidden();
      }
      return;
    }
    if (kind === 'result' && mark.kind === 'result' && mark.edge !== 'open' && mark.name === names[0]) {
      this.#endHidden();
      return;
    }
    if (kind === 'think' && mark.kind === 'calls' && mark.edge !== 'close') {
      if (mark.isTag) {
        this.#callsInThought ??= [];
        this.#keep(raw);
        return;
      }
    } else if (!endsMessage && !(kind === 'think' && beginsAnswer(mark))) {
      this.#keep(raw);
      return;
    }
    this.#endHidden();
    this.#handleInSpeech(mark, raw);
  }

  #endHidden(): void {
    this.#mode = SPEECH;
    this.#callsInThought = null;
    this.#supposedChars = 0;
    this.#worded = null;
    this.#said.gap();
  }

  #handleInCalls(mode: Extract<Mode, { as: 'calls' }>, mark: Mark, raw: string): void {
    const closes = mark.kind === 'calls' && mark.edge !== 'open' && mark.name === mode.name;
    const isNext = mark.edge === 'either' && closes;
    if (closes && !isNext) {
      if (mode.isTold) this.#store(raw);
      this.#endCalls(true);
      return;
    }
    const endsBlock =
      mark.kind === 'stop' ||
      mark.kind === 'role' ||
      mark.kind === 'header' ||
      (mark.kind === 'think' && mark.edge === 'open') ||
      (mark.kind === 'result' && !mark.isTag);
    if (!endsBlock) {
      this.#store(raw);
      return;
    }
    this.#endCalls(false);
    if (this.#mode.as === 'speech') this.#handleInSpeech(mark, raw);
  }

  /**
   * What stands in a block is never spoken, call or not. A block that has no end mark ends with its last call; what
   * stands behind that is spoken.
   */
  #endCalls(isClosed: boolean): void {
    const { tool } = this.#mode as Extract<Mode, { as: 'calls' }>;
    this.#mode = SPEECH;
    const { calls, rest } = callsIn(this.#takeBody(), this.#tools, tool, isClosed);
    this.#said.call(calls);
    this.#said.gap();
    if (!isClosed && rest.trim() !== '') this.#say(rest);
  }

  #handleInHeader(mark: Mark, raw: string): void {
    if (mark.kind === 'content') this.#endHeader(false);
    else if (mark.kind === 'header') this.#store(' ');
    else if (mark.kind === 'drop' || mark.kind === 'role') this.#store(` ${raw.replace(/[<|>｜]/g, '')} `);
    else {
      this.#endHeader(true);
      if (this.#mode.as === 'calls') this.#handleInCalls(this.#mode, mark, raw);
      else if (this.#mode.as === 'hidden') this.#handleHidden(this.#mode, mark, raw);
      else this.#handleInSpeech(mark, raw);
    }
  }

  /** @param open whether the header has no end: what stands behind the role is the message */
  #endHeader(open: boolean): void {
    const text = this.#takeBody();
    const { speaker, isThought, recipient } = headerOf(text);
    if (recipient !== null) {
      this.#mode = { as: 'calls', name: 'header', tool: this.#tools.named(recipient), fenced: false };
    } else if (isThought) {
      this.#hasThought = true;
      this.#think('<|channel>');
    } else if (speaker === 'other') this.#mode = { as: 'hidden', kind: 'other', names: [] };
    else {
      this.#mode = SPEECH;
      const message = text.replace(LEADING_ROLE, '').trimStart();
      if (open && message !== '') this.#say(message);
    }
  }

  /** Reads a bracketed value to its end. @returns false when more text is needed */
  #readValue({ balance, candidate }: Extract<Mode, { as: 'value' }>, final: boolean): boolean {
    const end = balance.push(this.#rest);
    this.#store(end < 0 ? this.#rest : this.#rest.slice(0, end));
    this.#rest = end < 0 ? '' : this.#rest.slice(end);
    if (end < 0 && !final) return false;
    const body = this.#takeBody();
    this.#mode = SPEECH;
    this.#before = body.at(-1) ?? '';
    const calls = end < 0 ? null : this.#callsOf(body, candidate);
    if (calls) {
      this.#said.call(calls);
    } else if (!candidate.isCall && (end >= 0 || candidate.read === 'python')) {
      this.#say(candidate.tool === null ? body : `${candidate.tool} ${body}`);
    }
    return true;
  }

  #callsOf(body: string, { read, tool }: Candidate): readonly WrittenCall[] | null {
    if (tool !== null) {
      const { calls } = callsIn(body, this.#tools, this.#tools.named(tool));
      return calls.length > 0 ? calls : null;
    }
    if (read === 'python') return pythonCalls(body, 0, this.#tools)?.value ?? null;
    const value = looseValue(body, 0);
    return value && callsOf(value.value, this.#tools);
  }
}
