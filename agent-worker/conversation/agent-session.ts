/** LiveKit's `AgentSession` and `RoomIO`, configured for a conversation. */
import { AgentSession, type llm, type tts, voice } from '@livekit/agents';
import type { Room } from '@livekit/rtc-node';
import { PAUSE_AGENT_AFTER_MS, RESUME_AGENT_AFTER_MS } from '../hearing/interruption/interruption.ts';
import type { Hearing } from '../hearing/types.ts';

/** The framework gives up on stalled streams; ours wait for their listener, which may take a while. */
const STREAM_IDLE_MS = 120_000;

/** How many times a model may call tools before it answers. */
const MAX_TOOL_ROUNDS = 4;

export interface AgentSessionOptions {
  /** Null for a conversation with typed turns only. */
  readonly hearing: Hearing | null;
  readonly llm: llm.LLM;
  readonly tts: tts.TTS;
  /** A caller who talks for this long is interrupted. */
  readonly maxTurnMs: number;
}

export function createAgentSession(options: AgentSessionOptions): AgentSession {
  const { hearing, llm, tts, maxTurnMs } = options;
  return new AgentSession({
    vad: hearing?.vad ?? null,
    ...(hearing && { stt: hearing.stt }),
    llm,
    tts,
    // A model that calls tools once more is asked for an answer without them.
    maxToolSteps: MAX_TOOL_ROUNDS - 1,
    aecWarmupDuration: null,
    userAwayTimeout: null,
    ttsReadIdleTimeout: STREAM_IDLE_MS,
    forwardAudioIdleTimeout: STREAM_IDLE_MS,
    // Markup is removed in `SpeakableText` instead, where word offsets stay correct.
    ttsTextTransforms: null,
    turnHandling: {
      // Hearing decides which silence ends a turn, and tells the end of speech no sooner.
      turnDetection: hearing ? 'vad' : null,
      endpointing: { mode: 'fixed', minDelay: 0, maxDelay: 0 },
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
  /** The participant whose typed text is used; undefined for the first to join. */
  readonly callerIdentity: string | undefined;
  readonly onTyped: (text: string) => void;
}

/**
 * Transcriptions, typed text and the agent's state, as LiveKit's own front ends expect them.
 * Created next to the session, not by it: a session that starts its own also lets everyone in the room request the
 * prompt and the whole history.
 */
export function createRoomIO(session: AgentSession, options: RoomIOOptions): voice.RoomIO {
  const { room, callerIdentity, onTyped } = options;
  return new voice.RoomIO({
    agentSession: session,
    room,
    inputOptions: {
      ...(callerIdentity !== undefined && { participantIdentity: callerIdentity }),
      audioEnabled: false,
      closeOnDisconnect: false,
      textInputCallback: (_session, { text }) => onTyped(text),
    },
    outputOptions: { audioEnabled: false, syncTranscription: false },
  });
}
