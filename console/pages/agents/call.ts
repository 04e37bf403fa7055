import { batch, signal } from '@preact/signals';
import { QUIET_DB } from '../../audio/level.ts';
import { t } from '../../i18n/i18n.ts';
import type { Agent } from '../../wire/agents.ts';
import { messageOf } from '../../wire/http.ts';
import type { Ending, Line, LineEvents } from './line.ts';
import { SocketLine } from './socket-line.ts';
import { Transcript } from './transcript.ts';

/** Decay of meters, in dB per update. */
const FALL_DB = 2;

export type Way = 'socket' | 'room';
export type CallState = 'idle' | 'opening' | 'open' | 'ended';

/** A conversation with an agent, from the first click until the end. It can then be started again. */
export class Call {
  readonly state = signal<CallState>('idle');
  /** The error that occurred; null if there was none. */
  readonly problem = signal<string | null>(null);
  /** The reason of the end, if it is not an error. */
  readonly ending = signal<string | null>(null);
  /** Why the conversation has no microphone, although one was requested. */
  readonly deafness = signal<string | null>(null);
  readonly isMuted = signal(false);
  readonly hasMicrophone = signal(false);
  readonly callerDb = signal(QUIET_DB);
  readonly agentDb = signal(QUIET_DB);
  readonly openedAtMs = signal<number | null>(null);
  readonly transcript = signal(new Transcript());
  #line: Line | null = null;
  /** Number of the current call, so that late events of an earlier one are ignored. */
  #number = 0;

  /** Calls the agent. Call it in a handler of a click or a key. */
  async start(agent: Agent, way: Way, isTyped: boolean): Promise<void> {
    this.hangUp();
    const number = ++this.#number;
    const transcript = new Transcript();
    batch(() => {
      this.state.value = 'opening';
      this.problem.value = null;
      this.ending.value = null;
      this.deafness.value = null;
      this.isMuted.value = false;
      this.hasMicrophone.value = !isTyped;
      this.openedAtMs.value = null;
      this.transcript.value = transcript;
    });
    const events = this.#eventsOf(number, agent, transcript);
    const options = { agentId: agent.agent_id, microphone: isTyped ? null : 'wanted', events } as const;
    try {
      const line = way === 'room' ? await openRoom(options) : await SocketLine.open(options);
      if (number === this.#number) this.#line = line;
      else line.close();
    } catch (error) {
      if (number === this.#number) this.#over({ text: messageOf(error), isFault: true });
    }
  }

  type(text: string): void {
    this.transcript.value.typed(text.trim());
    this.#line?.type(text);
  }

  toggleMute(): void {
    this.isMuted.value = !this.isMuted.value;
    this.#line?.mute(this.isMuted.value);
    if (this.isMuted.value) this.callerDb.value = QUIET_DB;
  }

  hangUp(): void {
    if (this.state.value === 'idle' || this.state.value === 'ended') return;
    this.#number++;
    this.#over({ text: t('You hung up.'), isFault: false });
  }

  /** Returns to the initial state. */
  reset(): void {
    this.hangUp();
    batch(() => {
      this.state.value = 'idle';
      this.problem.value = null;
      this.ending.value = null;
      this.deafness.value = null;
      this.transcript.value = new Transcript();
    });
  }

  #over({ text, isFault }: Ending): void {
    this.#line?.close();
    this.#line = null;
    this.transcript.value.finish();
    batch(() => {
      this.state.value = 'ended';
      this.problem.value = isFault ? text : null;
      this.ending.value = isFault ? null : text;
      this.callerDb.value = QUIET_DB;
      this.agentDb.value = QUIET_DB;
    });
  }

  #eventsOf(number: number, agent: Agent, transcript: Transcript): LineEvents {
    const events: LineEvents = {
      opened: () => {
        this.state.value = 'open';
        this.openedAtMs.value = performance.now();
        if (agent.greeting !== '') transcript.greet(agent.greeting);
      },
      message: (message) => transcript.take(message, this.#line?.isPlaying ?? false),
      refused: (problem) => {
        this.problem.value = problem;
      },
      callerLevel: (db) => {
        if (this.isMuted.value) return;
        this.callerDb.value = fallingTo(db, this.callerDb.value);
      },
      agentLevel: (db) => {
        transcript.agentLevel(db);
        this.agentDb.value = fallingTo(db, this.agentDb.value);
      },
      deaf: (problem) => {
        this.deafness.value = problem;
        this.hasMicrophone.value = false;
      },
      closed: (ending) => this.#over(ending),
    };
    return onlyWhile(events, () => number === this.#number);
  }
}

/** Smooths the meter, which would be unreadable if it jumped with every syllable. */
function fallingTo(db: number, beforeDb: number): number {
  return Math.max(db, beforeDb - FALL_DB, QUIET_DB);
}

/** LiveKit's client is larger than the rest of the console, so it is loaded only for rooms. */
async function openRoom(options: Parameters<typeof SocketLine.open>[0]): Promise<Line> {
  const { RoomLine } = await import('./room-line.ts');
  return RoomLine.open(options);
}

function onlyWhile(events: LineEvents, holds: () => boolean): LineEvents {
  return {
    opened: () => holds() && events.opened(),
    message: (message) => holds() && events.message(message),
    refused: (problem) => holds() && events.refused(problem),
    callerLevel: (db) => holds() && events.callerLevel(db),
    agentLevel: (db) => holds() && events.agentLevel(db),
    deaf: (problem) => holds() && events.deaf(problem),
    closed: (ending) => holds() && events.closed(ending),
  };
}
