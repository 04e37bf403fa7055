/** How many conversations a machine can serve so that all of them are answered. */

export interface MachineSpeed {
  /** Processors. */
  readonly cores: number;
  /** Threads that compute speech. */
  readonly lanes: number;
  /** Lanes that the agents' voice needs while it speaks. */
  readonly voiceCores: number;
  /** CPU seconds that recognising one utterance takes on this machine; 0 where another one does it. */
  readonly utteranceCpuSeconds: number;
}

/**
 * What a conversation keeps busy beside voice and recogniser: transport, voice activity, turns. Of ten in rooms on two
 * cores of an AMD EPYC, each took 0.09 of a core in the server, 0.03 of that for its voice; on WebSockets, 0.04 less.
 */
const LISTENING_CORES = 0.06;
/** Of that, what runs on the main thread, of which there is one. */
const MAIN_THREAD_CORES = 0.03;
/** A conversation without long pauses: the caller speaks so often, and the agent for so much of the time. */
const TURN_SECONDS = 8;
const SPEAKING_SHARE = 0.35;
/** The recogniser starts in every pause, also in those that do not end the turn. */
const UTTERANCES_PER_TURN = 1.5;
/** The rest is for the moments when several callers speak at the same time. */
const USABLE_SHARE = 0.75;
/** One utterance is recognised at a time: with more of the time in use, callers wait for each other. */
const RECOGNISER_SHARE = 0.6;
/** The recogniser gains little from more. */
const RECOGNISER_THREADS = 4;

/** The part of a conversation's place that a session takes which only listens: all but the voice. */
export function listeningShare(speed: MachineSpeed): number {
  return coresOf({ ...speed, voiceCores: 0 }) / coresOf(speed);
}

/** At least one: people who start a server want to talk with it. */
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

/** What one conversation keeps busy. */
const coresOf = (speed: MachineSpeed): number =>
  LISTENING_CORES + speakingCores(speed) + recognisingCores(speed);

const speakingCores = ({ voiceCores }: MachineSpeed): number => SPEAKING_SHARE * voiceCores;

const recognisingCores = ({ utteranceCpuSeconds }: MachineSpeed): number =>
  (UTTERANCES_PER_TURN * utteranceCpuSeconds) / TURN_SECONDS;
