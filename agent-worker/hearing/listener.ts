import type { Recogniser } from '../../engine/index.ts';
import type { HeardWindow } from './ear.ts';
import { judge } from './judgement.ts';
import { WINDOW_MS } from './models.ts';
import { type Recognised, RecognitionQueue } from './recognition-queue.ts';
import { TextHold } from './text-hold.ts';
import type { HearingObserver } from './types.ts';
import { soundsUnfinished } from './unfinished.ts';
import { UtteranceRecording } from './utterance.ts';

export interface ListenerOptions {
  readonly recogniser: Recogniser;
  readonly lang: string;
  readonly observer: HearingObserver;
  /** What the caller said, in order. */
  readonly onText: (text: string) => void;
  /** What that will be, unless the caller goes on: told while the caller still pauses. */
  readonly onGuess?: (text: string) => void;
  /** What the caller said until now is known, or known to be nothing. */
  readonly onDecided?: () => void;
  /** Kept from before speech began. Default 300. */
  readonly leadMs?: number;
  /** Speech without a pause is recognised in pieces of that length at most. Default 25 s. */
  readonly maxPieceMs?: number;
  /** Speech of that length without a break is no cough. Default 480. */
  readonly confirmMs?: number;
  /** Over the agent it may be a backchannel, which lasts longer than coughs do. Default 640. */
  readonly confirmOverAgentMs?: number;
}

/** Where a piece may end: within its last 8 s. */
const CUT_SEARCH_MS = 8000;
/** A window as probable as that is not only speech by a hair. */
const SURE = 0.8;
/** After having been talked over in vain the agent goes on; a second "mm-hm" may come before that. */
const HELD_MS = 1500;

/** Turns the windows of one caller into texts, and tells the observer what happens. */
export class Listener {
  readonly #options: Required<ListenerOptions>;
  readonly #queue: RecognitionQueue;
  readonly #recording: UtteranceRecording;
  readonly #hold: TextHold;
  #agentSpeaks = false;
  #overAgent = false;
  #heldUntilMs = 0;
  #confirmed = false;
  #sureMs = 0;

  constructor(options: ListenerOptions) {
    this.#options = {
      onDecided: () => undefined,
      onGuess: () => undefined,
      leadMs: 300,
      maxPieceMs: 25_000,
      confirmMs: 480,
      confirmOverAgentMs: 640,
      ...options,
    };
    const { recogniser, lang, observer, leadMs } = this.#options;
    this.#recording = new UtteranceRecording(leadMs);
    this.#hold = new TextHold(lang, (text) => {
      this.#options.onText(text);
      this.#decided();
    });
    this.#queue = new RecognitionQueue({
      recogniser,
      lang,
      onText: (recognised) => this.#onText(recognised),
      onGuess: (recognised) => this.#onGuess(recognised),
      onFailure: (reason) => {
        this.#hold.soundWasNothing();
        observer.failed(reason);
        this.#decided();
      },
    });
  }

  /** Whether there is speech of which it is not known yet what it says. */
  get isUndecided(): boolean {
    return this.#queue.isBusy || this.#hold.isHolding;
  }

  agentSpeaks(speaking: boolean): void {
    this.#agentSpeaks = speaking;
    if (speaking) this.#overAgent = true;
  }

  hear(window: HeardWindow): void {
    const { change, speaking, voiced } = window.step;
    this.#recording.push(window);
    if (change === 'started') this.#onStart(window);
    if (speaking) this.#confirmBySound(window);
    if (change === 'paused') this.#queue.guess(this.#recording.take(this.#overAgent));
    else if (change === 'resumed') this.#queue.withdraw();
    else if (change === 'ended') this.#onEnd();
    else if (speaking && voiced && this.#recording.durationMs >= this.#options.maxPieceMs) {
      // Nothing is guessed while the caller is heard, so that nothing but the piece is confirmed here.
      const piece = this.#recording.cut(CUT_SEARCH_MS, this.#overAgent);
      this.#queue.confirm(() => piece);
    }
    if (!speaking) this.#recording.trim();
  }

  close(): void {
    this.#hold.close();
    this.#queue.close();
  }

  #onStart(window: HeardWindow): void {
    const nowMs = Date.now();
    this.#hold.soundBegan();
    this.#confirmed = false;
    this.#sureMs = 0;
    this.#overAgent = this.#agentSpeaks || nowMs < this.#heldUntilMs;
    this.#options.observer.speechBegan(nowMs - Math.round(window.step.speechMs + window.tookMs));
  }

  #decided(): void {
    if (!this.isUndecided) this.#options.onDecided();
  }

  #onEnd(): void {
    if (this.#overAgent) this.#heldUntilMs = Date.now() + HELD_MS;
    this.#queue.confirm(() => this.#recording.take(this.#overAgent));
    this.#recording.clear();
  }

  #confirmBySound({ probability }: HeardWindow): void {
    this.#sureMs = probability >= SURE ? this.#sureMs + WINDOW_MS : 0;
    const { confirmMs, confirmOverAgentMs } = this.#options;
    if (this.#sureMs >= (this.#overAgent ? confirmOverAgentMs : confirmMs)) this.#confirm();
  }

  #confirm(): void {
    if (this.#confirmed) return;
    this.#confirmed = true;
    this.#options.observer.speechConfirmed(Date.now());
  }

  /** Only what would be a turn as it is. */
  #onGuess({ text, utterance: { facts } }: Recognised): void {
    const { lang, onGuess } = this.#options;
    const mayGoOn = this.#hold.isHolding || soundsUnfinished(text, lang);
    if (!facts.overAgent && !mayGoOn && judge(text, facts, lang) === 'turn') onGuess(text);
  }

  #onText({ text, utterance }: Recognised): void {
    const { observer, lang } = this.#options;
    const verdict = judge(text, utterance.facts, lang);
    if (verdict !== 'turn') {
      this.#hold.soundWasNothing();
      observer.dismissed(verdict);
      this.#decided();
      return;
    }
    this.#heldUntilMs = 0;
    this.#confirm();
    const agoMs = Math.max(0, Math.round(performance.now() - utterance.endedMs));
    observer.recognised(agoMs);
    // Who talks over the agent is answered at once: it would go on meanwhile.
    this.#hold.add(text, utterance.facts.overAgent ? Number.POSITIVE_INFINITY : agoMs);
  }
}
