/**
 * Calls over `GET /agents/{agent_id}/media-stream` upgraded, on a real server, in the protocol of a telephone service.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import { dataOf } from '../kit/clients/agents-client.ts';
import { TelephoneCaller } from '../kit/clients/telephone-caller.ts';
import { historyOf } from '../kit/conversation-setup.ts';
import { until } from '../kit/server.ts';
import { say } from '../kit/servers/chat-server.ts';

const QUESTION = 'What is the weather like in Paris today?';
const STORY =
  'Once upon a time a small boat lay in a quiet harbour, and every morning an old fisherman came down the hill ' +
  'with his yellow dog, sat down on the stones beside it, and told the boat where they would go when the wind was ' +
  'right, although everybody in the village knew that the boat had not been at sea for twenty years.';
const DIGITS = 'zero one two three four five six seven eight nine'.split(' ');
const setup = agentServer();

/** Returns the digits of a text, in whatever form the recogniser writes them. */
const digitsIn = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[a-z]+/g, (word) => (DIGITS.includes(word) ? String(DIGITS.indexOf(word)) : ''))
    .replace(/\D/g, '');

/** A call to a new agent, with the URL for telephone services. */
async function call(greeting: string): Promise<TelephoneCaller> {
  const id = await setup.agents.made({ name: 'Ada', prompt: 'Be brief.', greeting });
  const { url } = await dataOf<{ url: string }>(setup.agents.send('POST', `/agents/${id}/media-stream-url`));
  const caller = await TelephoneCaller.call(`${setup.server.ws}${url}`);
  onTestFinished(() => {
    caller.hush();
    caller.socket.socket.terminate();
  });
  return caller;
}

describe('a call', { timeout: 180_000 }, () => {
  test('is greeted in frames of 20 ms, and its question answered', async () => {
    const caller = await call('Good morning to you.');
    await until('the greeting was sent', () => caller.count('mark') === 1, PATIENCE_MS);
    expect(caller.frames().every(({ length }) => length === 160)).toBe(true);
    expect(caller.socket.messages.at(-1)).toMatchObject({ event: 'mark', streamSid: 'MZ1' });
    expect(await setup.hears(caller.heard(), 8000)).toMatch(/good morning/i);

    const from = caller.socket.messages.length;
    await caller.speak(await setup.speech.say(QUESTION));
    await until('the answer was sent', () => caller.count('mark') === 2, PATIENCE_MS);
    expect(await setup.hears(caller.heard(from), 8000)).toMatch(/sunny today/i);
    expect(historyOf(setup.model)).toEqual([
      'assistant: Good morning to you.',
      expect.stringMatching(/^user: .*weather/i),
    ]);
    caller.hangUp();
    expect(await caller.socket.closed).toMatchObject({ code: 1000 });
    await setup.isFreed();
  });

  test.each([
    ['2129734658', 'It is two one two,', 600, 'nine seven three,', 1800, 'four six five eight.'],
    [
      '07746183529',
      'My number is zero seven seven four six,',
      1800,
      'one eight three,',
      600,
      'five two nine.',
    ],
    ['07746183529', 'Zero seven seven four six, one eight three, five two nine.'],
  ] as const)(
    'with %s, in one breath or three, is answered once, and the model gets it whole',
    async (digits, ...said) => {
      const caller = await call('What is your telephone number?');
      await until('the greeting was sent', () => caller.count('mark') === 1, PATIENCE_MS);
      // All are synthesized before, because on a busy machine that takes longer than the pauses.
      const sounds: (Int16Array | number)[] = [];
      for (const part of said) sounds.push(typeof part === 'number' ? part : await setup.speech.say(part));
      for (const sound of sounds) await (typeof sound === 'number' ? sleep(sound) : caller.speak(sound));
      await until('the answer was sent', () => caller.count('mark') === 2, PATIENCE_MS);
      const history = historyOf(setup.model);
      expect(history).toHaveLength(2);
      expect(digitsIn(history[1] ?? '')).toBe(digits);
    },
  );

  test('that interrupts clears the audio at the far end, and then gets only the answer', async () => {
    setup.model.answer(say('Of course.'));
    const caller = await call(STORY);
    await until('the greeting is being heard', () => caller.count('media') > 100, PATIENCE_MS);
    await caller.speak(await setup.speech.say(QUESTION));
    await until('the answer was sent', () => caller.count('mark') >= 1, PATIENCE_MS);
    const events = caller.socket.messages.map(({ event }) => event);
    expect(events).toContain('clear');
    const after = caller.heard(events.lastIndexOf('clear'));
    expect(await setup.hears(after, 8000)).toMatch(/^of course\W*$/i);
    const [told] = historyOf(setup.model);
    const words = told?.replace('assistant: ', '') ?? '';
    expect(words).not.toBe('');
    expect(STORY.startsWith(words)).toBe(true);
    expect(words.length).toBeLessThan(STORY.length / 2);
  });

  test('that is disconnected in the middle of it leaves nothing behind', async () => {
    const caller = await call(STORY);
    await until('the greeting is being heard', () => caller.count('media') > 20, PATIENCE_MS);
    caller.socket.socket.terminate();
    await caller.socket.closed;
    await setup.isFreed();
  });

  test('ends with 1001 when the server shuts down', async () => {
    const caller = await call(STORY);
    await until('the greeting is being heard', () => caller.count('media') > 20, PATIENCE_MS);
    const closing = setup.server.close();
    expect((await caller.socket.closed).code).toBe(1001);
    await closing;
    await setup.isFreed();
  });
});
