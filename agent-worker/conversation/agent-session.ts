/** LiveKit's `AgentSession` and `RoomIO`, set up for a conversation. */
import { AgentSession, type llm, type tts, voice } from '@livekit/agents';
import type { Room } from '@livekit/rtc-node';
import { CALLER_SAMPLE_RATE } from '../audio-rates.ts';
import type { Endpointing } from '../hearing/endpointing/endpointing.ts';
import { createTurnDetector } from '../hearing/endpointing/turn-detector.ts';
import { PAUSE_AGENT_AFTER_MS, RESUME_AGENT_AFTER_MS } from '../hearing/interruption/interruption.ts';
import type { Hearing } from '../hearing/types.ts';

/** The framework gives up on streams that stall; ours wait for their listener, and that may take a while. */
const STREAM_IDLE_MS = 120_000;

export interface AgentSessionOptions {
  /** Null for a conversation of typed turns only. */
  readonly hearing: Hearing | null;
  readonly llm: llm.LLM;
  readonly tts: tts.TTS;
  readonly endpointing: Endpointing;
  /** A caller who talks for that long is interrupted. */
  readonly maxTurnMs: number;
}

export function createAgentSession(options: AgentSessionOptions): AgentSession {
  const { hearing, llm, tts, endpointing, maxTurnMs } = options;
  return new AgentSession({
    vad: hearing?.vad ?? null,
    ...(hearing && { stt: hearing.stt }),
    llm,
    tts,
    aecWarmupDuration: null,
    userAwayTimeout: null,
    ttsReadIdleTimeout: STREAM_IDLE_MS,
    forwardAudioIdleTimeout: STREAM_IDLE_MS,
    // Marks are taken out where words keep their places in the text.
    ttsTextTransforms: null,
    turnHandling: {
      turnDetection: hearing ? createTurnDetector() : null,
      endpointing: {
        mode: 'fixed',
        minDelay: endpointing.minDelayMs,
        maxDelay: endpointing.maxDelayMs,
      },
      interruption: {
        mode: 'vad',
        minDuration: PAUSE_AGENT_AFTER_MS,
        falseInterruptionTimeout: RESUME_AGENT_AFTER_MS,
        resumeFalseInterruption: true,
      },
      preemptiveGeneration: { enabled: true, preemptiveTts: true, maxSpeechDuration: maxTurnMs },
      userTurnLimit: { maxDuration: maxTurnMs },
    },
  });
}

export interface RoomIOOptions {
  readonly room: Room;
  /** Whose track and typed text count; undefined for those of whoever came first. */
  readonly callerIdentity: string | undefined;
  /** Whether the caller's track is listened to. */
  readonly listens: boolean;
  readonly onTyped: (text: string) => void;
}

/**
 * The caller's track, transcriptions, typed text and the agent's state, as LiveKit's own front ends know them. Beside
 * the session and not started by it, which would also let everybody in the room ask it for the prompt and the whole
 * history.
 */
export function createRoomIO(session: AgentSession, options: RoomIOOptions): voice.RoomIO {
  const { room, callerIdentity, listens, onTyped } = options;
  return new voice.RoomIO({
    agentSession: session,
    room,
    inputOptions: {
      ...(callerIdentity !== undefined && { participantIdentity: callerIdentity }),
      audioSampleRate: CALLER_SAMPLE_RATE,
      audioNumChannels: 1,
      audioEnabled: listens,
      closeOnDisconnect: false,
      textInputCallback: (_session, { text }) => onTyped(text),
    },
    outputOptions: { audioEnabled: false, syncTranscription: false },
  });
}
