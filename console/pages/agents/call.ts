import { batch, signal } from '@preact/signals';
import { QUIET_DB } from '../../audio/level.ts';
import { t } from '../../i18n/i18n.ts';
import type { Agent } from '../../wire/agents.ts';
import { messageOf } from '../../wire/http.ts';
import type { Ending, Line, LineEvents } from './line.ts';
import { SocketLine } from './socket-line.ts';
import { Transcript } from './transcript.ts';

/** How fast meters fall back, in decibels for each time that they are told something. */
const FALL_DB = 2;

export type Way = 'socket' | 'room';
export type CallState = 'idle' | 'opening' | 'open' | 'ended';

/** A conversation with an agent, from the first click to hanging up; then another one. */
export class Call {
  readonly state = signal<CallState>('idle');
  /** What went wrong; null while nothing has. */
  readonly problem = signal<string | null>(null);
  /** Why it ended, where that is no problem. */
  readonly ending = signal<string | null>(null);
  /** Why there is no microphone in it, where one was wanted. */
  readonly deafness = signal<string | null>(null);
  readonly isMuted = signal(false);
  readonly hasMicrophone = signal(false);
  readonly callerDb = signal(QUIET_DB);
  readonly agentDb = signal(QUIET_DB);
  readonly openedAtMs = signal<number | null>(null);
  readonly transcript = signal(new Transcript());
  #line: Line | null = null;
  /** Counts the calls, so that what comes late from an earlier one is not taken for a later one's. */
  #number = 0;

  /** Calls the agent. Call it in answer to a click or a key. */
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

  /** As if nobody had called yet. */
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

/** A meter that jumped with every syllable could not be read. */
function fallingTo(db: number, beforeDb: number): number {
  return Math.max(db, beforeDb - FALL_DB, QUIET_DB);
}

/** LiveKit's client is larger than all of the console, and is loaded by who goes into a room. */
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
