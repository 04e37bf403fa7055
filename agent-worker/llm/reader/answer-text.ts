import { WITHDRAWN } from '../../text-filters/withdrawn.ts';
import { LlmFailure } from '../llm-failure.ts';
import { openingOf } from './answer-opening.ts';
import { BracketedValue } from './bracketed-value.ts';
import { headerOf, isSomebodyElse, LEADING_ROLE, type Mark } from './dialects.ts';
import { FENCE, FENCE_END, type Found } from './found.ts';
import { KeptText } from './kept-text.ts';
import { actionOf } from './labelled-action.ts';
import { type Label, type Place, withoutThoughts } from './labels.ts';
import { MarkFinder, type Reading } from './mark-finder.ts';
import {
  type Calls,
  effectInCalls,
  effectInHidden,
  effectInSupposed,
  endsMessage,
  type Hidden,
  labelled,
  type Mode,
  SPEECH,
  type Supposition,
} from './modes.ts';
import type { OfferedTools } from './offered-tools.ts';
import { SaidText, type TextEvent } from './said-text.ts';
import { callsIn } from './written-calls.ts';

/** Limit of a call that is written as text. */
const MAX_CALL_CHARS = 64 * 1024;
/** Limit of a message's header. */
const MAX_HEADER_CHARS = 200;
/**
 * Text is read in steps of this many characters, so that the cost of looking ahead does not grow with the size of an
 * event.
 */
const STEP_CHARS = 2048;

