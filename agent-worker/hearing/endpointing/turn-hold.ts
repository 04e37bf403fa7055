import { answerProgress, askedFor } from './answer-form.ts';
import type { AnswerForm } from './answer-forms.ts';
import { CallerPace } from './caller-pace.ts';
import type { SoundJudgement } from './end-of-turn-model.ts';
import { type Endpointing, HOLD_AFTER_NOISE_MS, LEAST_THINKING_MS } from './endpointing.ts';
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
/** ... or so soon after the answer was first heard, ... */
const CUT_OFF_BY_ANSWER_MS = 1000;
/** ... and then waits this much longer, up to a maximum number of times. */
const PATIENCE_MS = 350;
const MOST_PATIENCE = 3;

/** A turn that was over. */
interface OverTurn {
  readonly text: string;
  /** What the agent had said before it. */
  readonly agent: string;
  readonly longestPauseMs: number;
  /** As in `TurnDecision`. */
  readonly probability: number | null;
  /** When the caller fell silent, and when the turn was over; `performance.now()`. */
  readonly endedMs: number;
  readonly overMs: number;
}

/** Speech of the caller that has ended, and its words. */
export interface EndedSpeech {
  readonly text: string;
  /** When the caller fell silent; `performance.now()`. */
  readonly endedMs: number;
  /** Judgement of its sound; null if unknown. */
  readonly sound: Promise<SoundJudgement | null>;
}

/** Holds the end of a turn back for as long as the caller may continue. */
export class TurnHold {
  readonly #options: TurnHoldOptions;
  #text = '';
  #before = '';
  #endedMs = 0;
  /** Judgement of the sound of the last words. */
  #sound: Promise<SoundJudgement | null> = Promise.resolve(null);
  #longestPauseMs = 0;
  /** The last silence within this turn, in ms. */
  #pauseMs = 0;
  readonly #pace = new CallerPace();
  #agent = '';
  #expects: AnswerForm | null = null;
  /** The last turn; null before the first, and when the agent has said all of its answer. */
  #last: OverTurn | null = null;
  /** When the answer to it was first heard; null before. */
  #answeredMs: number | null = null;
  /** The turn that was over too early: the caller goes on with it. */
  #cutOff: OverTurn | null = null;
  #cutOffs = 0;
  #writesMarks = false;
  #timer: NodeJS.Timeout | null = null;
  #isSounding = false;
  /** When the last sound ended, with words or without. */
  #soundEndedMs = 0;
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

  /** The words of this turn so far, followed by these; also those that were taken for all of it. */
  withWords(words: string): string {
    const said = this.#said;
    return said === '' ? words : `${said} ${words}`;
  }

  /** Whether the last sound, and words of it, continue a turn that was over too early. */
  get continuesTurn(): boolean {
    return this.#cutOff !== null;
  }

  /** Whether the current sound continues such a turn, before its words are known. */
  get isGoingOn(): boolean {
    return this.continuesTurn && !this.isHolding;
  }

  /** Whether the agent's last words were not a question, and the caller has said nothing in this turn. */
  get followsStatement(): boolean {
    return this.#asked.trim() !== '' && !isQuestion(this.#asked) && !this.isHolding;
  }

