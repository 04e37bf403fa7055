import { answerProgress } from './answer-form.ts';
import type { AnswerForm } from './answer-forms.ts';
import { type Endpointing, HOLD_AFTER_NOISE_MS } from './endpointing.ts';
import { delayOf, mayGoOn } from './turn-end.ts';
import { isQuestion } from './turn-evidence.ts';
import { hasMarks } from './unfinished-text.ts';

export interface TurnHoldOptions {
  /** As of now: the caller may go on in another one. */
  readonly lang: () => string;
  readonly endpointing: Endpointing;
  /** The turn is over. */
  readonly onOver: () => void;
  /** Whether there is sound that was not judged yet. Default: never. */
  readonly isBehind?: () => boolean;
}

/** How soon it is looked again whether all sound was judged. */
const BEHIND_MS = 50;
/** A caller who speaks so soon after the end of a turn was cut off, ... */
const CUT_OFF_MS = 1500;
/** ... and is waited for so much longer from then on; more often than so many times says nothing new. */
const PATIENCE_MS = 350;
const MOST_PATIENCE = 3;

/** Speech of the caller that has ended, and its words. */
export interface EndedSpeech {
  readonly text: string;
  /** When the caller fell silent; `performance.now()`. */
  readonly endedMs: number;
  /** How probably the turn is over by its sound; null if nobody knows. */
  readonly soundsOver: Promise<number | null>;
}

/** Waits after what the caller has said, for as long as the turn may go on. */
export class TurnHold {
  readonly #options: TurnHoldOptions;
  #text = '';
  #before = '';
  #endedMs = 0;
  #longestPauseMs = 0;
  #agent = '';
  #expects: AnswerForm | null = null;
  #overAtMs = Number.NEGATIVE_INFINITY;
  /** What is being said began soon after a turn was over. */
  #isGoingOn = false;
  #cutOffs = 0;
  #writesMarks = false;
  #timer: NodeJS.Timeout | null = null;
  #isSounding = false;
  /** Counts what was heard, so that a decision about what was before comes to nothing. */
  #heard = 0;

  constructor(options: TurnHoldOptions) {
    this.#options = options;
  }

  /** Whether words wait for more. */
  get isHolding(): boolean {
    return this.#text !== '';
  }

  /** What has been said in this turn so far, with these words after it. */
  withWords(words: string): string {
    return this.#text === '' ? words : `${this.#text} ${words}`;
  }

  /** Whether the agent's last words were no question, and the caller has said nothing in this turn. */
  get followsStatement(): boolean {
    return this.#agent.trim() !== '' && !isQuestion(this.#agent) && !this.isHolding;
  }

  /** Whether the agent's last words were a question, and the caller has said nothing in this turn. */
  get followsQuestion(): boolean {
    return isQuestion(this.#agent) && !this.isHolding;
  }

  /** @param text what the agent has said last */
  agentSaid(text: string): void {
    this.#agent = text;
  }

  /** @param form what the answer to come is; null leaves it to the agent's words */
  expect(form: AnswerForm | null): void {
    this.#expects = form;
  }

  /** Whether the words, with what was said in this turn before, are an answer of a known form that lacks nothing. */
  isWhole(words: string): boolean {
    const { lang } = this.#options;
    return answerProgress(this.withWords(words), this.#agent, this.#expects, lang())?.progress === 'whole';
  }

  /** Whether the words, with what was said in this turn before, are probably not all of it. */
  mayGoOn(words: string): boolean {
    return mayGoOn(this.#evidence(this.withWords(words), this.#text));
  }

  add({ text, endedMs, soundsOver }: EndedSpeech): void {
    if (this.#isGoingOn) this.#cutOffs = Math.min(MOST_PATIENCE, this.#cutOffs + 1);
    this.#isGoingOn = false;
    this.#before = this.#text;
    this.#endedMs = endedMs;
    this.#text = this.withWords(text);
    this.#writesMarks ||= hasMarks(text);
    const heard = ++this.#heard;
    void soundsOver.then((probability) => {
      if (heard === this.#heard && !this.#isSounding) this.#decide(probability, endedMs);
    });
  }

  /** A sound from the caller began: waits to learn what it is. */
  soundBegan(): void {
    this.#isSounding = true;
    if (this.isHolding)
      this.#longestPauseMs = Math.max(this.#longestPauseMs, performance.now() - this.#endedMs);
    this.#isGoingOn = !this.isHolding && performance.now() - this.#overAtMs < CUT_OFF_MS;
    this.#heard++;
    this.#stop();
  }

  /** What it was is told by `add` or `soundWasNothing`. */
  soundEnded(): void {
    this.#isSounding = false;
  }

  /** That sound contained no words. */
  soundWasNothing(): void {
    if (this.isHolding && !this.#isSounding) this.#wait(HOLD_AFTER_NOISE_MS);
  }

  close(): void {
    this.#heard++;
    this.#stop();
    this.#forget();
  }

  #decide(soundsOver: number | null, endedMs: number): void {
    const { endpointing } = this.#options;
    const delayMs = delayOf({ ...this.#evidence(this.#text, this.#before), soundsOver }, endpointing);
    // Who is certainly done is answered at once, whatever happened before.
    const patienceMs = delayMs <= endpointing.minDelayMs ? 0 : PATIENCE_MS * this.#cutOffs;
    this.#wait(endedMs + Math.min(endpointing.maxDelayMs, delayMs + patienceMs) - performance.now());
  }

  #evidence(text: string, before: string) {
    const lang = this.#options.lang();
    const [agent, expects, writesMarks] = [this.#agent, this.#expects, this.#writesMarks];
    const longestPauseMs = this.#longestPauseMs;
    return { text, before, longestPauseMs, lang, writesMarks, agent, expects };
  }

  #wait(ms: number): void {
    this.#stop();
    if (ms <= 0) this.#over();
    else this.#timer = setTimeout(() => this.#due(), ms);
  }

  /** On a busy machine the caller may have gone on without being heard yet: what has arrived is judged before. */
  #due(): void {
    const heard = this.#heard;
    setImmediate(() => {
      if (heard !== this.#heard) return;
      if (this.#options.isBehind?.()) this.#wait(BEHIND_MS);
      else this.#over();
    });
  }

  #stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #forget(): void {
    this.#text = '';
    this.#longestPauseMs = 0;
  }

  #over(): void {
    this.#stop();
    this.#forget();
    this.#overAtMs = performance.now();
    this.#options.onOver();
  }
}
