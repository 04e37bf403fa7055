/**
 * When a caller interrupts the agent (barge-in), when the agent resumes, and every threshold involved:
 *
 * 1. The caller's voice lasts for `PAUSE_AGENT_AFTER_MS`: the agent pauses and the client is told to stop playing,
 *    without waiting for certainty, since a pause for a cough does no harm.
 * 2. It lasts for `CONFIRM_MS` without a break (`CONFIRM_OVER_AGENT_MS` while the agent speaks): it is speech and not a
 *    cough, and the client is notified even if it plays no audio. See `InterruptionDetector`.
 * 3. The caller is silent, and the words are known. `classifySpeech` decides: a turn interrupts the agent for good and
 *    is answered; after noise or a backchannel the agent resumes, `RESUME_AGENT_AFTER_MS` later. It waits for late
 *    words for at most `patienceOf`, and stops again if they are a turn.
 * 4. Conversely, a caller who talks for `MAX_TURN_MS` is interrupted by the agent.
 *
 * What counts as voice is decided by the VAD (`vad/speech-segmenter.ts`); which silence ends a turn is in
 * `endpointing/`.
 */
import type { RecogniseOptions } from '../../../engine/index.ts';
import { backchannels, contraryWords, isBackchannel, wordsOf } from './backchannels.ts';

/**
 * The agent pauses once the caller's voice has lasted this long: three windows. A longer cough pauses it too, but it
 * resumes.
 */
export const PAUSE_AGENT_AFTER_MS = 96;
/** How soon the agent resumes once it is known that the caller did not say anything. */
export const RESUME_AGENT_AFTER_MS = 150;
/** Longest wait of the agent for the recogniser, ... */
const MAX_TRANSCRIPT_WAIT_MS = 5000;
/** ... and the longest after speech so short that it may be a backchannel. */
const MAX_SHORT_WAIT_MS = 1000;
/** A caller who talks for this long is interrupted. */
export const MAX_TURN_MS = 120_000;

/** A window at least this probable is clearly speech. */
const SURE_PROBABILITY = 0.8;
/** Consecutive voiced windows of this length are not a cough. */
const CONFIRM_MS = 480;
/** While the agent speaks speech may also be a backchannel, which lasts longer than a cough. */
const CONFIRM_OVER_AGENT_MS = 640;
/**
 * After a false interruption the agent resumes; a second "mm-hm" may come before that, and counts as spoken over the
 * agent.
 */
const STILL_OVER_AGENT_MS = 1500;

/** Upper bound of the words that a speaker says per second of voiced sound. */
const MAX_WORDS_PER_SECOND = 9;
/** Shorter sounds may be coughs, for which recognisers write words with low confidence. Those are not a turn. */
const MAX_COUGH_MS = 450;
/** The same after a question, since one word can be the answer, and within a turn: the next item of a list. */
const MAX_COUGH_BESIDE_WORDS_MS = 250;
/** More backchannels in a row than this are meant as a turn. */
const MAX_BACKCHANNELS = 4;
/** Lowest confidence of the text of such a short sound; short answers of people have more. */
const LEAST_CONFIDENCE = 0.75;

/** Where speech is in the conversation, as of when it was said: its words may come late. */
export interface SpeechPosition {
  /** Whether the caller could hear the agent at its beginning or at any point during it. */
  readonly overAgent: boolean;
  /** The agent had asked something, and had nothing left to say. Default: false. */
  readonly isAnswer?: boolean;
  /** The agent had nothing left to say, and the caller had said a part of a turn. Default: false. */
  readonly isMidTurn?: boolean;
  /** The caller went on with a turn that was taken for complete. Default: false. */
  readonly isGoingOn?: boolean;
}

/** Facts about speech apart from its words. */
export interface SpeechFacts extends SpeechPosition {
  /** Total length of the windows that count as speech. */
  readonly voicedMs: number;
}

/** Facts by which speech is classified. */
export interface JudgedFacts extends SpeechFacts {
  /** How sure the recogniser is of the text, 0 to 1. Default: it does not tell. */
  readonly confidence?: number | null;
}

/** Classes of a caller's speech. Only a turn interrupts the agent and is answered. */
export type SpeechClass = 'turn' | 'noise' | 'backchannel';

