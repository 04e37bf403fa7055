/** From the end of the caller's speech to the first sound of the answer, ours and the peer's in turn. */
import { setTimeout as sleep } from 'node:timers/promises';
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

const TURNS = { full: 20, quick: 3 } as const;
/** Not counted: what is slow once. */
const WARM_UP = 1;
/** A turn's times are told when the agent has finished. */
const TOLD_MS = 1500;

interface Measured extends Answered {
  readonly turn: Turn | null;
}

export async function measureResponse(context: AgentContext): Promise<ResponseFigures> {
  const { host, clips, model, quick, say } = context;
  model.replies = 'short';
  const turns = quick ? TURNS.quick : TURNS.full;
  const callers: Record<BenchDoor, Caller> = {
    room: await host.roomCaller(),
    websocket: await host.socketCaller(),
    peer: await host.peerCaller(),
  };
  const measured: Record<BenchDoor, Measured[]> = { room: [], websocket: [], peer: [] };
  const questions: string[] = [];
  try {
    for (const door of DOORS) await greeted(callers[door]);
    for (let i = -WARM_UP; i < turns; i++) {
      const clip = clips.questions[(i + WARM_UP) % clips.questions.length]!;
      if (i >= 0) questions.push(clip.name);
      // Whoever comes first meets another machine than whoever comes last.
      for (const door of DOORS.map((_, k) => DOORS[(k + i + WARM_UP) % DOORS.length]!)) {
        const answered = await ask(callers[door], clip);
        await listen(callers[door]);
        const turn = await toldTurn(context, door, answered);
        if (i >= 0) measured[door].push({ ...answered, turn });
        const { responseMs, premature } = answered;
        const text =
          responseMs === null ? (premature ? 'too early' : 'none') : `${Math.round(responseMs)} ms`;
        say(`turn ${i + 1} of ${turns}, ${door}: ${text}`);
      }
    }
  } finally {
    for (const door of DOORS) await callers[door].leave();
  }
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
