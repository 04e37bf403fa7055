/**
 * When a caller interrupts the agent (barge-in), when the agent resumes, and every threshold of it:
 *
 * 1. The caller's voice lasts for `PAUSE_AGENT_AFTER_MS`: the agent pauses at once, since a cough is over soon and a
 *    pause does no harm.
 * 2. It lasts for `CONFIRM_MS` without a break (`CONFIRM_OVER_AGENT_MS` while the agent speaks): it is speech and not a
 *    cough, and the client is told to stop playing. See `InterruptionDetector`.
 * 3. The caller is silent, and the words are known. `classifySpeech` decides: a turn interrupts the agent for good and
 *    is answered; after noise or a backchannel the agent resumes, `RESUME_AGENT_AFTER_MS` later.
 * 4. The other way round, a caller who talks for `MAX_TURN_MS` is interrupted by the agent.
 *
 * Which sound is voice at all is for the VAD to say (`vad/speech-segmenter.ts`); which silence ends a turn is in
 * `endpointing/`.
 */
import { entriesOf, inAnyLanguage } from '../../languages/index.ts';
import { isBackchannel, wordsOf } from './backchannels.ts';

/** Voice of that length pauses the agent. A cough is over by then, or what it paused is resumed. */
export const PAUSE_AGENT_AFTER_MS = 120;
/** How soon the agent resumes once it is known that the caller said nothing. */
export const RESUME_AGENT_AFTER_MS = 150;
/** A recogniser that takes longer to tell what the caller said does not keep the agent from resuming. */
export const MAX_TRANSCRIPT_WAIT_MS = 5000;
/** A caller who talks for that long is interrupted. */
export const MAX_TURN_MS = 120_000;

/** A window as probable as that is not only speech by a hair. */
const SURE_PROBABILITY = 0.8;
/** Such windows for that long without a break are no cough. */
const CONFIRM_MS = 480;
/** Over the agent it may be a backchannel, which lasts longer than coughs do. */
const CONFIRM_OVER_AGENT_MS = 640;
/**
 * After an interruption in vain the agent resumes; a second "mm-hm" may come before that, and counts as over the
 * agent.
 */
const STILL_OVER_AGENT_MS = 1500;

/** Nobody says more words in a second of voiced sound. */
const MAX_WORDS_PER_SECOND = 9;
/** Below that it may be a cough, and what recognisers make of coughs is no turn. */
const MAX_COUGH_MS = 450;
/** More backchannels in a row than that mean something. */
const MAX_BACKCHANNELS = 4;
/** Texts that recognisers are known to give for sounds without words. */
const HALLUCINATIONS = inAnyLanguage(({ hallucinations }) => entriesOf(hallucinations));

/** How speech sounded, whatever it said. */
export interface SpeechFacts {
  /** Time of the windows that count as speech. */
  readonly voicedMs: number;
  /** Whether the caller could hear the agent when it began, or within it. */
  readonly overAgent: boolean;
}

/** What a caller's speech amounts to: only a turn interrupts the agent and is answered. */
export type SpeechClass = 'turn' | 'noise' | 'backchannel';

/** @param text what was recognised @param lang of the conversation */
export function classifySpeech(text: string, facts: SpeechFacts, lang: string): SpeechClass {
  const words = wordsOf(text);
  if (words.length === 0) return 'noise';
  if (facts.overAgent && isBackchannel(text, lang, MAX_BACKCHANNELS)) return 'backchannel';
  if ((words.length * 1000) / Math.max(facts.voicedMs, 1) > MAX_WORDS_PER_SECOND && words.length > 1)
    return 'noise';
  if (facts.voicedMs < MAX_COUGH_MS && HALLUCINATIONS.has(words.join(' '))) return 'noise';
  return 'turn';
}

/** Tells by the sound alone, before any words are known, whether the caller's voice is over the agent, and no cough. */
export class InterruptionDetector {
  readonly #windowMs: number;
  readonly #onConfirmed: () => void;
  #agentSpeaks = false;
  #overAgent = false;
  #stillOverAgentUntilMs = 0;
  #confirmed = false;
  #sureMs = 0;

  /** @param onConfirmed the voice is speech and no cough; once for each speech */
  constructor(windowMs: number, onConfirmed: () => void) {
    this.#windowMs = windowMs;
    this.#onConfirmed = onConfirmed;
  }

  /** Whether the caller could hear the agent when the speech under way began, or within it. */
  get overAgent(): boolean {
    return this.#overAgent;
  }

  agentSpeaks(speaking: boolean): void {
    this.#agentSpeaks = speaking;
    if (speaking) this.#overAgent = true;
  }

  speechStarted(): void {
    this.#confirmed = false;
    this.#sureMs = 0;
    this.#overAgent = this.#agentSpeaks || Date.now() < this.#stillOverAgentUntilMs;
  }

  /** The next window of speech. @param probability how probably it is speech, 0 to 1 */
  speechGoesOn(probability: number): void {
    this.#sureMs = probability >= SURE_PROBABILITY ? this.#sureMs + this.#windowMs : 0;
    if (this.#sureMs >= (this.#overAgent ? CONFIRM_OVER_AGENT_MS : CONFIRM_MS)) this.#confirm();
  }

  speechEnded(): void {
    if (this.#overAgent) this.#stillOverAgentUntilMs = Date.now() + STILL_OVER_AGENT_MS;
  }

  /** Its words are known, and are a turn. */
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
