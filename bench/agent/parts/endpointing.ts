/** Measures the cost of a longer minimum delay, and how many callers who pause can then finish. */
import type { Caller } from '../callers.ts';
import { type EndpointingFigures, spreadOf } from '../figures.ts';
import { type AgentContext, type Answered, ask, greeted, listen } from './context.ts';

const DELAYS_MS = [200, 350, 500] as const;
const QUESTIONS = { full: 10, quick: 3 } as const;
const PAUSED = { full: 16, quick: 4 } as const;

interface Tried {
  readonly plain: Answered[];
  readonly paused: { readonly pauseMs: number; readonly premature: boolean }[];
}

export async function measureEndpointing(context: AgentContext): Promise<EndpointingFigures> {
  const { host, clips, model, quick, say } = context;
  model.replies = 'short';
  const tried = DELAYS_MS.map((): Tried => ({ plain: [], paused: [] }));
  const callers: Caller[] = [];
  try {
    for (const delay of DELAYS_MS) callers.push(await host.socketCaller({ endpointing: String(delay) }));
    for (const caller of callers) await greeted(caller);
    for (let i = 0; i < (quick ? QUESTIONS.quick : QUESTIONS.full); i++) {
      for (const [k, caller] of callers.entries()) {
        tried[k]!.plain.push(await ask(caller, clips.questions[i % clips.questions.length]!));
        await listen(caller);
      }
      say(`endpointing, question ${i + 1}`);
    }
    for (const clip of clips.paused.slice(0, quick ? PAUSED.quick : PAUSED.full)) {
      for (const [k, caller] of callers.entries()) {
        const { premature } = await ask(caller, clip);
        tried[k]!.paused.push({ pauseMs: clip.pauseMs, premature });
        // A caller who was interrupted gets a second answer.
        if (premature) await caller.heard.waitAfter(performance.now(), 2500);
        await listen(caller);
      }
      say(`endpointing, ${clip.name}`);
    }
  } finally {
    for (const caller of callers) await caller.leave();
  }
  const pauses = [...new Set(tried[0]!.paused.map(({ pauseMs }) => pauseMs))].sort((a, b) => a - b);
  return {
    rows: DELAYS_MS.map((minDelayMs, k) => ({
      minDelayMs,
      response: spreadOf(tried[k]!.plain.map(({ responseMs }) => responseMs)),
      premature: tried[k]!.plain.filter(({ premature }) => premature).length,
      pauses: pauses.map((pauseMs) => {
        const said = tried[k]!.paused.filter((each) => each.pauseMs === pauseMs);
        return { pauseMs, said: said.length, premature: said.filter(({ premature }) => premature).length };
      }),
    })),
  };
}
