import type { Recogniser } from '../../../engine/index.ts';
import { type AnswerForm, DICTATIONS } from '../endpointing/answer-forms.ts';
import { DEFAULT_ENDPOINTING, type Endpointing } from '../endpointing/endpointing.ts';
import { TurnHold } from '../endpointing/turn-hold.ts';
import { TurnSound } from '../endpointing/turn-sound.ts';
import { isHum } from '../interruption/backchannels.ts';
import {
  classifySpeech,
  expectedPhrases,
  InterruptionDetector,
  patienceOf,
  type SpeechClass,
  type SpeechPosition,
} from '../interruption/interruption.ts';
import type { HearingObserver } from '../types.ts';
import type { VadWindow } from '../vad/audio-intake.ts';
import { WINDOW_MS } from '../vad/vad-model.ts';
import { CallerLanguage, type LanguageFollowing } from './caller-language.ts';
import { type PartialTranscript, PartialWords } from './partial-words.ts';
import { RecognitionQueue, type Understood } from './recognition-queue.ts';
import { UtteranceRecording } from './utterance-recording.ts';

export interface CallerTranscriberOptions {
  readonly recogniser: Recogniser;
  readonly lang: string;
  /** Which other languages the caller may speak. Default: none. */
  readonly following?: LanguageFollowing | null;
  readonly observer: HearingObserver;
  /** Default: `DEFAULT_ENDPOINTING`. */
  readonly endpointing?: Endpointing;
  /** Default: uses this process's end-of-turn model. */
  readonly turnSound?: TurnSound;
  /** Names that the caller may say, as of the call; the likeliest last. */
  readonly names?: () => readonly string[];
  /** What the caller said, in order. The turn may continue. @param confidence 0 to 1; null if it is not known */
  readonly onText: (text: string, confidence: number | null) => void;
  /** What `onText` will be given unless the caller continues; called while the caller is pausing. */
  readonly onGuess?: (text: string, confidence: number | null) => void;
  /** The caller's words so far, while the caller speaks. Without this and `onPass` they are not recognised early. */
  readonly onPartial?: (partial: PartialUtterance) => void;
  /** All words of each pass over the current speech, also unlikely ones; "" if it was no turn. */
  readonly onPass?: (text: string) => void;
  /** Whether partial words are wanted at the moment. Default: always. */
  readonly wantsPartial?: () => boolean;
  /** Whether speech without a pause is to be recognised in short chunks at the moment. Default: never. */
  readonly isImpatient?: () => boolean;
  /** All that the caller has said is known, or has no words, and the turn is over. */
  readonly onSettled?: () => void;
  /** Whether some sound has not been judged yet. */
  readonly isBehind?: () => boolean;
  /** Speech without a pause is recognised in chunks of at most this length. Default 25 s. */
  readonly maxPieceMs?: number;
  /** How long to wait for the recogniser. Default 20 s. */
  readonly deadlineMs?: number;
}

/** The caller's current speech, and the earlier speech of the same turn. */
export interface PartialUtterance extends PartialTranscript {
  readonly before: string;
}

/** Ongoing speech is recognised again after each addition of this length. */
const PARTIAL_EVERY_MS = 400;

/** Length of the audio before speech that is kept. */
export const LEAD_MS = 300;
/** Length of the agent's last word that an answer may overlap. */
const LAST_WORD_MS = 700;
/**
 * Silence after which a turn is certainly over. Callers who hesitate continue within 1.2 s, and no turn ends before a
 * silence of 0.2 s. A nearly certain end required less silence, and is settled sooner.
 */
const SETTLED_MS = 1000;
/** A microphone that sends nothing for this long after the end of speech counts as switched off. */
const SWITCHED_OFF_MS = 1000;
/** Longest chunk if the client wants results early. */
const IMPATIENT_PIECE_MS = 5000;
/** Length of the end of a chunk in which it is cut: 8 s, or half of the chunk. */
const CUT_SEARCH_MS = 8000;

