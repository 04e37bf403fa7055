/** Opens as many conversations as the server accepts by itself, and checks that all are answered. */
import type { CapacityFigures, SessionsRow } from '../figures.ts';
import { type AgentContext, ask, greeted, listen } from './context.ts';
import { level } from './sessions.ts';

export async function measureCapacity(context: AgentContext): Promise<CapacityFigures> {
  const { host, clips, model, say } = context;
  model.replies = 'short';
  // The limit depends on the cost of recognition, which the server measures with its first callers.
  const first = await host.socketCaller();
  await greeted(first);
  for (const clip of clips.questions.slice(0, 3)) {
    await ask(first, clip);
    await listen(first);
  }
  await first.leave();
  const rows: SessionsRow[] = [];
  let refusedWith = 0;
  for (const door of ['websocket', 'room'] as const) {
    say(`as many conversations as are accepted, ${door}`);
    rows.push(
      await level(context, door, Number.POSITIVE_INFINITY, (status) => {
        refusedWith = status;
      }),
    );
  }
  return { rows, refusedWith };
}
