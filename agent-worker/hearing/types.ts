import type { stt, VAD } from '@livekit/agents';
import type { AnswerForm } from './endpointing/answer-forms.ts';
import type { SpeechClass } from './interruption/interruption.ts';
import type { PartialTranscript } from './recognition/partial-words.ts';
import type { VadWindow } from './vad/audio-intake.ts';

/** What hearing noticed, for the timeline of a conversation. Times are ms since the epoch. */
export type HearingMark =
  /** A stretch of speech, or of what sounded like it. */
  | { readonly kind: 'caller_speech'; readonly atMs: number; readonly endMs: number }
  | {
      /** The words of a stretch are known, or known to be none. */
      readonly kind: 'words';
      readonly atMs: number;
      /** When the stretch had ended. */
      readonly spokenUntilMs: number;
      readonly text: string;
      readonly speech: SpeechClass;
    }
  | {
      readonly kind: 'turn_over';
      readonly atMs: number;
      /** How probably the turn was over, by all that is known; null for an answer of a known form. */
      readonly probability: number | null;
      /** The same by the sound alone; null if the sound was not judged. */
      readonly soundProbability: number | null;
      /** The silence after the caller's speech that was to end the turn. */
      readonly waitMs: number;
    }
  /** The caller has gone on with a turn that was taken for over. */
  | { readonly kind: 'cut_off'; readonly atMs: number };

/** What hearing reports to its conversation. */
export interface HearingObserver {
  /** Sound that may be speech began at this time (ms since the epoch). Not every such sound becomes a turn. */
  speechBegan(atMs: number): void;
  /** From its length and sound it is speech and not a cough. At most once between two `speechBegan`s. */
  speechConfirmed(atMs: number): void;
  /** The caller speaks this language (a tag): it was found out, or is another one than before. Text in it follows. */
  languageFound?(lang: string): void;
  /** Text was recognised. @param tookMs time since the speech ended */
  recognised(tookMs: number): void;
  /** What the caller is saying, as far as it was heard. Only where hearing was asked for it. */
  partial?(partial: PartialTranscript): void;
  /** Something was heard that is not a turn: a cough, "mm-hm", noise. */
  dismissed(why: 'noise' | 'backchannel'): void;
  /** For timelines. */
  noticed?(mark: HearingMark): void;
  /** The recogniser failed; the caller should be asked to repeat. The reason contains nothing that was said. */
  failed(reason: string): void;
}

/** Hears everything before the session does, and may keep words from it. */
export interface SpeechScreen {
  /** Whether it still has to be told anything. */
  readonly isOpen: boolean;
  /** Whether the session gets no words at the moment. */
  readonly isWithholding: boolean;
  window(window: VadWindow): void;
  /** What is being said, as far as it was heard; replaces the text before. */
  partial(text: string): void;
  /** Speech has ended. @returns whether its words are kept from the session */
  heard(text: string): boolean;
  /** All that was said is known, or known to be nothing, and the turn is over. */
  turnOver(): void;
}

/** Hearing of one conversation: voice activity detection and recognition for AgentSession. */
export interface Hearing {
  readonly vad: VAD;
  readonly stt: stt.STT;
  /**
   * Whether the caller has certainly said everything: is silent, and has been for a while after the turn was over, or
   * for as long as any turn is waited for. Sounds without words do not count once that is known.
   */
  readonly isTurnCertain: boolean;
  /** @param samples of the caller's audio: mono, 16 kHz, in order, any number of them */
  callerSays(samples: Int16Array): void;
  /**
   * Whether the caller can hear the agent now; decides what is a backchannel.
   * @param leftMs how much it has left to say where it fell silent; Infinity where that is not known
   */
  agentSpeaks(speaking: boolean, leftMs: number): void;
  /** What the agent has said last: a question is answered in fewer words. */
  agentSaid(text: string): void;
  /** The form of the caller's answers; null leaves it to the words. */
  expect(form: AnswerForm | null): void;
  /**
   * What the caller's loudspeaker is about to play, so that it can be recognised when it comes back as echo.
   * @param samples mono, 24 kHz
   * @param atMs when they are handed over (ms since the epoch)
   */
  agentPlays(samples: Int16Array, atMs: number): void;
  close(): void;
}