/** Turns the windows of one caller into text, and reports events to the observer. */
export class CallerTranscriber {
  readonly #options: Required<
    Omit<
      CallerTranscriberOptions,
      'endpointing' | 'turnSound' | 'onPartial' | 'onPass' | 'lang' | 'following'
    >
  > &
    Pick<CallerTranscriberOptions, 'onPartial' | 'onPass'>;
  readonly #language: CallerLanguage;
  readonly #endpointing: Endpointing;
  readonly #queue: RecognitionQueue;
  readonly #recording = new UtteranceRecording(LEAD_MS);
  readonly #hold: TurnHold;
  readonly #sound: TurnSound;
  readonly #interruption: InterruptionDetector;
  /** Facts of the speech that ended last. */
  #patienceMs = 0;
  #agentIsDone = true;
  /** Start of the current or last speech, in ms since the epoch. */
  #beganAtMs = 0;
  /** When the last window contained the caller's voice; `performance.now()`. Null if it contained none. */
  #speaksAtMs: number | null = null;
  /** Time of the last words that were a turn, or a part of one; `performance.now()`. */
  #silentSinceMs = Number.NEGATIVE_INFINITY;
  /** When the turn was over; null while it is not. */
  #overAtMs: number | null = Number.NEGATIVE_INFINITY;
  /** The turn was a complete answer of a known form. */
  #isWhole = false;
  #partial = new PartialWords();
  /** The partial words of the current speech that were reported. */
  #toldPartial = '';
  /** Those of them that do not change. */
  #toldStable = '';
  #partialAtMs = 0;
  /** The texts of the turn so far. */
  #said: readonly string[] = [];
  #isFinished = false;