  /** Whether the agent's last words were a question, and the caller has said nothing in this turn. */
  get followsQuestion(): boolean {
    return isQuestion(this.#asked) && !this.isHolding;
  }

  /** @param text what the agent has said last */
  agentSaid(text: string): void {
    this.#agent = text;
  }

  /** The agent is heard. */
  agentBegins(): void {
    this.#answeredMs ??= performance.now();
  }

  /** The agent has said all that it had to say: what the caller says next is another turn. */
  agentIsDone(): void {
    this.#lastWasWhole();
    this.#last = null;
    if (!this.isHolding) this.#cutOff = null;
  }

  /** @param form what the answer to come is; null leaves it to the agent's words */
  expect(form: AnswerForm | null): void {
    this.#expects = form;
  }

  /** The form of the current answer; null if unknown. */
  get form(): AnswerForm | null {
    return askedFor(this.#said, this.#asked, this.#expects);
  }

  /** Whether the words of this turn so far, followed by these, are a complete answer of a known form. */
  isWhole(words: string): boolean {
    const { lang } = this.#options;
    return answerProgress(this.withWords(words), this.#asked, this.#expects, lang())?.progress === 'whole';
  }

  /** Whether the words of this turn so far, followed by these, are probably incomplete. */
  mayGoOn(words: string): boolean {
    return mayGoOn(this.#evidence(this.withWords(words), this.#said));
  }

  add({ text, endedMs, sound }: EndedSpeech): void {
    if (this.isGoingOn) {
      this.#cutOffs = Math.min(MOST_PATIENCE, this.#cutOffs + 1);
      this.#pace.wentOn(this.#cutOff?.probability ?? null);
      this.#options.onCutOff?.();
    } else if (this.#pauseMs >= LEAST_THINKING_MS) this.#pace.wentOn(this.#decision.probability);
    this.#decision = UNDECIDED;
    this.#pauseMs = 0;
    this.#before = this.#said;
    this.#endedMs = endedMs;
    this.#text = this.withWords(text);
    this.#writesMarks ||= hasMarks(text);
    this.#sound = sound;
    this.#heard++;
    this.#judgeSoon(endedMs);
  }

  /** A sound of the caller began: waits for its words. */
  soundBegan(): void {
    this.#isSounding = true;
    const nowMs = performance.now();
    if (this.isHolding) {
      this.#pauseMs = nowMs - this.#endedMs;
      this.#longestPauseMs = Math.max(this.#longestPauseMs, this.#pauseMs);
    } else {
      this.#cutOff = this.#wasJustOver(nowMs) ? this.#last : null;
      const { longestPauseMs = 0, endedMs = nowMs } = this.#cutOff ?? {};
      this.#longestPauseMs = Math.max(longestPauseMs, nowMs - endedMs);
    }
    this.#heard++;
    this.#stop();
  }

  /** The words of the sound follow by `add` or `soundHadNoWords`. */
  soundEnded(): void {
    this.#isSounding = false;
    this.#soundEndedMs = performance.now();
  }

  /**
   * That sound contained no words: a cough, or a filler. The turn ends no sooner than without it. If it is not certain
   * that the turn is over, the wait begins again.
   */
  soundHadNoWords(): void {
    if (this.isHolding && !this.#isSounding) this.#judgeSoon(this.#soundEndedMs, HOLD_AFTER_NOISE_MS);
  }

  close(): void {
    this.#heard++;
    this.#stop();
    this.#forget();
  }

  /**
   * Decides as soon as the sound of the last words is judged.
   * @param silentSinceMs since when the caller has been silent; `performance.now()`
   * @param leastMs how long to wait from now on
   */
  #judgeSoon(silentSinceMs: number, leastMs = 0): void {
    const heard = this.#heard;
    const notBeforeMs = performance.now() + leastMs;
    void this.#sound.then((judgement) => {
      if (heard === this.#heard && !this.#isSounding) this.#decide(judgement, silentSinceMs, notBeforeMs);
    });
  }

  #decide(sound: SoundJudgement | null, silentSinceMs: number, notBeforeMs: number): void {
    const { endpointing } = this.#options;
    const evidence = { ...this.#evidence(this.#text, this.#before), sound };
    const { delayMs, probability } = judge(evidence, endpointing);
    // A turn that is certainly over ends at once, regardless of earlier events and later sounds.
    const isCertain = delayMs <= endpointing.minDelayMs;
    const patienceMs = isCertain ? 0 : PATIENCE_MS * this.#cutOffs;
    const waitMs = Math.min(endpointing.maxDelayMs, delayMs + patienceMs);
    const soundProbability = sound?.finished ?? sound?.over ?? null;
    this.#decision = { probability, soundProbability, waitMs };
    // Bounded, because of noises that do not end.
    const sinceMs = isCertain
      ? this.#endedMs
      : Math.min(silentSinceMs, this.#endedMs + endpointing.maxDelayMs);
    this.#wait(Math.max(notBeforeMs, sinceMs + waitMs) - performance.now());
  }

  #wasJustOver(nowMs: number): boolean {
    if (this.#last === null) return false;
    const answeredMs = this.#answeredMs ?? Number.NEGATIVE_INFINITY;
    return nowMs < Math.max(this.#last.overMs + CUT_OFF_MS, answeredMs + CUT_OFF_BY_ANSWER_MS);
  }

  /** All that was said in this turn. */
  get #said(): string {
    return this.isHolding ? this.#text : (this.#cutOff?.text ?? '');
  }

  /** The agent's words that the turn follows. An answer that came too early is not among them. */
  get #asked(): string {
    return this.#cutOff?.agent ?? this.#agent;
  }

  #evidence(text: string, before: string) {
    const lang = this.#options.lang();
    const [agent, expects, writesMarks] = [this.#asked, this.#expects, this.#writesMarks];
    const longestPauseMs = this.#longestPauseMs;
    const callerOdds = this.#pace.odds;
    return { text, before, longestPauseMs, lang, writesMarks, agent, expects, callerOdds };
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
    this.#cutOff = null;
  }

  /** Learns that the caller did not go on with the last turn. */
  #lastWasWhole(): void {
    if (this.#last !== null && this.#last !== this.#cutOff) this.#pace.ended(this.#last.probability);
  }

  #over(): void {
    this.#stop();
    this.#lastWasWhole();
    this.#last = {
      text: this.#text,
      agent: this.#asked,
      longestPauseMs: this.#longestPauseMs,
      probability: this.#decision.probability,
      endedMs: this.#endedMs,
      overMs: performance.now(),
    };
    this.#answeredMs = null;
    this.#forget();
    this.#options.onOver(this.#decision);
  }
}
