import { describe, expect, it } from 'vitest';
import type { PersonLine } from '../door.ts';
import { askPerson } from './warm-transfer.ts';

/** @param key the first key that is pressed; null: they hang up; undefined: neither */
async function ask(key: string | null | undefined) {
  let [said, closed] = [0, 0];
  const line: PersonLine = {
    pressed: key === undefined ? new Promise(() => undefined) : Promise.resolve(key),
    say: async () => void said++,
    join: () => undefined,
    close: async () => void closed++,
  };
  const asked = askPerson(async () => line, '+4930', Promise.resolve(new Int16Array(1)), 5);
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
