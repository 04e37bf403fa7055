/** Number of conversations that a machine can serve without delays. */

export interface MachineSpeed {
  /** Processors. */
  readonly cores: number;
  /** Number of threads that compute speech. */
  readonly lanes: number;
  /** Share of a lane that the agents' voice uses while it speaks. */
  readonly voiceCores: number;
  /** CPU seconds to recognise one utterance on this machine; 0 if another machine does it. */
  readonly utteranceCpuSeconds: number;
}

/**
 * Share of a core for everything except voice and recogniser: transport, voice activity detection, endpointing. A
 * conversation over a WebSocket uses less on average; the rest is for turns that several callers end at once.
 */
const LISTENING_CORES = 0.06;
/**
 * What a conversation in a room uses beyond that, for WebRTC: measured with five silent ones on two cores of a Xeon,
 * 0.058 of a core for each, and 0.020 over WebSockets.
 */
const ROOM_CORES = 0.04;
/** What the LiveKit server used for each of these rooms, rounded up. */
const LIVEKIT_CORES = 0.015;
/** The part of `LISTENING_CORES` that runs on the main thread. There is one main thread. */
const MAIN_THREAD_CORES = 0.03;
/** Seconds from one utterance of the caller to the next, in a conversation without long pauses. */
const TURN_SECONDS = 8;
/** Share of the time in which the agent speaks, in such a conversation. */
const SPEAKING_SHARE = 0.35;
/** Recognitions per utterance. The recogniser starts in every pause, including pauses inside a turn. */
const UTTERANCES_PER_TURN = 1.5;
/**
 * Share of the cores that conversations may use. The rest is reserved for moments when several callers speak at once.
 */
const USABLE_SHARE = 0.75;
/**
 * Highest share of the time in which the recogniser may be busy. It handles one utterance at a time, so callers wait
 * for each other above it.
 */
const RECOGNISER_SHARE = 0.6;
/** Number of cores beyond which the recogniser gains little. */
const RECOGNISER_THREADS = 4;

/** Share of a conversation's place that a session uses which only listens: everything except the voice. */
export function listeningShare(speed: MachineSpeed): number {
  return coresOf({ ...speed, voiceCores: 0 }) / coresOf(speed);
}

/**
 * Number of places that a conversation in a room takes.
 * @param isLiveKitHere whether the LiveKit server runs on the same machine
 */
export function roomPlaces(speed: MachineSpeed, isLiveKitHere: boolean): number {
  return 1 + (ROOM_CORES + (isLiveKitHere ? LIVEKIT_CORES : 0)) / coresOf(speed);
}

/** Over WebSockets. At least one, so that every server can hold a conversation. */
export function conversationsFor(speed: MachineSpeed): number {
  const { cores, lanes } = speed;
  const recognising = recognisingCores(speed);
  const speaking = speakingCores(speed);
  const each = coresOf(speed);
  return Math.max(
    1,
    Math.floor(
      Math.min(
        (USABLE_SHARE * cores) / each,
        USABLE_SHARE / MAIN_THREAD_CORES,
        speaking === 0 ? Number.POSITIVE_INFINITY : (USABLE_SHARE * lanes) / speaking,
        recognising === 0
          ? Number.POSITIVE_INFINITY
          : (RECOGNISER_SHARE * Math.min(cores, RECOGNISER_THREADS)) / recognising,
      ),
    ),
  );
}

/** The resources that one conversation uses. */
const coresOf = (speed: MachineSpeed): number =>
  LISTENING_CORES + speakingCores(speed) + recognisingCores(speed);

const speakingCores = ({ voiceCores }: MachineSpeed): number => SPEAKING_SHARE * voiceCores;

const recognisingCores = ({ utteranceCpuSeconds }: MachineSpeed): number =>
  (UTTERANCES_PER_TURN * utteranceCpuSeconds) / TURN_SECONDS;
