/**
 * Measures the time from the end of the caller's speech to the first audio of the answer, in conversations of ours and
 * of the peer in turn.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clip } from '../../../scenarios/caller/clip.ts';
import type { Turn } from '../agent-host.ts';
import type { Caller } from '../callers.ts';
import {
  type BenchDoor,
  DOORS,
  type ResponseFigures,
  type ResponseRow,
  type Stage,
  spreadOf,
} from '../figures.ts';
import { type AgentContext, type Answered, ask, greeted, listen } from './context.ts';

/** Conversations with each agent, one at a time and in turn, and turns per conversation. */
const BLOCKS = { full: 4, quick: 1 } as const;
const BLOCK_TURNS = { full: 5, quick: 3 } as const;
/** Turns at the start of each conversation that are not counted, because they include one-time costs. */
const WARM_UP = 1;
/** The times of a turn are reported when the agent has finished, in ms. */
const TOLD_MS = 1500;

interface Measured extends Answered {
  readonly turn: Turn | null;
}

export async function measureResponse(context: AgentContext): Promise<ResponseFigures> {
  const { clips, model, quick } = context;
  model.replies = 'short';
  const mode = quick ? 'quick' : 'full';
  const measured: Record<BenchDoor, Measured[]> = { room: [], websocket: [], peer: [] };
  const asked: Clip[] = [];
  for (let block = 0; block < BLOCKS[mode]; block++) {
    const questions = Array.from(
      { length: WARM_UP + BLOCK_TURNS[mode] },
      (_, i) => clips.questions[(asked.length + i) % clips.questions.length]!,
    );
    asked.push(...questions.slice(WARM_UP));
    // The machine may differ between the beginning and the end of a block, so the order rotates.
    for (const door of DOORS.map((_, k) => DOORS[(k + block) % DOORS.length]!)) {
      measured[door].push(...(await converse(context, door, questions)).slice(WARM_UP));
    }
  }
  const questions = asked.map(({ name }) => name);
  const at = (door: BenchDoor, i: number): number | null => measured[door][i]?.responseMs ?? null;
  const pairs = questions.map((question, i) => ({
    question,
    room: at('room', i),
    websocket: at('websocket', i),
    peer: at('peer', i),
  }));
  return {
    rows: DOORS.map((door) => rowOf(door, measured[door])),
    ratio: spreadOf(pairs.map(({ room, peer }) => (room === null || peer === null ? null : room / peer))),
    turns: pairs,
    recordings: context.recordings,
  };
}

/** Holds one conversation while the machine is otherwise idle, since other open conversations would use the CPU. */
async function converse(
  context: AgentContext,
  door: BenchDoor,
  questions: readonly Clip[],
): Promise<Measured[]> {
  const { host, say } = context;
  const join: Record<BenchDoor, () => Promise<Caller>> = {
    room: () => host.roomCaller(),
    websocket: () => host.socketCaller(),
    peer: () => host.peerCaller(),
  };
  const caller = await join[door]();
  const measured: Measured[] = [];
  try {
    await greeted(caller);
    for (const clip of questions) {
      const answered = await ask(caller, clip);
      await listen(caller);
      measured.push({ ...answered, turn: await toldTurn(context, door, answered) });
      const { responseMs, premature } = answered;
      const text = responseMs === null ? (premature ? 'too early' : 'none') : `${Math.round(responseMs)} ms`;
      say(`${door}: ${text}`);
    }
  } finally {
    await caller.leave();
  }
  return measured;
}

async function toldTurn(
  { host }: AgentContext,
  door: BenchDoor,
  { endedMs }: Answered,
): Promise<Turn | null> {
  const side = door === 'peer' ? 'peer' : 'ours';
  const deadlineMs = performance.now() + TOLD_MS;
  for (;;) {
    const turn = host.turns.findLast((each) => each.side === side && each.atMs > endedMs);
    if (turn !== undefined || performance.now() > deadlineMs) return turn ?? null;
    await sleep(20);
  }
}

function rowOf(door: BenchDoor, measured: readonly Measured[]): ResponseRow {
  const good = measured.filter(({ responseMs }) => responseMs !== null);
  const stage = (name: 'endOfTurnMs' | 'recognitionMs' | 'firstTokenMs' | 'firstSoundMs' | 'responseMs') =>
    spreadOf(good.map(({ turn }) => turn?.metrics[name] ?? null));
  const stages: Record<Stage, ReturnType<typeof spreadOf>> = {
    endOfTurn: stage('endOfTurnMs'),
    recognition: stage('recognitionMs'),
    firstToken: stage('firstTokenMs'),
    firstSound: stage('firstSoundMs'),
    atServer: stage('responseMs'),
    rest: spreadOf(
      good.map(({ responseMs, turn }) => {
        const atServer = turn?.metrics.responseMs ?? null;
        return responseMs === null || atServer === null ? null : responseMs - atServer;
      }),
    ),
  };
  return {
    door,
    response: spreadOf(measured.map(({ responseMs }) => responseMs)),
    stages,
    premature: measured.filter(({ premature }) => premature).length,
    unanswered: measured.filter(({ premature, responseMs }) => !premature && responseMs === null).length,
  };
}
