/** Measurements of the agents' benchmark, as the report stores them. Times in ms. */
import { percentile } from '../stats.ts';

export const AGENT_PARTS = ['response', 'interruption', 'sessions', 'capacity', 'endpointing'] as const;
export type AgentPart = (typeof AGENT_PARTS)[number];

export const DOORS = ['room', 'websocket', 'peer'] as const;
/** Our agent in a room, our agent on the WebSocket, the peer in a room. */
export type BenchDoor = (typeof DOORS)[number];

export interface Spread {
  readonly count: number;
  readonly p50: number | null;
  readonly p90: number | null;
}

export function spreadOf(values: readonly (number | null)[]): Spread {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return { count: 0, p50: null, p90: null };
  return { count: known.length, p50: percentile(known, 50), p90: percentile(known, 90) };
}

export const STAGES = ['endOfTurn', 'recognition', 'firstToken', 'firstSound', 'atServer', 'rest'] as const;
export type Stage = (typeof STAGES)[number];

export interface ResponseRow {
  readonly door: BenchDoor;
  /** Time from the end of the caller's speech to the first audio of the agent at the listener. */
  readonly response: Spread;
  readonly stages: Readonly<Record<Stage, Spread>>;
  /** Turns that the agent answered before the caller had finished, and turns without an answer. */
  readonly premature: number;
  readonly unanswered: number;
}

export interface ResponseFigures {
  readonly rows: readonly ResponseRow[];
  /** Our response in a room divided by the peer's, for turns at the same position. */
  readonly ratio: Spread;
  readonly turns: readonly TurnPair[];
  readonly recordings: string;
}

export interface TurnPair {
  readonly question: string;
  readonly room: number | null;
  readonly websocket: number | null;
  readonly peer: number | null;
}

export interface InterruptionRow {
  readonly door: BenchDoor;
  readonly silence: Spread;
  /** Time until the client was told to stop. The peer does not send such a message. */
  readonly told: Spread;
  /** The agent did not stop during the observed time. */
  readonly never: number;
}

export interface InterruptionFigures {
  readonly rows: readonly InterruptionRow[];
}

export interface SessionsRow {
  readonly door: 'room' | 'websocket';
  readonly sessions: number;
  readonly response: Spread;
  readonly premature: number;
  readonly unanswered: number;
  /** Mean number of cores used by the server and the recogniser. */
  readonly serverCores: number;
  readonly recogniserCores: number;
  /** Resident memory at rest without conversations. */
  readonly aloneBytes: number;
  /** Median resident memory during conversations, and at rest with all of them open, after a garbage collection. */
  readonly talkingBytes: number;
  readonly restingBytes: number;
}

export interface SessionsFigures {
  /**
   * Memory of the server: engine and voices alone, then with all that recognition needs, then after one conversation.
   */
  readonly engineBytes: number;
  readonly readyBytes: number;
  readonly warmBytes: number;
  readonly recogniserBytes: number;
  readonly rows: readonly SessionsRow[];
}

export interface CapacityFigures {
  /** As many concurrent conversations at each door as the server accepts by its own limit. */
  readonly rows: readonly SessionsRow[];
  /** Status of the refusal of one more caller. */
  readonly refusedWith: number;
}

export interface EndpointingRow {
  readonly minDelayMs: number;
  readonly response: Spread;
  /** Questions without an inserted pause that were answered before they had ended. */
  readonly premature: number;
  /** Utterances with an inserted pause, by its duration: how many were answered before they had ended. */
  readonly pauses: readonly { readonly pauseMs: number; readonly said: number; readonly premature: number }[];
}

export interface EndpointingFigures {
  readonly rows: readonly EndpointingRow[];
}

export interface AgentFigures {
  readonly response: ResponseFigures;
  readonly interruption: InterruptionFigures;
  readonly sessions: SessionsFigures;
  readonly capacity: CapacityFigures;
  readonly endpointing: EndpointingFigures;
}

export interface Measured<P extends AgentPart> {
  readonly date: string;
  /** Load average of the last minute before and at the end of the measurement. At the end it includes our own work. */
  readonly loadBefore: number;
  readonly loadAfter: number;
  readonly seconds: number;
  readonly quick: boolean;
  readonly figures: AgentFigures[P];
}

export interface AgentMachine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly versions: Readonly<Record<string, string>>;
}

export interface AgentReport {
  readonly format: 1;
  readonly machine: AgentMachine;
  readonly parts: { readonly [P in AgentPart]?: Measured<P> };
}
