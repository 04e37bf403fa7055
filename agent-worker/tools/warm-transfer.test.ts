import { describe, expect, it } from 'vitest';
import { CallControlError } from '../door.ts';
import { callTools } from './call-tools.ts';
import type { CallInTurn } from './types.ts';
import { askPerson, type SpokenLine } from './warm-transfer.ts';

/** @param key the first key that is pressed; null: they hang up; undefined: neither */
async function ask(key: string | null | undefined) {
  let [said, closed] = [0, 0];
  const line: SpokenLine = {
    pressed: key === undefined ? new Promise(() => undefined) : Promise.resolve(key),
    say: async () => void said++,
    join: async () => undefined,
    close: async () => void closed++,
  };
  const asked = askPerson(Promise.resolve(line), Promise.resolve(new Int16Array(1)), 5);
  const outcome = await asked.then(
    () => 'taken',
    (error: Error) => error.message,
  );
  return { outcome, said, closed };
}

describe('a person who is asked to take a call', () => {
  it('takes it by pressing 1', async () => {
    expect(await ask('1')).toEqual({ outcome: 'taken', said: 1, closed: 0 });
  });

  it('declines by another key, or by hanging up', async () => {
    for (const key of ['2', '*', null]) {
      expect(await ask(key)).toEqual({ outcome: 'they declined', said: 1, closed: 1 });
    }
  });

  it('is asked twice, and does not accept by silence', async () => {
    const outcome = 'they did not say whether they take the call';
    expect(await ask(undefined)).toEqual({ outcome, said: 2, closed: 1 });
  });
});

describe('the tool that transfers a call', () => {
  /** @param join of the person who takes the call */
  async function transfer(join: () => Promise<void>): Promise<{ order: string[]; answer: string }> {
    const order: string[] = [];
    const [tool] = callTools({
      settings: {
        tools: ['transfer_call'],
        targets: [{ name: 'Bo', description: '', number: '+4930', warm: true }],
      },
      control: {
        askPerson: async (to, told) => {
          order.push(`asked ${to} ${(await told).length}`);
          return { join: () => join().then(() => void order.push('joined')) };
        },
      },
      recorder: undefined,
      ask: async (summary) => new Int16Array(summary.length),
      end: (reason) => order.push(reason) > 0,
      called: () => undefined,
      untilCertain: async () => undefined,
    });
    const call = { ctx: { waitForPlayout: async () => undefined } } as unknown as CallInTurn;
    const answer = await tool!.execute({ target: 'Bo', summary: 'An invoice.' }, call as never);
    return { order, answer: String((answer as Error).message ?? answer) };
  }

  it('joins the person with the caller before the conversation ends', async () => {
    const { order } = await transfer(async () => undefined);
    expect(order).toEqual(['asked +4930 11', 'joined', 'transferred']);
  });

  it('leaves the caller with the agent when that fails', async () => {
    const { order, answer } = await transfer(() => Promise.reject(new CallControlError('it broke')));
    expect(order).toEqual(['asked +4930 11']);
    expect(answer).toContain('it broke. The caller is still on the line.');
  });
});
