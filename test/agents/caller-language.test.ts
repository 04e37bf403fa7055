/** Callers whose language differs from the one in which the agent began, on the agents' socket of a real server. */
import { expect, test } from 'vitest';
import { kokoroFolder } from '../../engine/setup.ts';
import { resampleAll } from '../../media/resampler.ts';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import type { AgentSocketMessage } from '../kit/clients/agent-socket-client.ts';
import { Microphone } from '../kit/clients/caller.ts';
import type { JsonSocket } from '../kit/clients/json-socket.ts';
import { completeEngine, until } from '../kit/server.ts';
import { sayBy } from '../kit/servers/chat-server.ts';
import { decode } from '../kit/sounds/audio.ts';

const TIMEOUT_MS = 180_000;
const ENGLISH = 'Your table is booked for Friday evening.';
const SPANISH = 'Su mesa está reservada para el viernes por la noche.';

/** Callers have natural voices, because espeak-ng is not recognised reliably. */
const setup = agentServer({}, async () => {
  const engine = await completeEngine({ voiceFolders: { kokoro: [kokoroFolder()] } });
  const hasVoice = engine?.voices().some(({ id }) => id === 'kokoro-ef_dora');
  if (engine?.recogniser.supports('es') && hasVoice) return engine;
  await engine?.close();
  if (process.env.CI === 'true') throw new Error('install kokoro-82m and whisper-base');
  return null;
});

type Client = JsonSocket<AgentSocketMessage>;

const of = ({ messages }: Client, type: string) =>
  messages.flatMap(({ data }) => (data.type === type ? [data] : []));
const bytesOf = (frame: Int16Array): Buffer => Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);

/** Says something, and listens until the answer is over. @returns the answer and its language */
async function talk(client: Client, microphone: Microphone, text: string, lang: string) {
  const before = client.messages.length;
  const answers = of(client, 'llm_response').length;
  await microphone.speak(await setup.speech.say(text, lang));
  await until('it answered', () => of(client, 'llm_response').length > answers, PATIENCE_MS);
  for (let count = -1; client.messages.length !== count; ) {
    count = client.messages.length;
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
  const sound = client.messages.slice(before).map(({ data }) => Buffer.from(data.audio ?? '', 'base64'));
  const samples = resampleAll(decode(Buffer.concat(sound), 'pcm_linear'), 24_000, 16_000);
  return setup.engine.recogniser.transcribe(samples, { lang: '' });
}

test('an English agent answers a Spanish caller in Spanish, and in English when they go on in that', {
  timeout: TIMEOUT_MS,
}, async () => {
  setup.model.answer(
    sayBy(({ messages = [] }) => (/speaks Spanish\./.test(String(messages[0]?.content)) ? SPANISH : ENGLISH)),
  );
  const id = await setup.agents.made({
    name: 'Reception',
    prompt: 'Be brief.',
    lang_code: 'auto',
    keep_transcripts: true,
  });
  const client = await setup.open({ agent_id: id, language_changes: 'true', audio_field: 'audio' });
  const microphone = new Microphone((frame) => client.send(bytesOf(frame)));
  try {
    const spanish = await talk(
      client,
      microphone,
      'Hola, quisiera reservar una mesa para cuatro personas.',
      'es',
    );
    expect(spanish).toMatchObject({ lang: 'es', text: expect.stringMatching(/mesa.*viernes/i) });
    const english = await talk(
      client,
      microphone,
      'I would like to book a table for four people, please.',
      'en',
    );
    expect(english).toMatchObject({ lang: 'en', text: expect.stringMatching(/table.*friday/i) });
  } finally {
    microphone.close();
  }
  expect(of(client, 'language').map(({ lang_code }) => lang_code)).toEqual(['es', 'en']);
  const [first, second] = of(client, 'user_transcript').map(({ text }) => text);
  expect(first).toMatch(/reservar una mesa/i);
  expect(second).toMatch(/book a table/i);
  client.socket.close();
  await client.closed;
  const kept = async () => {
    const { json } = await setup.agents.send('GET', `/agents/${id}/conversations`);
    const { data } = json() as { data: { conversations: { conversation_id: string }[] } };
    const [newest] = data.conversations;
    return (await setup.agents.send('GET', `/conversations/${newest?.conversation_id}`)).json();
  };
  expect(await kept()).toMatchObject({
    data: {
      lang_code: 'en',
      transcript: expect.arrayContaining([
        expect.objectContaining({ role: 'user', text: first, lang_code: 'es' }),
        expect.objectContaining({ role: 'user', text: second, lang_code: 'en' }),
      ]),
    },
  });
});
