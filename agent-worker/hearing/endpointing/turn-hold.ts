import { type Endpointing, HOLD_AFTER_NOISE_MS } from './endpointing.ts';
import { delayOf } from './turn-end.ts';
import { hasMarks } from './unfinished-text.ts';

export interface TurnHoldOptions {
  readonly lang: string;
  readonly endpointing: Endpointing;
  /** The turn is over. */
  readonly onOver: () => void;
}

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
  #agentAsked = false;
  #agentStated = false;
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
    return this.#agentStated && !this.isHolding;
  }

  /** @param text what the agent has said last */
  agentSaid(text: string): void {
    this.#agentAsked = /[?？]["'”’»]?\s*$/u.test(text);
    this.#agentStated = !this.#agentAsked && text.trim() !== '';
  }

  add({ text, endedMs, soundsOver }: EndedSpeech): void {
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
    this.#text = '';
  }

  #decide(soundsOver: number | null, endedMs: number): void {
    const { lang, endpointing } = this.#options;
    const delayMs = delayOf(
      { text: this.#text, lang, soundsOver, writesMarks: this.#writesMarks, agentAsked: this.#agentAsked },
      endpointing,
    );
    this.#wait(endedMs + delayMs - performance.now());
  }

  #wait(ms: number): void {
    this.#stop();
    if (ms <= 0) this.#over();
    else this.#timer = setTimeout(() => this.#over(), ms);
  }

  #stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #over(): void {
    this.#stop();
    this.#text = '';
    this.#options.onOver();
  }
}
