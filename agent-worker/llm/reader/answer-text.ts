import { WITHDRAWN } from '../../text-filters/withdrawn.ts';
import { LlmFailure } from '../llm-failure.ts';
import {
  beginsAnswer,
  headerOf,
  isSomebodyElse,
  LEADING_ROLE,
  LITERAL_MARKS,
  MAX_WORDED_CHARS,
  type Mark,
  markOf,
  mayBeBlock,
  speaksOfCaller,
  WORDED_REASONING,
} from './dialects.ts';
import { Balance, looseValue } from './loose-value.ts';
import type { OfferedTools } from './offered-tools.ts';
import { CALL_KEYS, callsIn, callsOf, pythonCalls, type WrittenCall } from './written-calls.ts';

/** Limit of a call that is written as text. */
const MAX_CALL_CHARS = 64 * 1024;
/** Limit of reasoning that is kept because it may turn out to be the answer. */
const MAX_KEPT_CHARS = 64 * 1024;
/** Limit of a message's header. */
const MAX_HEADER_CHARS = 200;
/** Limits of a name in brackets, and of a tag with its attributes. */
const MAX_NAME_CHARS = 64;
const MAX_TAG_CHARS = 400;
/** Text is read in steps of this size, so that looking ahead costs little however much comes at once. */
const STEP_CHARS = 2048;

/** What a piece of a model's text turns out to be. */
export type TextEvent =
  | { readonly kind: 'say'; readonly text: string }
  /** Everything said so far was reasoning. */
  | { readonly kind: 'unsay' }
  | { readonly kind: 'call'; readonly call: WrittenCall };

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

/** A bracketed value that may be a call. */
interface Candidate {
  readonly read: 'json' | 'python';
  /** The tool, where it is named in front of the value. */
  readonly tool: string | null;
  /** Cannot be anything but a call: not spoken even if it cannot be read. */
  readonly isCall: boolean;
}

/** What begins at an offset of the text; the first `chars` of it are not part of a candidate's value. */
type Found =
  | { readonly chars: number; readonly mark: Mark }
  | { readonly chars: number; readonly candidate: Candidate }
  | { readonly chars: number; readonly fence: true };
/** `more` when that depends on text to come. */
type Look = Found | 'more' | null;

