import { BeepDetector } from '../hearing/answering/beep-detector.ts';
import { MainSpeaker } from '../hearing/answering/main-speaker.ts';
import { type Callee, evidenceOf, whoAnswered } from '../hearing/answering/who-answered.ts';
import type { SpeechScreen } from '../hearing/types.ts';
import type { VadWindow } from '../hearing/vad/audio-intake.ts';
import { WINDOW_MS } from '../hearing/vad/vad-model.ts';
import type { AnsweringRules, EndReason } from './types.ts';

/** A machine that was taken for a person can still be recognised by what it says within this time. */
const SUSPECTED_MS = 10_000;
/** Time for which a machine's announcement of a beep is believed. */
const WATCHED_MS = 30_000;
/** Machines do not pause for as long within their announcement; people wait for the agent's answer. */
const WAITED_MS = 1500;
/** Silence of a machine after which it records, with or without a beep. */
const NO_BEEP_MS = 4000;
/** A beep that comes this soon after the start of a message: the machine has recorded only what followed the beep. */
const LATE_BEEP_MS = 5000;
/** Speech up to the recognised announcement may have ended with the beep. */
const SINCE_BEEP_MS = 3000;
/** Longest announcement. */
const MAX_ANNOUNCEMENT_MS = 90_000;
/** Keys are pressed in a pause of the menu, or after a time limit. */
const MENU_PAUSE_MS = 600;
const MAX_MENU_MS = 20_000;
/** Time that a person has to pick up after a menu has connected the call. */
const CONNECTED_WITHIN_MS = 60_000;

/** Reactions of the conversation. */
export interface OpeningActions {
  /** Reports the kind of callee once it is known, and again if it changes. */
  answered(callee: Callee): void;
  /** The conversation begins. @param said the callee's words that it begins with; "" for none */
  talk(said: string): void;
  /** Stops what the agent is saying. */
  hush(): void;
  /** Says a message without being interrupted; settles when the callee has heard it. */
  leave(message: string): Promise<void>;
  /** Presses keys; settles when that is done or impossible. */
  press(keys: string): Promise<void>;
  hangUp(reason: EndReason): void;
}

type Stage = 'listening' | 'talking' | 'awaiting-beep' | 'leaving' | 'pressing' | 'over';

/**
 * The first seconds of an outgoing call. The agent listens until the kind of callee is known. Then it talks to a
 * person, or follows the rules for a machine. Times are positions in the audio.
 */
export class CallOpening implements SpeechScreen {
  readonly #rules: AnsweringRules;
  readonly #lang: () => string;
  readonly #actions: OpeningActions;
  readonly #beeps = new BeepDetector();
  #speaker = new MainSpeaker();
  #stage: Stage = 'listening';
  #callee: Callee | null = null;
  #said: readonly string[] = [];
  #partial = '';
  #clockMs = 0;
  /** When the stage began. */
  #sinceMs = 0;
  #firstSpeechMs: number | null = null;
  #lastSpeechMs = 0;
  #isSpeaking = false;
  #isTurnOver = false;
  /** Whether the callee was silent for a while after picking up. */
  #hasWaited = false;
  #hasBeeped = false;
  #beepEndedMs = Number.NEGATIVE_INFINITY;
  #hasPressed = false;
  #messages = 0;

  /** @param lang the language of the conversation, which may change */
  constructor(rules: AnsweringRules, lang: () => string, actions: OpeningActions) {
    this.#rules = rules;
    this.#lang = lang;
    this.#actions = actions;
  }

  get isOpen(): boolean {
    return this.#stage !== 'over';
  }

  get isWithholding(): boolean {
    return this.#stage !== 'over' && this.#stage !== 'talking';
  }

