import type { llm } from '@livekit/agents';
import { describe, expect, it } from 'vitest';
import { CallerWentOn, type CallInTurn } from '../tools/types.ts';
import { PendingCalls } from './pending-calls.ts';

function setup() {
  const state = { turn: 1, isCertain: false };
  const speech = { interrupted: false };
  const calls = new PendingCalls({ turn: () => state.turn, isCertain: () => state.isCertain });
  const ctx = { speechHandle: speech } as llm.ToolOptions['ctx'];
  const call: CallInTurn = { toolCallId: 'one', ctx, abortSignal: new AbortController().signal };
  return { state, speech, calls, call };
}

describe('a call that changes something', () => {
  it('waits until the turn is certain', async () => {
    const { state, calls, call } = setup();
    let isMade = false;
    const made = calls.certain(call).then(() => {
      isMade = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect([isMade, calls.has('one')]).toEqual([false, true]);
    state.isCertain = true;
    await made;
    expect(calls.has('one')).toBe(false);
  });

  it.each<[string, (of: ReturnType<typeof setup>) => void]>([
    ['another turn begins', ({ state }) => state.turn++],
    ['its speech is interrupted', ({ speech }) => Object.assign(speech, { interrupted: true })],
  ])('is dropped for good when %s', async (_, happen) => {
    const all = setup();
    const waiting = all.calls.certain(all.call);
    happen(all);
    all.state.isCertain = true;
    await expect(waiting).rejects.toBeInstanceOf(CallerWentOn);
    expect(all.calls.has('one')).toBe(true);
  });
});
