import { answerProgress, askedFor } from './answer-form.ts';
import type { AnswerForm } from './answer-forms.ts';
import { type Endpointing, HOLD_AFTER_NOISE_MS } from './endpointing.ts';
import { judge, mayGoOn } from './turn-end.ts';
import { isQuestion } from './turn-evidence.ts';
import { hasMarks } from './unfinished-text.ts';

export interface TurnHoldOptions {
  /** Its state at this moment: the caller may change the language. */
  readonly lang: () => string;
  readonly endpointing: Endpointing;
  /** The turn is over. */
  readonly onOver: (decision: TurnDecision) => void;
  /** The caller has continued with a turn that was over. */
  readonly onCutOff?: () => void;
  /** Whether some sound has not been judged yet. Default: never. */
  readonly isBehind?: () => boolean;
}

/** The evidence by which a turn ended. */
export interface TurnDecision {
  /** As in `TurnJudgement`. */
  readonly probability: number | null;
  /** Probability by the sound alone; null if the sound was not judged. */
  readonly soundProbability: number | null;
  /** The delay that was applied, in ms. */
  readonly waitMs: number;
}

const UNDECIDED: TurnDecision = { probability: null, soundProbability: null, waitMs: 0 };

/** Interval of checks whether all sound has been judged. */
const BEHIND_MS = 50;
/** A caller who speaks this soon after the end of a turn was cut off, ... */
const CUT_OFF_MS = 1500;
/** ... so later delays are longer by this much, up to a maximum. */
const PATIENCE_MS = 350;
const MOST_PATIENCE = 3;

/** Speech of the caller that has ended, and its words. */
export interface EndedSpeech {
  readonly text: string;
  /** When the caller fell silent; `performance.now()`. */
  readonly endedMs: number;
  /** Probability that the turn is over, by its sound; null if unknown. */
  readonly soundsOver: Promise<number | null>;
}

/** Holds the end of a turn back for as long as the caller may continue. */
export class TurnHold {
  readonly #options: TurnHoldOptions;
  #text = '';
  #before = '';
  #endedMs = 0;
  #longestPauseMs = 0;
  #agent = '';
  #expects: AnswerForm | null = null;
  #overAtMs = Number.NEGATIVE_INFINITY;
  /** Whether the current speech began soon after a turn was over. */
  #isGoingOn = false;
  #cutOffs = 0;
  #writesMarks = false;
  #timer: NodeJS.Timeout | null = null;
  #isSounding = false;
  #decision = UNDECIDED;
  /** Counts sounds, so that a decision that is based on earlier sounds is dropped. */
  #heard = 0;

  constructor(options: TurnHoldOptions) {
    this.#options = options;
  }

  /** Whether words wait for more. */
  get isHolding(): boolean {
    return this.#text !== '';
  }

  /** The words of this turn so far, followed by these. */
  withWords(words: string): string {
    return this.#text === '' ? words : `${this.#text} ${words}`;
  }

  /** Whether the agent's last words were not a question, and the caller has said nothing in this turn. */
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

  /** @param form form of the next answer; null to derive it from the agent's words */
  expect(form: AnswerForm | null): void {
    this.#expects = form;
  }

  /** The form of the current answer; null if unknown. */
  get form(): AnswerForm | null {
    return askedFor(this.#text, this.#agent, this.#expects);
  }

  /** Whether the words of this turn so far, followed by these, are a complete answer of a known form. */
  isWhole(words: string): boolean {
    const { lang } = this.#options;
    return answerProgress(this.withWords(words), this.#agent, this.#expects, lang())?.progress === 'whole';
  }

  /** Whether the words of this turn so far, followed by these, are probably incomplete. */
  mayGoOn(words: string): boolean {
    return mayGoOn(this.#evidence(this.withWords(words), this.#text));
  }

  add({ text, endedMs, soundsOver }: EndedSpeech): void {
    if (this.#isGoingOn) {
      this.#cutOffs = Math.min(MOST_PATIENCE, this.#cutOffs + 1);
      this.#options.onCutOff?.();
    }
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

  /** A sound of the caller began: waits for its words. */
  soundBegan(): void {
    this.#isSounding = true;
    if (this.isHolding)
      this.#longestPauseMs = Math.max(this.#longestPauseMs, performance.now() - this.#endedMs);
    this.#isGoingOn = !this.isHolding && performance.now() - this.#overAtMs < CUT_OFF_MS;
    this.#heard++;
    this.#stop();
  }

  /** The words of the sound follow by `add` or `soundHadNoWords`. */
  soundEnded(): void {
    this.#isSounding = false;
  }

  /** That sound contained no words. */
  soundHadNoWords(): void {
    if (this.isHolding && !this.#isSounding) this.#wait(HOLD_AFTER_NOISE_MS);
  }

  close(): void {
    this.#heard++;
    this.#stop();
    this.#forget();
  }

  #decide(soundProbability: number | null, endedMs: number): void {
    const { endpointing } = this.#options;
    const evidence = { ...this.#evidence(this.#text, this.#before), soundsOver: soundProbability };
    const { delayMs, probability } = judge(evidence, endpointing);
    // A turn that is certainly over ends at once, regardless of earlier events.
    const patienceMs = delayMs <= endpointing.minDelayMs ? 0 : PATIENCE_MS * this.#cutOffs;
    const waitMs = Math.min(endpointing.maxDelayMs, delayMs + patienceMs);
    this.#decision = { probability, soundProbability, waitMs };
    this.#wait(endedMs + waitMs - performance.now());
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

  /** On a busy machine, audio in which the caller continues may still wait: all that has arrived is judged first. */
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
    this.#options.onOver(this.#decision);
  }
}