  window(window: VadWindow): void {
    if (this.#stage === 'over') return;
    const { samples, step } = window;
    this.#clockMs += WINDOW_MS;
    this.#isSpeaking = step.speaking;
    const wasSilent = this.#speaker.isSilent;
    const isHeard = this.#speaker.push(window, this.#clockMs);
    if (this.#stage === 'talking') this.#hasWaited ||= wasSilent && isHeard;
    if (step.change === 'started') {
      if (this.#stage === 'talking') this.#hasWaited ||= this.#clockMs - this.#lastSpeechMs >= WAITED_MS;
      this.#firstSpeechMs ??= this.#clockMs - step.speechMs;
      this.#isTurnOver = false;
    }
    if (step.speaking) this.#lastSpeechMs = this.#clockMs - step.accumulatedSilenceMs;
    const beep = this.#beeps.push(samples);
    if (beep === 'began') this.#hasBeeped = true;
    if (beep === 'ended') this.#beepEndedMs = this.#clockMs;
    this.#goOn(beep === 'ended');
  }

  partial(text: string): void {
    this.#partial = text;
    this.#considerWords();
  }

  heard(text: string): boolean {
    if (this.#stage === 'over') return false;
    const wasTalking = this.#stage === 'talking';
    this.#said = [...this.#said, text];
    this.#partial = '';
    this.#considerWords();
    if (this.#stage === 'talking' && this.#callee === 'nobody') this.#report('person');
    return !wasTalking || this.isWithholding;
  }

  turnOver(): void {
    if (this.#isSpeaking) return;
    this.#isTurnOver = true;
    if (this.#stage === 'listening') this.#consider();
  }

  /** Stops all further actions. */
  close(): void {
    this.#enter('over');
  }

  get #text(): string {
    return [...this.#said, this.#partial].join(' ').trim();
  }

  get #silentMs(): number {
    return this.#isSpeaking ? 0 : this.#clockMs - this.#lastSpeechMs;
  }

  get #spokenMs(): number {
    return this.#firstSpeechMs === null ? 0 : this.#lastSpeechMs - this.#firstSpeechMs;
  }

  get #stageMs(): number {
    return this.#clockMs - this.#sinceMs;
  }

  #enter(stage: Stage): void {
    this.#stage = stage;
    this.#sinceMs = this.#clockMs;
  }

  #goOn(beepEnded: boolean): void {
    switch (this.#stage) {
      case 'listening':
        this.#consider();
        return;
      case 'talking':
        if (this.#clockMs >= WATCHED_MS) this.close();
        else if (beepEnded) this.#reconsider();
        return;
      case 'awaiting-beep':
        if (beepEnded || this.#silentMs >= NO_BEEP_MS) this.#leave();
        else if (this.#stageMs >= MAX_ANNOUNCEMENT_MS) this.#hangUp('voicemail');
        return;
      case 'leaving':
        if (!beepEnded || this.#stageMs >= LATE_BEEP_MS) return;
        this.#actions.hush();
        this.#leave();
        return;
      case 'pressing':
        if (!this.#hasPressed && (this.#silentMs >= MENU_PAUSE_MS || this.#stageMs >= MAX_MENU_MS))
          void this.#press();
        return;
      case 'over':
    }
  }

  #considerWords(): void {
    if (this.#stage === 'listening') this.#consider();
    else if (this.#stage === 'talking') this.#reconsider();
  }

  #consider(): void {
    const [text, lang] = [this.#text, this.#lang()];
    const isOthers = this.#isSpeaking && this.#speaker.isSilent;
    const callee = whoAnswered({
      text,
      lang,
      spokenMs: this.#spokenMs,
      mainMs: this.#speaker.spokenMs,
      silentMs: isOthers ? this.#clockMs - this.#speaker.lastMs : this.#silentMs,
      isTurnOver: this.#isTurnOver || isOthers,
      hasBeeped: this.#hasBeeped,
    });
    if (callee !== null) this.#found(callee);
  }

  /** Whether the callee is a machine after all: it talks on without waiting for the agent, or identifies itself. */
  #reconsider(): void {
    const [text, lang] = [this.#text, this.#lang()];
    if (this.#clockMs >= SUSPECTED_MS && evidenceOf(text, lang) !== 'recorder') return;
    const callee = whoAnswered({
      text,
      lang,
      spokenMs: this.#hasWaited ? 0 : this.#spokenMs,
      mainMs: this.#hasWaited ? 0 : this.#speaker.spokenMs,
      silentMs: 0,
      isTurnOver: false,
      hasBeeped: this.#hasBeeped && !this.#hasWaited,
    });
    if ((callee !== 'voicemail' && callee !== 'menu') || callee === this.#callee) return;
    if (this.#rules[callee].action === 'talk') {
      this.#report(callee);
      return;
    }
    this.#actions.hush();
    this.#enter('listening');
    this.#found(callee);
  }

  #report(callee: Callee): void {
    if (callee === this.#callee) return;
    this.#callee = callee;
    this.#actions.answered(callee);
  }

  #found(callee: Callee): void {
    if (this.#hasPressed && callee === 'nobody' && this.#stageMs < CONNECTED_WITHIN_MS) return;
    // What is left of the menu.
    if (this.#hasPressed && callee === 'menu') {
      this.#forget();
      return;
    }
    this.#report(callee);
    if (callee === 'voicemail') this.#onVoicemail();
    else if (callee === 'menu') this.#onMenu();
    else this.#talk();
  }

  #onVoicemail(): void {
    const { action } = this.#rules.voicemail;
    if (action === 'hang_up') this.#hangUp('voicemail');
    else if (action === 'talk') this.#talkIfTurnIsOver();
    else this.#awaitBeep();
  }

  #awaitBeep(): void {
    this.#enter('awaiting-beep');
    const isRecording =
      this.#clockMs - this.#beepEndedMs < SINCE_BEEP_MS && this.#lastSpeechMs <= this.#beepEndedMs;
    if (isRecording) this.#leave();
  }

  #onMenu(): void {
    const { action } = this.#rules.menu;
    if (action === 'hang_up') this.#hangUp('menu');
    else if (action === 'talk') this.#talkIfTurnIsOver();
    else this.#enter('pressing');
  }

  #talkIfTurnIsOver(): void {
    if (this.#isTurnOver || this.#text === '') this.#talk();
  }

  #talk(): void {
    const text = this.#text;
    this.#enter('talking');
    this.#actions.talk(text);
  }

  #leave(): void {
    const { voicemail } = this.#rules;
    if (voicemail.action !== 'leave_message') return;
    this.#enter('leaving');
    const message = ++this.#messages;
    void this.#actions.leave(voicemail.message).then(() => {
      if (message === this.#messages && this.#stage === 'leaving') this.#hangUp('message_left');
    });
  }

  async #press(): Promise<void> {
    const { menu } = this.#rules;
    if (menu.action !== 'press') return;
    this.#hasPressed = true;
    await this.#actions.press(menu.keys);
    if (this.#stage !== 'pressing') return;
    this.#forget();
    this.#enter('listening');
  }

  /** Discards the words that have been handled. */
  #forget(): void {
    this.#said = [];
    this.#partial = '';
    this.#speaker = new MainSpeaker();
    this.#firstSpeechMs = null;
    this.#lastSpeechMs = this.#clockMs;
    this.#isTurnOver = false;
    this.#hasBeeped = false;
  }

  #hangUp(reason: EndReason): void {
    this.close();
    this.#actions.hangUp(reason);
  }
}
