/** From the caller's first sound to the agent's silence, ours and the peer's in turn. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../callers.ts';
import { type BenchDoor, DOORS, type InterruptionFigures, spreadOf } from '../figures.ts';
import { type AgentContext, ask, greeted } from './context.ts';

const ROUNDS = { full: 20, quick: 3 } as const;
/** The caller cuts in when the agent has talked for so long, and a bit more each time. */
const AFTER_MS = 1200;
const STEP_MS = 130;
const STEPS = 7;
/** An agent that has not fallen silent by then talks on. */
const LISTEN_MS = 1500;
const STILL_TALKING_MS = 60;

export async function measureInterruption(context: AgentContext): Promise<InterruptionFigures> {
  const { host, model, quick, say } = context;
  const rounds = quick ? ROUNDS.quick : ROUNDS.full;
  const rows = [];
  try {
    const callers: Record<BenchDoor, Caller> = {
      room: await host.roomCaller(),
      websocket: await host.socketCaller(),
      peer: await host.peerCaller(),
    };
    const silences: Record<BenchDoor, (number | null)[]> = { room: [], websocket: [], peer: [] };
    try {
      for (const door of DOORS) await greeted(callers[door]);
      for (let i = 0; i < rounds; i++) {
        for (const door of DOORS) {
          const silence = await interrupt(callers[door], context, i);
          silences[door].push(silence);
          say(
            `interruption ${i + 1} of ${rounds}, ${door}: ${silence === null ? 'none' : `${Math.round(silence)} ms`}`,
          );
        }
      }
    } finally {
      for (const door of DOORS) await callers[door].leave();
    }
    for (const door of DOORS) {
      const never = silences[door].filter((ms) => ms === null).length;
      rows.push({ door, silence: spreadOf(silences[door]), never });
    }
  } finally {
    model.replies = 'short';
  }
  return { rows };
}

/** @returns null when the agent talked on */
async function interrupt(caller: Caller, { clips, model }: AgentContext, i: number): Promise<number | null> {
  model.replies = 'long';
  const answered = await ask(caller, clips.questions[i % clips.questions.length]!);
  if (answered.responseMs === null) return null;
  await sleep(AFTER_MS + (i % STEPS) * STEP_MS);
  // What is said to the interruption is short.
  model.replies = 'short';
  const speaking = caller.speak(clips.interruptions[i % clips.interruptions.length]!);
  const { firstMs } = await speaking;
  const untilMs = firstMs + LISTEN_MS;
  await sleep(Math.max(0, untilMs - performance.now()));
  const lastMs = caller.heard.lastBetween(firstMs, untilMs);
  await caller.heard.waitAfter(untilMs, 5000);
  await caller.heard.silence(900);
  if (lastMs === null) return 0;
  return untilMs - lastMs < STILL_TALKING_MS ? null : lastMs - firstMs;
}