/**
 * Reads the text of a model's answer while it streams. Separates the spoken text from reasoning, from tool calls that
 * are written as text, and from the marks of the dialect. Text that cannot be a mark is passed on at once. The joined
 * output does not depend on how the text is chunked.
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
  /** Only white space has been read. */
  #isOpening = true;
  /** Text that the end of unmarked reasoning would turn into reasoning. */
  #supposed: Supposition | null = null;
  /** An assumption proved wrong, so no more assumptions are made. */
  #isPlain = false;
  /** ReAct's labels have shown that the answer is written in that format. */
  #isReact = false;
  /** Whether an action of ReAct calls an offered tool. */
  #awaitsTool = false;
  /** Pattern of the end of the hidden text, where that end is not a mark. */
  #until: RegExp | null = null;
  /** Calls found in reasoning whose end may never come. */
  #callsInThought: KeptText | null = null;
  #hasThought = false;
  /**
   * Reasoning was marked by a name in brackets that ordinary text may contain, so the answer may be marked in the same
   * way.
   */
  #marksByName = false;
  /** Inside a code block whose content is read as if it stood alone. */
  #fenceOpen = false;
  /** Inside any other code block. */
  #isCode = false;
  /** Behind `<s>`, which HTML uses to strike text out and Llama to begin it. */
  #isStruck = false;

  /** @param opensInThought whether this model is known to mark only the end of its reasoning */
  constructor(tools: OfferedTools, opensInThought = false) {
    this.#tools = tools;
    this.#finder = new MarkFinder(tools);
    if (opensInThought) this.#suppose('prompt');
  }

  push(text: string): TextEvent[] {
    // This character is reserved for withdrawing text (`text-filters/withdrawn.ts`).
    this.#feed(text.replaceAll(WITHDRAWN, ''));
    return this.#said.take();
  }

  /** The answer is complete. */
  end(): TextEvent[] {
    this.#finish();
    const wasOpening = !this.#said.hasSaid;
    let onlyCalls = false;
    while (this.#supposed) {
      const supposed = this.#supposed;
      onlyCalls ||= supposed.by !== 'mark' && wasOpening;
      this.#readAgain(supposed);
    }
    const events = this.#said.take();
    // Only text in front of a call can be reasoning without an end.
    const calls = events.filter(({ kind }) => kind === 'call');
    return onlyCalls && calls.length > 0 ? calls : events;
  }

  /** Reads text that proved not to be reasoning as a part of the answer. */
  #readAgain({ by, before, kept }: Supposition): void {
    this.#supposed = null;
    // A model may write marks of its own even if the prompt has opened its reasoning.
    this.#isPlain = by !== 'prompt';
    this.#isReact = false;
    this.#mode = SPEECH;
    this.#until = null;
    this.#before = before;
    const isOpening = !this.#said.hasSaid;
    this.#feed(by === 'label' && isOpening ? withoutThoughts(kept.text) : kept.text);
    this.#finish();
  }

  #feed(text: string): void {
    for (let at = 0; at < text.length; at += STEP_CHARS) {
      this.#rest += text.slice(at, at + STEP_CHARS);
      this.#read(false);
    }
  }

  #finish(): void {
    this.#read(true);
    if (this.#mode.as === 'calls') this.#endCalls(false);
    else if (this.#mode.as === 'header') this.#endHeader(true);
    else if (this.#mode.as === 'action') this.#endAction(this.#mode.written);
    else if (this.#callsInThought) {
      const { calls } = callsIn(this.#callsInThought.text, this.#tools, null);
      this.#said.call(calls.filter(({ name }) => this.#tools.has(name)));
    }
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
        if (!this.#readValue(mode.value, final)) return;
        continue;
      }
      const { end, found, isCode } = this.#finder.next(this.#rest, this.#reading(mode, final));
      this.#isCode = isCode;
      const text = this.#rest.slice(0, end);
      if (text !== '') {
        this.#before = [...text.slice(-2)].at(-1) ?? '';
        this.#rest = this.#rest.slice(end);
        this.#pass(text);
      }
      if (found === null || found === 'more') return;
      const raw = this.#rest.slice(0, found.chars);
      this.#rest = this.#rest.slice(found.chars);
      this.#handle(found, raw);
      // The text behind a mark is read as the beginning of an answer.
      this.#before = '\n';
    }
  }

  #reading(mode: Exclude<Mode, { as: 'value' }>, final: boolean): Reading {
    return {
      as: mode.as === 'action' ? 'hidden' : mode.as,
      fenced: mode.as === 'calls' ? mode.fenced : mode.as === 'speech' && this.#fenceOpen,
      isCode: this.#isCode,
      until: this.#until,
      place: this.#place(mode),
      isOpening: !this.#said.hasSaid,
      opened: mode.as === 'hidden' ? mode.names : [],
      marksByName: this.#marksByName || this.#supposed?.by === 'mark',
      supposes: !this.#isPlain,
      before: this.#before,
      final,
    };
  }

  #place(mode: Mode): Place | null {
    if (mode.as === 'action') return 'action';
    if (mode.as === 'hidden' && mode.isLabelled) return mode.kind === 'think' ? 'thought' : 'observation';
    if (mode.as !== 'speech' || this.#isPlain) return null;
    return this.#isReact ? 'speech of ReAct' : 'speech';
  }

  /** Judges how the answer begins. @returns false when more text is needed */
  #opens(final: boolean): boolean {
    const opening = openingOf(this.#rest, final);
    if (opening === 'more') return false;
    this.#isOpening = false;
    this.#rest = this.#rest.slice(opening.roleChars);
    const { reasoning } = opening;
    if (reasoning === null || this.#mode.as !== 'speech') return true;
    if (reasoning.isSupposed) this.#suppose(reasoning.until ? 'mark' : 'prompt');
    this.#hideUntil(reasoning.until);
    return true;
  }

  #suppose(by: Supposition['by']): void {
    this.#supposed = { by, before: this.#before, kept: new KeptText() };
    this.#think('supposed');
  }

  #think(name: string): void {
    this.#mode = { as: 'hidden', kind: 'think', names: [name] };
  }

  #hideUntil(end: RegExp | null): void {
    this.#until = end;
    this.#think('until');
  }

  /** A stretch of text without marks. */
  #pass(text: string): void {
    switch (this.#mode.as) {
      case 'speech':
        this.#said.say(text);
        break;
      case 'hidden':
        this.#keep(text);
        break;
      case 'action':
        this.#store(text);
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
    if (this.#bodyChars > MAX_CALL_CHARS) throw tooLarge();
    this.#body.push(text);
  }

  #takeBody(): string {
    const body = this.#body.join('');
    this.#body = [];
    this.#bodyChars = 0;
    return body;
  }

  #keep(text: string): void {
    (this.#supposed?.kept ?? this.#callsInThought)?.keep(text);
  }

  #handle(found: Found, raw: string): void {
    if ('candidate' in found) {
      this.#mode = { as: 'value', value: new BracketedValue(found.candidate) };
    } else if ('label' in found) this.#handleLabel(found.label, raw);
    else if ('until' in found) this.#hideUntil(found.until);
    else if ('fence' in found) this.#mode = { as: 'calls', name: 'fence', tool: null, fenced: true };
    else if (found.isSupposed) {
      this.#suppose('mark');
      this.#keep(raw);
    } else this.#handleMark(found.mark, raw);
  }

  #handleMark(mark: Mark, raw: string): void {
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
      case 'action':
        this.#handleInAction(this.#mode.written, mark, raw);
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
    // An element without content hides nothing. `<invoke name="end_call"/>` is a call.
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
          // Some dialects name the tool in the mark.
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
        // A model that continues after its end invents the caller's part.
        if (this.#said.hasSaid && !(this.#isStruck && raw === '</s>')) this.#mode = { as: 'over' };
        this.#isStruck = false;
        break;
      case 'drop':
        this.#isStruck ||= raw === '<s>';
        break;
      default:
    }
  }

  /** Gemma's `<|channel>` begins a header. Its name always marks reasoning. */
  #isGemmaHeader(mark: Mark): boolean {
    if (mark.name !== '<|channel>') return false;
    this.#mode = { as: 'header' };
    return true;
  }

  /** Handles the end of reasoning whose beginning had no mark. */
  #thoughtIsOver(): void {
    if (this.#hasThought) return;
    this.#hasThought = true;
    this.#openedInThought = true;
    this.#said.unsay();
  }

  #handleHidden(hidden: Hidden, mark: Mark, raw: string): void {
    const supposed = this.#supposed;
    const effect = supposed ? effectInSupposed(supposed, mark) : effectInHidden(hidden, mark);
    if (effect === 'calls') this.#callsInThought ??= new KeptText();
    if (effect === null || effect === 'calls') {
      this.#keep(raw);
      return;
    }
    if (supposed) this.#confirm(supposed);
    if (effect === 'closes' && supposed && supposed.by !== 'mark') this.#openedInThought = true;
    this.#endHidden();
    if (effect === 'leaves') this.#handleInSpeech(mark, raw);
  }

  #endHidden(): void {
    this.#mode = SPEECH;
    this.#callsInThought = null;
    this.#until = null;
    this.#said.gap();
  }

  /** Text that was assumed to be reasoning is reasoning. */
  #confirm({ by }: Supposition): void {
    this.#supposed = null;
    this.#hasThought = true;
    this.#marksByName ||= by === 'mark';
  }

  #handleLabel({ part, isReact }: Label, raw: string): void {
    this.#keep(raw);
    if (this.#mode.as === 'action') {
      const { written } = this.#mode;
      if (part === 'input' && written === null) {
        this.#mode = { as: 'action', written: this.#takeBody() };
        return;
      }
      this.#endAction(written);
    }
    const isSpeech = this.#mode.as === 'speech';
    switch (part) {
      case 'thought':
        if (isSpeech && !this.#isReact) {
          this.#suppose('label');
          this.#isReact = isReact;
          this.#keep(raw);
        }
        this.#mode = labelled('think');
        break;
      case 'action':
        this.#isReact ||= isSpeech;
        this.#mode = { as: 'action', written: null };
        break;
      case 'question':
        // A model that continues after its answer invents the caller's part.
        if (!this.#supposed) this.#mode = { as: 'over' };
        break;
      default:
        if (this.#supposed) this.#confirm(this.#supposed);
        this.#isReact ||= isReact && !isSpeech;
        // The tool has not run yet, so its result is invented, and so are the model's conclusions from it.
        if (part === 'observation' && this.#awaitsTool) this.#mode = { as: 'over' };
        else this.#mode = part === 'answer' ? SPEECH : labelled('result');
        this.#said.gap();
    }
  }

  #handleInAction(written: string | null, mark: Mark, raw: string): void {
    if (endsMessage(mark)) this.#endAction(written);
    if (this.#mode.as === 'hidden') this.#handleHidden(this.#mode, mark, raw);
    else {
      this.#store(raw);
      this.#keep(raw);
    }
  }

  /** @param written the text between `Action:` and `Action Input:`; null if the latter has not come */
  #endAction(written: string | null): void {
    const body = this.#takeBody();
    const action = actionOf(written ?? body, written === null ? null : body, this.#tools);
    if (!action && this.#supposed) {
      this.#mode = labelled('think');
      return;
    }
    if (this.#supposed) this.#confirm(this.#supposed);
    this.#isReact = true;
    if (action && action.calls.length > 0) this.#said.call(action.calls);
    this.#awaitsTool ||= action?.calls.some(({ name }) => this.#tools.has(name)) ?? false;
    this.#said.say(action?.says ?? '');
    this.#mode = labelled('result');
  }

  #handleInCalls(block: Calls, mark: Mark, raw: string): void {
    const effect = effectInCalls(block, mark);
    if (effect !== 'leaves' && (effect === null || block.isTold)) this.#store(raw);
    if (effect === null) return;
    this.#endCalls(effect === 'closes');
    if (effect === 'leaves' && this.#mode.as === 'speech') this.#handleInSpeech(mark, raw);
  }

  /**
   * The content of a block is never spoken, even if it is no call. A block without an end mark ends with its last call;
   * the text after that is spoken.
   */
  #endCalls(isClosed: boolean): void {
    const { tool } = this.#mode as Calls;
    this.#mode = SPEECH;
    const { calls, rest } = callsIn(this.#takeBody(), this.#tools, tool, isClosed);
    this.#said.call(calls);
    this.#said.gap();
    if (!isClosed && rest.trim() !== '') this.#said.say(rest);
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

  /** @param open whether the header has no end mark, so that the message is the text behind the role */
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
      if (open && message !== '') this.#said.say(message);
    }
  }

  /** Reads a bracketed value to its end. @returns false when more text is needed */
  #readValue(value: BracketedValue, final: boolean): boolean {
    const end = value.push(this.#rest);
    if (value.chars > MAX_CALL_CHARS) throw tooLarge();
    this.#rest = end < 0 ? '' : this.#rest.slice(end);
    if (end < 0 && !final) return false;
    this.#mode = SPEECH;
    this.#before = value.text.at(-1) ?? '';
    const read = value.read(this.#tools, end >= 0);
    if ('calls' in read) this.#said.call(read.calls);
    else {
      // In place of the value.
      if (!read.says.endsWith(value.text)) this.#said.gap();
      this.#said.say(read.says);
    }
    return true;
  }
}

function tooLarge(): LlmFailure {
  return new LlmFailure('the arguments of a tool call are too large');
}