/** @param text what was recognised @param lang language of the conversation */
export function classifySpeech(text: string, facts: JudgedFacts, lang: string): SpeechClass {
  const { isAnswer = false, isMidTurn = false, confidence = null } = facts;
  const words = wordsOf(text);
  if (words.length === 0) return 'noise';
  if (facts.overAgent && !isAnswer && isBackchannel(text, lang, MAX_BACKCHANNELS)) return 'backchannel';
  if ((words.length * 1000) / Math.max(facts.voicedMs, 1) > MAX_WORDS_PER_SECOND && words.length > 1)
    return 'noise';
  const maxCoughMs = isAnswer || isMidTurn ? MAX_COUGH_BESIDE_WORDS_MS : MAX_COUGH_MS;
  if (facts.voicedMs < maxCoughMs && confidence !== null && confidence < LEAST_CONFIDENCE) return 'noise';
  return 'turn';
}

/** Longest backchannel. */
const MAX_BACKCHANNEL_MS = 1500;

const mayBeBackchannel = ({
  overAgent,
  isAnswer = false,
  isGoingOn = false,
  voicedMs,
}: SpeechFacts): boolean => overAgent && !isAnswer && !isGoingOn && voicedMs <= MAX_BACKCHANNEL_MS;

/** How long after the end of speech the agent waits for its words before it goes on, in ms. */
export const patienceOf = (facts: SpeechFacts): number =>
  mayBeBackchannel(facts) ? MAX_SHORT_WAIT_MS : MAX_TRANSCRIPT_WAIT_MS;

/**
 * Words that the recogniser should expect: backchannels, if they would count as such. Small recognisers write other
 * words for them ("Bright" for "Right").
 */
export function expectedPhrases(
  facts: SpeechFacts,
  lang: string,
): Pick<RecogniseOptions, 'phrases' | 'contrary'> {
  return mayBeBackchannel(facts)
    ? { phrases: backchannels(lang), contrary: contraryWords(lang) }
    : { phrases: [] };
}

/**
 * Detects from the sound alone, before any words are known, whether a sound is speech and not a cough, and whether it
 * is over the agent.
 */
export class InterruptionDetector {
  readonly #windowMs: number;
  readonly #onConfirmed: () => void;
  #agentSpeaks = false;
  #agentSilentSinceMs = Number.NEGATIVE_INFINITY;
  #overAgent = false;
  #stillOverAgentUntilMs = 0;
  #confirmed = false;
  #sureMs = 0;

  /** @param onConfirmed called when the voice is speech and not a cough; once per stretch of speech */
  constructor(windowMs: number, onConfirmed: () => void) {
    this.#windowMs = windowMs;
    this.#onConfirmed = onConfirmed;
  }

  /** Whether the caller could hear the agent at the beginning of the current speech or during it. */
  get overAgent(): boolean {
    return this.#overAgent;
  }

  /** Whether the current speech is speech, and no cough. */
  get isConfirmed(): boolean {
    return this.#confirmed;
  }

  agentSpeaks(speaking: boolean): void {
    if (this.#agentSpeaks && !speaking) this.#agentSilentSinceMs = performance.now();
    this.#agentSpeaks = speaking;
    if (speaking) this.#overAgent = true;
  }

  /** @param lateMs how much later than it was heard: on a busy machine the agent may have fallen silent meanwhile */
  speechStarted(lateMs: number): void {
    this.#confirmed = false;
    this.#sureMs = 0;
    const nowMs = performance.now();
    const wasOverAgent = nowMs - lateMs < this.#agentSilentSinceMs;
    this.#overAgent = this.#agentSpeaks || wasOverAgent || nowMs < this.#stillOverAgentUntilMs;
  }

  /** The next window of speech. @param probability how probably it is speech, 0 to 1 */
  speechGoesOn(probability: number): void {
    this.#sureMs = probability >= SURE_PROBABILITY ? this.#sureMs + this.#windowMs : 0;
    if (this.#sureMs >= (this.#overAgent ? CONFIRM_OVER_AGENT_MS : CONFIRM_MS)) this.#confirm();
  }

  speechEnded(): void {
    if (this.#overAgent) this.#stillOverAgentUntilMs = performance.now() + STILL_OVER_AGENT_MS;
  }

  /** The words of the speech are known, and are a turn. */
  speechWasTurn(): void {
    this.#stillOverAgentUntilMs = 0;
    this.#confirm();
  }

  #confirm(): void {
    if (this.#confirmed) return;
    this.#confirmed = true;
    this.#onConfirmed();
  }
}
