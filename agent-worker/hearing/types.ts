import type { stt, VAD } from '@livekit/agents';

/** What a conversation's hearing is told by, and tells to, the rest of it. */
export interface HearingObserver {
  /** Sound that may be speech began, at that time (ms since the epoch). Not every one becomes a turn. */
  speechBegan(atMs: number): void;
  /** It has lasted so long, and sounds so, that it is speech and no cough. At most once between `speechBegan`s. */
  speechConfirmed(atMs: number): void;
  /** A text was recognised, so long after the speech ended. */
  recognised(tookMs: number): void;
  /** Something was heard and taken for no turn: a cough, "mm-hm", noise. */
  dismissed(why: 'noise' | 'backchannel'): void;
  /** The recogniser failed; the caller should be asked to say it again. Holds no text. */
  failed(reason: string): void;
}

/** Hearing of one conversation: voice activity detection and recognition, as AgentSession takes them. */
export interface Hearing {
  readonly vad: VAD;
  readonly stt: stt.STT;
  /** Whether the caller can hear the agent now; decides what is a backchannel. */
  agentSpeaks(speaking: boolean): void;
  /**
   * What the agent's loudspeaker is about to play, so that it is known when it comes back through the microphone.
   * @param samples mono, 24 kHz
   * @param atMs when they are handed over (ms since the epoch)
   */
  agentPlays(samples: Int16Array, atMs: number): void;
  close(): void;
}
