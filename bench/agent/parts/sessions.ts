/** Many concurrent conversations: their cost, and their effect on response times. */
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../stats.ts';
import type { Usage } from '../agent-host.ts';
import { type Caller, Refused } from '../callers.ts';
import { type SessionsFigures, type SessionsRow, spreadOf } from '../figures.ts';
import { type AgentContext, type Answered, ask, greeted, listen } from './context.ts';

const LEVELS: readonly (readonly [SessionsRow['door'], number])[] = [
  ['websocket', 1],
  ['websocket', 5],
  ['websocket', 12],
  ['room', 1],
  ['room', 5],
  ['room', 10],
  ['websocket', 20],
];
const SECONDS = { full: 45, quick: 20 } as const;
const JOIN_EVERY_MS = 400;
const LOOK_EVERY_MS = 500;
const REST_MS = 3000;
/** Memory counts as at rest when it stays within this for the number of measurements below, in bytes. */
const STILL_BYTES = 3_000_000;
const STILL_LOOKS = 3;
const MAX_LOOKS = 20;
/** Bounds of the callers' random thinking time, in ms. */
const THINK_MS = [500, 3000] as const;

export async function measureSessions(context: AgentContext): Promise<SessionsFigures> {
  const { host, model, quick, say } = context;
  model.replies = 'short';
  // One conversation at each door loads what is loaded once.
  for (const door of ['websocket', 'room'] as const) {
    const caller = await join(context, door);
    await greeted(caller);
    await ask(caller, context.clips.questions[0]!);
    await listen(caller);
    await caller.leave();
  }
  const warm = await resting(context);
  const rows: SessionsRow[] = [];
  for (const [door, sessions] of LEVELS) {
    if (quick && sessions > 10) continue;
    say(`${sessions} conversations, ${door}`);
    rows.push(await level(context, door, sessions));
  }
  return {
    engineBytes: host.engineBytes,
    readyBytes: host.readyBytes,
    warmBytes: warm.residentBytes,
    recogniserBytes: warm.recogniserBytes,
    rows,
  };
}

/** Measures memory without conversations, once it is at rest: threads return memory with a delay. */
async function resting({ host }: AgentContext): Promise<Usage> {
  let last = await host.usage(true);
  for (let look = 0, still = 0; look < MAX_LOOKS && still < STILL_LOOKS; look++) {
    await sleep(REST_MS);
    const now = await host.usage(true);
    still = Math.abs(now.residentBytes - last.residentBytes) < STILL_BYTES ? still + 1 : 0;
    if (still === 0) last = now;
  }
  return last;
}

const join = ({ host }: AgentContext, door: SessionsRow['door']): Promise<Caller> =>
  door === 'room' ? host.roomCaller() : host.socketCaller();

/**
 * Runs this many conversations for a while.
 * @param onRefused called when the server has no more capacity, while the admitted callers continue; by default that is
 *   an error
 */
export async function level(
  context: AgentContext,
  door: SessionsRow['door'],
  sessions: number,
  onRefused?: (status: number) => void,
): Promise<SessionsRow> {
  const { host, quick } = context;
  const alone = await resting(context);
  const callers: Caller[] = [];
  const answers: Answered[] = [];
  const looks: Usage[] = [];
  const refused = (error: unknown): null => {
    if (!(error instanceof Refused) || onRefused === undefined) throw error;
    onRefused(error.status);
    return null;
  };
  try {
    while (callers.length < sessions) {
      const caller = await join(context, door).catch(refused);
      if (caller === null) break;
      callers.push(caller);
      await sleep(JOIN_EVERY_MS);
    }
    await Promise.all(callers.map(greeted));
    const beganMs = performance.now();
    const untilMs = beganMs + (quick ? SECONDS.quick : SECONDS.full) * 1000;
    const before = await host.usage();
    const talking = Promise.all(
      callers.map((caller, i) => converse(caller, context, { i, untilMs, answers })),
    );
    while (performance.now() < untilMs) {
      await sleep(LOOK_EVERY_MS);
      looks.push(await host.usage());
    }
    const after = looks.at(-1) ?? before;
    const passedMs = performance.now() - beganMs;
    await talking;
    await sleep(REST_MS);
    const silent = await host.usage(true);
    return {
      door,
      sessions: callers.length,
      response: spreadOf(answers.map(({ responseMs }) => responseMs)),
      premature: answers.filter(({ premature }) => premature).length,
      unanswered: answers.filter(({ premature, responseMs }) => !premature && responseMs === null).length,
      serverCores: (after.cpuMs - before.cpuMs) / passedMs,
      recogniserCores: (after.recogniserCpuMs - before.recogniserCpuMs) / passedMs,
      aloneBytes: alone.residentBytes,
      talkingBytes: percentile(
        looks.map(({ residentBytes }) => residentBytes),
        50,
      ),
      restingBytes: silent.residentBytes,
    };
  } finally {
    for (const caller of callers) await caller.leave();
  }
}

/** Asks one question after another. */
async function converse(
  caller: Caller,
  { clips }: AgentContext,
  { i, untilMs, answers }: { i: number; untilMs: number; answers: Answered[] },
): Promise<void> {
  const [least, most] = THINK_MS;
  for (let turn = 0; performance.now() < untilMs; turn++) {
    await sleep(least + Math.random() * (most - least));
    const answered = await ask(caller, clips.questions[(i * 3 + turn) % clips.questions.length]!);
    answers.push(answered);
    await listen(caller);
  }
}