const SPEECH: Mode = { as: 'speech' };
const OPENERS = /[<[\]{`◁✿>\n]/g;

/**
 * Reads the text of a model's answer while it streams: tells what it says to the caller from its reasoning, from calls
 * of tools that it writes as text, and from the marks of its dialect. Text that can be no mark is passed on at once.
 * The joined output does not depend on how the text is chunked.
 */
export class AnswerText {
  readonly #tools: OfferedTools;
  /** Finds a tool's name, and other words that calls begin with. */
  readonly #words: RegExp;
  readonly #wordList: readonly string[];
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
  #hasSaid = false;
  #hasThought = false;
  #lastSaid = ' ';
  #gap = false;
  /** White space, separators and the end of a code block behind a call are not spoken. */
  #afterCall = false;
  #fenceOpen = false;
  /** Behind `<s>`, which HTML strikes text out with and Llama begins it with. */
  #isStruck = false;
  #events: TextEvent[] = [];

  /** @param opensInThought whether this model is known to mark only the end of its reasoning */
  constructor(tools: OfferedTools, opensInThought = false) {
    this.#tools = tools;
    this.#wordList = [
      'functions.',
      'functools[',
      'multi_tool_use.',
      'default_api.',
      'to=functions.',
      'print(',
      ...tools.names,
      // The longest first: another may be its beginning.
    ].sort((a, b) => b.length - a.length);
    const escaped = this.#wordList.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    this.#words = new RegExp(`(?<![\\p{L}\\p{N}_.])(?:${escaped.join('|')})`, 'gu');
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
    return this.#take();
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
      this.#events.push(...(calls.length > 0 ? calls : events));
    } else if (this.#mode.as === 'calls') this.#endCalls(false);
    else if (this.#mode.as === 'header') this.#endHeader(true);
    else if (this.#callsInThought) {
      const { calls } = callsIn(this.#callsInThought.join(''), this.#tools, null);
      for (const call of calls) if (this.#tools.has(call.name)) this.#events.push({ kind: 'call', call });
    }
    return this.#take();
  }

  /** Whether the model began with reasoning and marked only its end. */
  get openedInThought(): boolean {
    return this.#openedInThought;
  }
  #openedInThought = false;

  #take(): TextEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #read(final: boolean): void {
    if (this.#isOpening && !this.#opens(final)) return;
    for (;;) {
      const mode = this.#mode;
      if (mode.as === 'value') {
        if (!this.#readValue(mode, final)) return;
        continue;
      }
      const { end, found } = this.#next(final);
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
    const role = OPENING_ROLE.exec(this.#rest);
    if (role) this.#rest = this.#rest.slice(role[0].length);
    const text = this.#rest.trimStart();
    if (text === '' && !final) return false;
    if (!role && OPENING_ROLE_BEGINS.test(text) && !final) return false;
    if (this.#mode.as === 'speech') {
      const worded = WORDED_REASONING.find(({ opens }) => opens.test(text));
      const caller = worded ? false : speaksOfCaller(text.slice(0, MAX_NAME_CHARS));
      const isUnclear = !worded && (mayBeWorded(text) || (caller === 'more' && text.length < MAX_NAME_CHARS));
      if (isUnclear && !final) return false;
      if (worded) {
        this.#worded = worded.closes;
        this.#think('worded');
      } else if (caller === true) {
        this.#supposed = [];
        this.#think('supposed');
      }
    }
    this.#isOpening = false;
    return true;
  }

  #think(name: string): void {
    this.#mode = { as: 'hidden', kind: 'think', names: [name] };
  }

  /** What comes first, and the offset up to which the text before it is certain. */
  #next(final: boolean): { end: number; found: Look } {
    const text = this.#rest;
    const worded = this.#worded?.exec(text);
    let word = this.#mode.as === 'speech' ? this.#nextWord(0) : null;
    OPENERS.lastIndex = 0;
    for (let match = OPENERS.exec(text); ; match = OPENERS.exec(text)) {
      const at = match?.index ?? text.length;
      while (word && word.index < at) {
        const found = this.#lookWord(text.slice(word.index), word[0], final);
        if (found !== null) return { end: word.index, found: this.#unless(found, final) };
        word = this.#nextWord(word.index + 1);
      }
      if (worded && worded.index < at) {
        return { end: worded.index, found: { chars: worded[0].length, mark: WORDED_END } };
      }
      if (!match) break;
      const before = at === 0 ? this.#before : (text[at - 1] ?? '');
      const found = this.#look(text, at, before, final);
      if (found !== null && !(found === 'more' && final)) return { end: at, found };
    }
    return { end: final ? text.length : text.length - this.#heldChars(text), found: null };
  }

  #unless(found: Look, final: boolean): Look {
    return found === 'more' && final ? null : found;
  }

  #nextWord(from: number): RegExpExecArray | null {
    this.#words.lastIndex = from;
    const match = this.#words.exec(this.#rest);
    return match && match.index === 0 && /[\p{L}\p{N}_.]/u.test(this.#before) ? this.#nextWord(1) : match;
  }

  /** How much of the end of the text could be the beginning of something that has no bracket. */
  #heldChars(text: string): number {
    const { as } = this.#mode;
    if (this.#worded) return Math.min(text.length, MAX_WORDED_CHARS);
    if (as !== 'speech') return 0;
    // Half a character is not said.
    if (/[\ud800-\udbff]$/.test(text)) return 1;
    const tail = /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.=-]*$/u.exec(text.slice(-MAX_NAME_CHARS * 2));
    if (!tail || (tail[0].length === text.length && /[\p{L}\p{N}_.]/u.test(this.#before))) return 0;
    const word = tail[0];
    return this.#wordList.some((each) => each.startsWith(word)) ? word.length : 0;
  }

  #look(text: string, at: number, before: string, final: boolean): Look {
    const isSpeech = this.#mode.as === 'speech';
    const rest = text.slice(at, at + MAX_TAG_CHARS + 1);
    switch (rest[0]) {
      case '\n':
        return this.#mode.as === 'header' ? { chars: 1, mark: HEADER_END } : null;
      case '<':
        return this.#lookAngle(rest);
      case '[':
        return lookLiteral(rest) ?? lookBrackets(rest) ?? (isSpeech ? lookList(rest) : null);
      case ']':
        return lookLiteral(rest);
      case '◁':
        return lookPair(rest, /^◁\/?[\p{L}_▁ ]{1,40}▷/u, /^◁[^▷\n]{0,42}$/u);
      case '✿':
        return lookPair(rest, /^✿\/?[A-Z_]{1,40}✿:?[ \t]*/u, /^✿[^✿\n]{0,42}(?:✿:?[ \t]*)?$/u);
      case '{':
        return isSpeech ? this.#lookObject(rest) : null;
      case '`':
        return this.#lookFence(rest, before, final);
      case '>':
        return isSpeech && /[\n>]/.test(before) ? lookChevrons(rest) : null;
      default:
        return null;
    }
  }

  #lookAngle(rest: string): Look {
    const token = TOKEN.exec(rest);
    const markOfToken = token && markOf(token[0]);
    if (token && markOfToken) return { chars: token[0].length, mark: markOfToken };
    if (TOKEN_BEGINS.test(rest)) return 'more';
    const tag = TAG.exec(rest);
    if (tag) {
      const mark = this.#toolTag(tag[0], tag[1] ?? '') ?? markOf(tag[0]);
      return mark && { chars: tag[0].length, mark };
    }
    if (TAG_NAME_BEGINS.test(rest)) return 'more';
    if (!TAG_BEGINS.test(rest)) return null;
    return mayBeBlock(rest) || this.#toolTag(rest, /^<\/?([\w.-]*)/.exec(rest)?.[1] ?? '') ? 'more' : null;
  }

  /** A tag with the name of an offered tool. */
  #toolTag(raw: string, name: string): Mark | null {
    const edge = raw.startsWith('</') ? 'close' : 'open';
    return this.#tools.has(name) ? { kind: 'calls', name, edge, isTag: true } : null;
  }

  #lookObject(rest: string): Look {
    const first = /^\{\s*(["'“])([\w.:-]{0,128})["'”]\s*:/.exec(rest);
    if (first) {
      const key = first[2] ?? '';
      return CALL_KEYS.has(key) || this.#tools.has(key) ? JSON_VALUE : null;
    }
    return /^\{\s*(?:["'“][\w.:-]{0,128}(?:["'”]\s*)?)?$/.test(rest) ? 'more' : null;
  }

  #lookFence(rest: string, before: string, final: boolean): Look {
    if (this.#mode.as === 'calls') return this.#mode.fenced ? lookClosingFence(rest) : null;
    if (this.#mode.as !== 'speech') return null;
    if (this.#fenceOpen) {
      const closing = lookClosingFence(rest);
      if (closing !== null) return closing;
    }
    if (!/\s/.test(before)) return null;
    if (/^`{1,2}$/.test(rest)) return 'more';
    const fence = /^```([\w-]{0,24})[ \t]*(?:\r?\n\s*)?/.exec(rest);
    if (!fence) return null;
    if (fence[0].length === rest.length && !final) return 'more';
    if (markOf(`<${fence[1]}>`)?.kind === 'calls') return { chars: fence[0].length, fence: true };
    const content = rest.slice(fence[0].length);
    const found = /^[[{]/.test(content)
      ? (lookList(content) ?? this.#lookObject(content))
      : this.#lookName(content, final);
    if (found === 'more' || found === null) return found;
    // Its content is read as if it stood alone.
    return { chars: fence[0].length, mark: FENCE };
  }

  /** A call of an offered tool, as the content of a code block. */
  #lookName(content: string, final: boolean): Look {
    const name = this.#wordList.find((word) => content.startsWith(word));
    if (name !== undefined) return this.#lookWord(content, name, final);
    return this.#wordList.some((word) => word.startsWith(content)) ? 'more' : null;
  }

  /** @param rest the text from the word on */
  #lookWord(rest: string, word: string, final: boolean): Look {
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
      const inner = this.#lookName(behind.slice(1), final);
      return inner === 'more' || inner === null ? inner : PYTHON_VALUE;
    }
    const isCall = isPrefix;
    if (behind.startsWith('(')) return { chars: 0, candidate: { read: 'python', tool: null, isCall } };
    const tool = to ? (name?.[1] ?? '') : spelled;
    return { chars: spelled.length + behind.indexOf('{'), candidate: { read: 'json', tool, isCall } };
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
    let said = text;
    if (this.#afterCall) {
      said = said.replace(/^[\s;,]+/, '');
      if (said === '') return;
      this.#afterCall = false;
      this.#fenceOpen = false;
      this.#gap = true;
    }
    if (!this.#hasSaid) said = said.trimStart();
    if (said === '') return;
    if (this.#gap && !/\s/.test(this.#lastSaid) && !/^\s/.test(said)) said = ` ${said}`;
    this.#gap = false;
    this.#hasSaid = true;
    this.#lastSaid = said.at(-1) ?? ' ';
    this.#events.push({ kind: 'say', text: said });
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
    this.#gap = true;
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
        if (this.#hasSaid && !(this.#isStruck && raw === '</s>')) this.#mode = { as: 'over' };
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
    this.#events = this.#events.filter(({ kind }) => kind === 'call');
    if (this.#hasSaid) this.#events.push({ kind: 'unsay' });
    this.#hasSaid = false;
    this.#lastSaid = ' ';
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
    this.#gap = true;
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
    for (const call of calls) this.#events.push({ kind: 'call', call });
    this.#gap = true;
    this.#afterCall = true;
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
      for (const call of calls) this.#events.push({ kind: 'call', call });
      this.#afterCall = true;
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

const HEADER_END: Mark = { kind: 'content', name: 'line', edge: 'open', isTag: false };
const NOTHING: Mark = { kind: 'drop', name: '', edge: 'open', isTag: false };
const WORDED_END: Mark = { kind: 'think', name: 'worded', edge: 'close', isTag: false };
const FENCE: Mark = { kind: 'calls', name: 'fence', edge: 'open', isTag: false };
const FENCE_END: Mark = { kind: 'calls', name: 'fence', edge: 'close', isTag: false };
const JSON_VALUE: Found = { chars: 0, candidate: { read: 'json', tool: null, isCall: false } };
const PYTHON_VALUE: Found = { chars: 0, candidate: { read: 'python', tool: null, isCall: false } };

const TOKEN = /^<(?:[|｜]\s*[^<>|｜\n]{1,60}?\s*[|｜]?|\/?[a-z_]\w{0,40}[|｜])>/iu;
const TOKEN_BEGINS = /^<(?:[|｜]\s*[^<>|｜\n]{0,60}[|｜]?|\/?(?:[a-z_]\w{0,40}[|｜]?)?)?$/iu;
const TAG =
  /^<\/?(?:[|｜]\s*\w+\s*[|｜]\s*)?([a-zA-Z][\w.:-]{0,127})(?:=[^<>\n]{1,128}|(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))*\s*\/?)>/u;
const TAG_NAME_BEGINS = /^<\/?(?:[|｜]\s*\w*\s*(?:[|｜]\s*)?)?(?:[a-zA-Z][\w.:-]{0,127})?$/u;
const TAG_BEGINS =
  /^<\/?(?:[|｜]\s*\w+\s*[|｜]\s*)?[a-zA-Z][\w.:-]{0,127}(?:=[^<>\n]{0,128}|(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))*(?:\s+(?:[\w:.-]+\s*(?:=\s*(?:"[^"<>]*|'[^'<>]*|[^\s"'<>]*)?)?)?)?\s*\/?)$/u;

/** The role that a template's tokens stood around. */
const OPENING_ROLE = /^\s*assistant[ \t]*(?::|\r?\n)\s*/i;
const OPENING_ROLE_BEGINS = /^a(?:s(?:s(?:i(?:s(?:t(?:a(?:n(?:t[ \t]*\r?)?)?)?)?)?)?)?)?$/i;

function mayBeWorded(text: string): boolean {
  return ['Here is my thought process:', "Here's my thought process:", 'analysis'].some((opening) =>
    opening.startsWith(text),
  );
}

function lookLiteral(rest: string): Look {
  const lower = rest.toLowerCase();
  const literal = LITERAL_MARKS.find((each) => lower.startsWith(each));
  const mark = literal && markOf(literal);
  if (mark) return { chars: literal.length, mark };
  return LITERAL_MARKS.some((each) => each.startsWith(lower)) ? 'more' : null;
}

/** `[THINK]`, `[/INST]`. A name in capitals alone may be a placeholder that somebody wants to hear. */
function lookBrackets(rest: string): Look {
  const name = /^\[(\/?)([A-Z][A-Z0-9_]{0,40}|gMASK)\]/.exec(rest);
  if (name) {
    const mark = markOf(name[0]);
    const isMark = mark && (mark.kind !== 'drop' || name[1] !== '' || /[_\d]|ARGS|gMASK/.test(name[2] ?? ''));
    return isMark ? { chars: name[0].length, mark } : null;
  }
  return /^\[\/?(?:[A-Z][A-Z0-9_]{0,40}|g|gM[ASK]*)?$/.test(rest) ? 'more' : null;
}

/** The beginning of a list of calls, in JSON or in Python's notation. */
function lookList(rest: string): Look {
  if (/^\[\s*\{\s*["'“]/.test(rest)) return JSON_VALUE;
  if (/^\[\s*[\p{L}_][\p{L}\p{N}_.-]{0,63}\(/u.test(rest)) return PYTHON_VALUE;
  return /^\[\s*(?:[\p{L}_][\p{L}\p{N}_.-]{0,63}|\{\s*)?$/u.test(rest) ? 'more' : null;
}

function lookPair(rest: string, whole: RegExp, begins: RegExp): Look {
  // More white space could belong to it.
  if (begins.test(rest)) return 'more';
  const match = whole.exec(rest);
  const mark = match && markOf(match[0].replace(/:?[ \t]*$/, ''));
  return match && mark ? { chars: match[0].length, mark } : null;
}

function lookClosingFence(rest: string): Look {
  if (/^`{1,2}$/.test(rest)) return 'more';
  return rest.startsWith('```') ? { chars: 3, mark: FENCE_END } : null;
}

/** Functionary's `>>>name` in front of a message. */
function lookChevrons(rest: string): Look {
  const match = /^>>>([a-zA-Z_][\w.-]{0,63})\n(?:(\s*)([^\s]))?/.exec(rest);
  if (!match) return /^>{1,3}(?:[a-zA-Z_][\w.-]{0,63})?$/.test(rest) ? 'more' : null;
  const [whole, name = '', space = '', first] = match;
  if (first === undefined) return rest.length > MAX_NAME_CHARS * 2 ? null : 'more';
  const chars = whole.length - 1;
  if (first === '{') return { chars, candidate: { read: 'json', tool: name, isCall: true } };
  return name === 'all' ? { chars: chars - space.length, mark: NOTHING } : null;
}
