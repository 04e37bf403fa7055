import { expect, onTestFinished, test, vi } from 'vitest';
import { PollLoop } from './poll-loop.ts';

test('work that arrives during a check does not wait for the next poll', async () => {
  const next = vi.fn(async () => {
    if (next.mock.calls.length === 1) loop.wake();
    return false;
  });
  const loop = new PollLoop({ next, onError: () => undefined, pollMs: 3_600_000 });
  loop.start();
  onTestFinished(() => loop.close());
  await vi.waitFor(() => expect(next).toHaveBeenCalledTimes(2));
});
