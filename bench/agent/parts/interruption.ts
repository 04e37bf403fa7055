/**
 * Measures the time from the beginning of an interruption to the agent's silence, for our agent and the peer's in turn.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../callers.ts';
import { type BenchDoor, DOORS, type InterruptionFigures, spreadOf } from '../figures.ts';
import { type AgentContext, ANSWER_MS, ask, greeted, listen } from './context.ts';

/** Consecutive interruptions, each of the answer to the previous one, before the next agent's turn. */
const BLOCK = 5;
const BLOCKS = { full: 4, quick: 1 } as const;
/** Duration of the agent's speech before the interruption, which increases each time, in ms. */
const AFTER_MS = 1200;
const STEP_MS = 130;
const STEPS = 7;
/** An agent that is not silent after this time counts as not interrupted, in ms. */
const LISTEN_MS = 1500;
const STILL_TALKING_MS = 60;

export async function measureInterruption(context: AgentContext): Promise<InterruptionFigures> {
  const { host, quick, say } = context;
  const callers: Record<BenchDoor, Caller> = {
    room: await host.roomCaller(),
    websocket: await host.socketCaller(),
    peer: await host.peerCaller(),
  };
  const all: Record<BenchDoor, Interruption[]> = { room: [], websocket: [], peer: [] };
  try {
    for (const door of DOORS) await greeted(callers[door]);
    for (let block = 0; block < (quick ? BLOCKS.quick : BLOCKS.full); block++) {
      for (const door of DOORS) {
        const measured = await interruptions(callers[door], context, block);
        all[door].push(...measured);
        const rounded = (ms: number | null) => (ms === null ? 'none' : Math.round(ms));
        const times = measured.map(({ silenceMs, toldMs }) => `${rounded(silenceMs)} (${rounded(toldMs)})`);
        say(`interruptions ${block + 1}, ${door}: silence (told) after ${times.join(', ')} ms`);
      }
    }
  } finally {
    for (const door of DOORS) await callers[door].leave();
  }
  return {
    rows: DOORS.map((door) => ({
      door,
      silence: spreadOf(all[door].map(({ silenceMs }) => silenceMs)),
      told: spreadOf(all[door].map(({ toldMs }) => toldMs)),
      never: all[door].filter(({ silenceMs }) => silenceMs === null).length,
    })),
  };
}

/** Times from the beginning of the caller's speech. */
interface Interruption {
  /** Null if the agent did not stop. */
  readonly silenceMs: number | null;
  /** Null if the client was not notified. */
  readonly toldMs: number | null;
}

async function interruptions(
  caller: Caller,
  { clips, model }: AgentContext,
  block: number,
): Promise<Interruption[]> {
  const measured: Interruption[] = [];
  model.replies = 'long';
  let { responseMs } = await ask(caller, clips.questions[block % clips.questions.length]!);
  for (let i = 0; i < BLOCK && responseMs !== null; i++) {
    await sleep(AFTER_MS + ((block * BLOCK + i) % STEPS) * STEP_MS);
    // The last answer is not interrupted, so it is short.
    if (i === BLOCK - 1) model.replies = 'short';
    const { firstMs, lastMs } = await caller.speak(clips.interruptions[i % clips.interruptions.length]!);
    const untilMs = firstMs + LISTEN_MS;
    await sleep(Math.max(0, untilMs - performance.now()));
    const heardMs = caller.heard.lastBetween(firstMs, untilMs) ?? firstMs;
    const silent = untilMs - heardMs >= STILL_TALKING_MS;
    const stopMs = caller.stopsMs.find((atMs) => atMs > firstMs && atMs <= untilMs);
    measured.push({
      silenceMs: silent ? heardMs - firstMs : null,
      toldMs: stopMs === undefined ? null : stopMs - firstMs,
    });
    responseMs = await caller.heard.waitAfter(Math.max(lastMs, untilMs), ANSWER_MS);
  }
  await listen(caller);
  model.replies = 'short';
  return measured;
}
