/** LiveKit's `AgentSession` and `RoomIO`, configured for a conversation. */
import { AgentSession, type llm, type tts, voice } from '@livekit/agents';
import type { Room } from '@livekit/rtc-node';
import { PAUSE_AGENT_AFTER_MS, RESUME_AGENT_AFTER_MS } from '../hearing/interruption/interruption.ts';
import type { Hearing } from '../hearing/types.ts';

/** Timeout of the framework for stalled streams, in ms. Ours wait for their listener, which may take long. */
const STREAM_IDLE_MS = 120_000;

/** Largest number of rounds of tool calls before an answer. */
const MAX_TOOL_ROUNDS = 4;

export interface AgentSessionOptions {
  /** Null for a conversation that has only typed turns. */
  readonly hearing: Hearing | null;
  readonly llm: llm.LLM;
  readonly tts: tts.TTS;
  /** A caller who talks for longer than this is interrupted, in ms. */
  readonly maxTurnMs: number;
}

export function createAgentSession(options: AgentSessionOptions): AgentSession {
  const { hearing, llm, tts, maxTurnMs } = options;
  return new AgentSession({
    vad: hearing?.vad ?? null,
    ...(hearing && { stt: hearing.stt }),
    llm,
    tts,
    // A model that calls tools once more has to answer without them.
    maxToolSteps: MAX_TOOL_ROUNDS - 1,
    aecWarmupDuration: null,
    userAwayTimeout: null,
    ttsReadIdleTimeout: STREAM_IDLE_MS,
    forwardAudioIdleTimeout: STREAM_IDLE_MS,
    // `SpeakableText` removes markup instead, which keeps word offsets correct.
    ttsTextTransforms: null,
    turnHandling: {
      // Our endpointing decides when a turn ends, and reports the end of speech only then.
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
 * Transcriptions, typed text and the agent's state, as LiveKit's own front ends expect them. They are created beside
 * the session: a session that starts its own also lets every participant request the prompt and the whole history.
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