  constructor(options: CallerTranscriberOptions) {
    const {
      endpointing = DEFAULT_ENDPOINTING,
      turnSound = new TurnSound(),
      lang,
      following = null,
      ...rest
    } = options;
    this.#endpointing = endpointing;
    this.#options = {
      onSettled: () => undefined,
      onGuess: () => undefined,
      names: () => [],
      isBehind: () => false,
      wantsPartial: () => true,
      isImpatient: () => false,
      maxPieceMs: 25_000,
      deadlineMs: 20_000,
      ...rest,
    };
    const { recogniser, observer, names, deadlineMs } = this.#options;
    const language = new CallerLanguage(recogniser, lang, following);
    this.#language = language;
    this.#sound = turnSound;
    this.#interruption = new InterruptionDetector(WINDOW_MS, () => observer.speechConfirmed(Date.now()));
    this.#hold = new TurnHold({
      lang: () => language.lang,
      endpointing: this.#endpointing,
      isBehind: this.#options.isBehind,
      onOver: (decision) => {
        observer.noticed?.({ kind: 'turn_over', atMs: Date.now(), ...decision });
        this.#settled();
      },
      onCutOff: () => observer.noticed?.({ kind: 'cut_off', atMs: Date.now() }),
    });
    this.#queue = new RecognitionQueue({
      recogniser,
      lang,
      language,
      names,
      deadlineMs,
      phrases: ({ facts }, heard) => expectedPhrases(facts, heard),
      dictation: () => (this.#hold.form === null ? 'any' : DICTATIONS[this.#hold.form]),
      onText: (understood) => this.#onText(understood),
      onGuess: (understood) => this.#onGuess(understood),
      onPartial: (text, confidences) => this.#hear(text, confidences),
      onFailure: (reason) => {
        this.#endPartial();
        this.#hold.soundHadNoWords();
        observer.failed(reason);
        this.#settled();
      },
    });
  }

  /** Tag of the language in which the caller is recognised. */
  get lang(): string {
    return this.#language.lang;
  }

  /** Whether speech continues. */
  get isSpeaking(): boolean {
    return this.#speaksAtMs !== null;
  }

  /** Whether there is speech whose words are not known yet. */
  get isPending(): boolean {
    return this.#queue.isBusy;
  }

  /** How long the agent waits for those words before it continues: see `patienceOf`. */
  get patienceMs(): number {
    return this.#patienceMs;
  }

  /** Whether the turn may continue although its words are known. It ends by itself after a delay. */
  get isHolding(): boolean {
    return this.#hold.isHolding;
  }

  get continuesTurn(): boolean {
    return this.#hold.continuesTurn;
  }

  /** Whether the caller has certainly finished. */
  get isTurnCertain(): boolean {
    const nowMs = performance.now();
    const isSpeaking = this.#speaksAtMs !== null && nowMs - this.#speaksAtMs < SWITCHED_OFF_MS;
    if (isSpeaking || this.isPending || this.#overAtMs === null) return false;
    const certainAtMs = Math.min(
      this.#overAtMs + SETTLED_MS,
      this.#silentSinceMs + this.#endpointing.maxDelayMs,
    );
    return this.#isWhole || nowMs >= certainAtMs;
  }

  /** @param leftMs what the agent had left to say when it fell silent */
  agentSpeaks(speaking: boolean, leftMs = 0): void {
    this.#agentIsDone = !speaking && leftMs <= LAST_WORD_MS;
    if (speaking) this.#hold.agentBegins();
    else if (this.#agentIsDone) this.#hold.agentIsDone();
    this.#interruption.agentSpeaks(speaking);
  }

  /** @param text what the agent said last */
  agentSaid(text: string): void {
    this.#hold.agentSaid(text);
  }

  /** @param form of the caller's answers */
  expect(form: AnswerForm | null): void {
    this.#hold.expect(form);
  }

  push(window: VadWindow): void {
    this.#sound.push(window);
    const { change, speaking, voiced } = window.step;
    this.#speaksAtMs = speaking ? performance.now() : null;
    this.#recording.push(window);
    if (change === 'started') this.#onStart(window);
    if (speaking) this.#interruption.speechGoesOn(window.probability);
    if (change === 'paused') this.#queue.guess(this.#recording.take(this.#position));
    else if (change === 'resumed') this.#queue.withdraw();
    else if (change === 'ended') this.#onEnd(window);
    else if (speaking && voiced && this.#recording.durationMs >= this.#pieceMs) {
      // There is no guess while the caller is heard, so this confirms the chunk and nothing else.
      const piece = this.#recording.cut(Math.min(CUT_SEARCH_MS, this.#pieceMs / 2), this.#position);
      this.#queue.confirm(() => piece);
    } else if (speaking && voiced) this.#follow();
    if (!speaking) this.#recording.trim();
  }

  /** No more sound comes: what was said so far is the whole turn, which is settled when its words are known. */
  finish(): void {
    this.#isFinished = true;
    if (this.isSpeaking) this.#onEnd(null);
    this.#hold.close();
    this.#settled();
  }

  close(): void {
    this.#hold.close();
    this.#queue.close();
  }

  #onStart(window: VadWindow): void {
    this.#hold.soundBegan();
    this.#partial = new PartialWords();
    this.#partialAtMs = 0;
    this.#interruption.speechStarted(window.tookMs);
    this.#beganAtMs = Date.now() - Math.round(window.step.speechMs + window.tookMs);
    this.#options.observer.speechBegan(this.#beganAtMs);
  }

  /** Length at which speech without a pause is cut. */
  get #pieceMs(): number {
    const { maxPieceMs, isImpatient } = this.#options;
    return isImpatient() ? Math.min(IMPATIENT_PIECE_MS, maxPieceMs) : maxPieceMs;
  }

  /** Starts to recognise the speech so far, if the client wants partial words. */
  #follow(): void {
    const { durationMs } = this.#recording;
    const { onPartial, onPass, wantsPartial } = this.#options;
    if (!(onPartial || onPass) || !wantsPartial()) return;
    if (durationMs < this.#partialAtMs + PARTIAL_EVERY_MS) return;
    // Over the agent, a hum is no turn.
    if (!this.#interruption.isConfirmed) return;
    this.#partialAtMs = durationMs;
    this.#queue.follow(() => this.#recording.take(this.#position));
  }

  /** @param text of the current speech so far @param confidences see `PartialWords` */
  #hear(text: string, confidences?: readonly number[]): void {
    if (text === '') return;
    this.#options.onPass?.(text);
    const partial = this.#partial.hear(text, confidences);
    const isNew = partial.text !== this.#toldPartial || partial.stable !== this.#toldStable;
    if (isNew) this.#tellPartial(partial);
  }

  #tellPartial(partial: PartialTranscript): void {
    const { text, stable } = partial;
    if (stable !== '' && stable !== this.#toldStable)
      this.#options.observer.noticed?.({ kind: 'partial_words', atMs: Date.now(), text: stable });
    this.#toldPartial = text;
    this.#toldStable = stable;
    this.#options.onPartial?.({ ...partial, before: this.#said.join(' ') });
  }

  /** The current speech is over. */
  #endPartial(): void {
    this.#partial = new PartialWords();
    this.#toldPartial = '';
    this.#toldStable = '';
    this.#partialAtMs = 0;
  }

  #settled(): void {
    if (this.isPending || this.isHolding) return;
    this.#overAtMs ??= performance.now();
    this.#said = [];
    this.#sound.turnOver();
    this.#options.onSettled();
  }

  /** @param window the window with which the speech ended; null if no more sound comes */
  #onEnd(window: VadWindow | null): void {
    const silentMs = window ? Math.round(window.step.silenceMs + window.tookMs) : 0;
    const endMs = Math.max(this.#beganAtMs, Date.now() - silentMs);
    this.#options.observer.noticed?.({ kind: 'caller_speech', atMs: this.#beganAtMs, endMs });
    this.#hold.soundEnded();
    this.#interruption.speechEnded();
    const utterance = this.#recording.take(this.#position);
    this.#patienceMs = patienceOf(utterance.facts);
    this.#queue.confirm(() => utterance);
    this.#recording.clear();
  }

  /** Passes on only a guess that would be a turn as it stands, in the language so far. */
  #onGuess(understood: Understood): void {
    const { text, lang, confidence = null, utterance } = understood;
    const { onGuess } = this.#options;
    const isOverAgent = utterance.facts.overAgent && !utterance.facts.isAnswer;
    if (isOverAgent || lang !== this.lang || this.#classOf(understood) !== 'turn') return;
    this.#hear(text);
    if (!this.#hold.mayGoOn(text)) onGuess(text, confidence);
  }

  /** Of the current speech. Once the agent has asked and has nothing left to say, one word is a whole turn. */
  get #position(): SpeechPosition {
    const { followsQuestion, isHolding, isGoingOn } = this.#hold;
    const { overAgent } = this.#interruption;
    const isAnswer = this.#agentIsDone && followsQuestion;
    return { overAgent, isAnswer, isMidTurn: this.#agentIsDone && isHolding, isGoingOn };
  }

  /** After a statement a hum is a backchannel; after a question it is an answer. */
  #classOf({ text, lang, confidence = null, utterance: { facts } }: Understood): SpeechClass {
    const speech = classifySpeech(text, { ...facts, confidence }, lang);
    return speech === 'turn' && this.#hold.followsStatement && isHum(text) ? 'backchannel' : speech;
  }

  #onText(understood: Understood): void {
    const { text, lang, confidence = null, utterance } = understood;
    const { observer, onText } = this.#options;
    const speech = this.#classOf(understood);
    const wasTold = this.#toldPartial !== '';
    this.#endPartial();
    const agoMs = Math.max(0, Math.round(performance.now() - utterance.endedMs));
    const atMs = Date.now();
    observer.noticed?.({ kind: 'words', atMs, spokenUntilMs: atMs - agoMs, text, speech });
    if (speech !== 'turn') {
      this.#options.onPass?.('');
      if (wasTold) this.#tellPartial({ text: '', stable: '' });
      this.#hold.soundHadNoWords();
      observer.dismissed(speech);
      this.#settled();
      return;
    }
    this.#interruption.speechWasTurn();
    if (this.#language.believe(understood)) observer.languageFound?.(lang);
    observer.recognised(agoMs);
    this.#overAtMs = null;
    this.#silentSinceMs = utterance.endedMs;
    this.#isWhole = this.#hold.isWhole(text);
    this.#said = [...this.#said, text];
    onText(text, confidence);
    if (this.#isFinished) this.#settled();
    else this.#hold.add({ text, endedMs: utterance.endedMs, sound: this.#sound.judgement });
  }
}
