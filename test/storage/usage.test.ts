/** Usage of speech, the same on both transports: from a frame to `GET /usage`. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { textOf } from '../kit/clients/messages.ts';
import { SpeakClient } from '../kit/clients/speak-client.ts';
import { ask, askToSpeak, speak } from '../kit/clients/sse-client.ts';
import { builtInEngine, KEY, startTestServer, type TestServer } from '../kit/server.ts';
import { joinAudio } from '../kit/sounds/audio.ts';

let engine: Engine;
let server: TestServer;
beforeAll(async () => {
  engine = await builtInEngine();
});
afterAll(() => engine.close());
beforeEach(async () => {
  server = await startTestServer(engine);
});
afterEach(() => server.close());

interface Used {
  readonly characters: number;
  readonly audio_ms: number;
  readonly requests: number;
}

/** Returns all usage so far, of all days. */
async function used(): Promise<Used> {
  const { data } = (await ask(server, { path: '/usage', headers: { 'x-api-key': KEY } })).json() as {
    data: { days: Used[] };
  };
  const sum = (field: keyof Used): number => data.days.reduce((total, day) => total + day[field], 0);
  return { characters: sum('characters'), audio_ms: sum('audio_ms'), requests: sum('requests') };
}

test.each([
  ['plain text', 'Hello there.', 12],
  ['seconds of silence, begun ones in full', 'Hi.<pause:2500ms>Ho.', 3 + 3 + 3],
  ['a tagged word counts as the word', 'A <phoneme:təˈmɑːtoʊ>tomato</phoneme>.', 2 + 6 + 1],
])('%s: the same over SSE and a WebSocket', async (_what, text, characters) => {
  const events = await speak(server, { text });
  const afterSse = await used();
  expect(afterSse).toMatchObject({ characters, requests: 1 });
  expect(Math.abs(afterSse.audio_ms - joinAudio(events).length / 48)).toBeLessThan(2);

  const client = await SpeakClient.open(server);
  const messages = await client.say(text);
  await client.close();
  const afterBoth = await used();
  expect(afterBoth).toMatchObject({ characters: 2 * characters, requests: 2 });
  const audioMs = joinAudio([...events, ...messages]).length / 48;
  expect(Math.abs(afterBoth.audio_ms - audioMs)).toBeLessThan(3);
});

test('refused requests are not counted', async () => {
  await askToSpeak(server, { text: '' });
  await askToSpeak(server, { text: 'Hi.', voice_id: 'nobody' });
  await askToSpeak(server, { text: 'Hi.' }, { headers: {} });
  const client = await SpeakClient.open(server);
  await client.close();
  expect(await used()).toEqual({ characters: 0, audio_ms: 0, requests: 0 });
});

test('text dropped by a reset is not counted', async () => {
  const client = await SpeakClient.open(server);
  client.send('One short sentence. '.repeat(1000));
  await client.waitFor('the first sound', ({ messages }) => messages.length > 0);
  client.send('<RESET>');
  client.send({ text: 'End.<STOP>', context_id: 'end' });
  const messages = await client.untilStop();
  await client.close();
  const { characters, audio_ms } = await used();
  expect(characters).toBeLessThan(15_000);
  // Text is counted as sent, except for the spaces between sentences, which are not spoken.
  expect(Math.abs(characters - textOf(messages).length)).toBeLessThanOrEqual(messages.length);
  expect(Math.abs(audio_ms - joinAudio(messages).length / 48)).toBeLessThan(1000);
});
