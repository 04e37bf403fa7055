import type { stt, VAD } from '@livekit/agents';
import type { AnswerForm } from './endpointing/answer-forms.ts';
import type { SpeechClass } from './interruption/interruption.ts';
import type { PartialTranscript } from './recognition/partial-words.ts';
import type { VadWindow } from './vad/audio-intake.ts';

/** Observations of hearing, for the timeline of a conversation. Times are ms since the epoch. */
export type HearingMark =
  /** A stretch of speech, or of sound similar to speech. */
  | { readonly kind: 'caller_speech'; readonly atMs: number; readonly endMs: number }
  /** The first words of a stretch, while it is spoken, that are unlikely to change. */
  | { readonly kind: 'partial_words'; readonly atMs: number; readonly text: string }
  | {
      /** The words of a stretch are known, or known to be none. */
      readonly kind: 'words';
      readonly atMs: number;
      /** When the stretch ended. */
      readonly spokenUntilMs: number;
      readonly text: string;
      readonly speech: SpeechClass;
    }
  | {
      readonly kind: 'turn_over';
      readonly atMs: number;
      /** Probability that the turn was over, by all evidence; null for an answer of a known form. */
      readonly probability: number | null;
      /** The same by the sound alone; null if the sound was not judged. */
      readonly soundProbability: number | null;
      /** The silence after the caller's speech that ends the turn. */
      readonly waitMs: number;
    }
  /** The caller continued after the turn had ended. */
  | { readonly kind: 'cut_off'; readonly atMs: number };

/** What hearing reports to its conversation. */
export interface HearingObserver {
  /** Sound that may be speech began at this time (ms since the epoch). Not every such sound becomes a turn. */
  speechBegan(atMs: number): void;
  /** Its length and sound show that it is speech and not a cough. At most once between two `speechBegan`s. */
  speechConfirmed(atMs: number): void;
  /**
   * The caller speaks this language (a tag): it was detected for the first time, or has changed. Text in it follows.
   */
  languageFound?(lang: string): void;
  /** Text was recognised. @param tookMs time since the speech ended */
  recognised(tookMs: number): void;
  /** The caller's words so far. Called only if hearing was asked for them. */
  partial?(partial: PartialTranscript): void;
  /** Something was heard that is not a turn: a cough, "mm-hm", noise. */
  dismissed(why: 'noise' | 'backchannel'): void;
  /** For timelines. */
  noticed?(mark: HearingMark): void;
  /** The recogniser failed; the caller should be asked to repeat. The reason contains nothing that was said. */
  failed(reason: string): void;
}

/** Receives all words before the session does, and may withhold some from it. */
export interface SpeechScreen {
  /** Whether it still needs to receive anything. */
  readonly isOpen: boolean;
  /** Whether the session receives no words at the moment. */
  readonly isWithholding: boolean;
  window(window: VadWindow): void;
  /** The words of the current speech so far; replaces the text before. */
  partial(text: string): void;
  /** Speech has ended. @returns whether its words are withheld from the session */
  heard(text: string): boolean;
  /** All that was said is known, or has no words, and the turn is over. */
  turnOver(): void;
}

/** Hearing of one conversation: voice activity detection and recognition for AgentSession. */
export interface Hearing {
  readonly vad: VAD;
  readonly stt: stt.STT;
  /**
   * Whether the caller has certainly finished: silent for a while after the turn was over, or for the longest delay of
   * any turn. Sounds that are known to have no words do not count.
   */
  readonly isTurnCertain: boolean;
  /** Whether the caller's last speech continues a turn that was answered too early. */
  readonly continuesTurn: boolean;
  /** @param samples of the caller's audio: mono, 16 kHz, in order, any number of them */
  callerSays(samples: Int16Array): void;
  /**
   * Whether the caller can hear the agent now; decides what is a backchannel.
   * @param leftMs how much it had left to say when it fell silent; Infinity if unknown
   */
  agentSpeaks(speaking: boolean, leftMs: number): void;
  /** The agent's last words: a question is answered in fewer words. */
  agentSaid(text: string): void;
  /** The form of the caller's answers; null to derive it from the words. */
  expect(form: AnswerForm | null): void;
  /**
   * The audio that the caller's loudspeaker is about to play, so that its echo can be recognised.
   * @param samples mono, 24 kHz
   * @param atMs when they are handed over (ms since the epoch)
   */
  agentPlays(samples: Int16Array, atMs: number): void;
  close(): void;
}
