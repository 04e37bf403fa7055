/** Progress of learning recordings, as a stream of events. */
import { expect, test } from 'vitest';
import { EngineError } from '../../engine/index.ts';
import { AssistedSetup } from '../kit/assisted-setup.ts';
import { ServerEvents } from '../kit/clients/event-stream.ts';
import { FORM_TYPE, formBody } from '../kit/clients/voices-client.ts';
import { referenceOf } from '../kit/cloning-engine.ts';
import { sleep } from '../kit/server.ts';

const setup = new AssistedSetup();
const { engine } = setup;

function watch(method: string, path: string, file: string): Promise<ServerEvents> {
  return ServerEvents.open(`${setup.server.base}${path}`, {
    method,
    headers: { 'x-api-key': setup.me.key, 'content-type': FORM_TYPE },
    body: formBody({ [file]: { file: 'a recording' } }),
  });
}

const WAYS: [string, string, () => Promise<string>, string][] = [
  ['POST', 'Voice has successfully been created.', async () => '/voices?voice_name=New', 'voice_file'],
  [
    'PATCH',
    'Voice has successfully been updated.',
    async () => `/voices/${await setup.me.made('Old')}`,
    'new_voice_file',
  ],
];

test.each(WAYS)('%s reports progress, and then the same result as without events', async (...way) => {
  const [method, message, path, file] = way;
  engine.behaviour = async (request, { onProgress }) => {
    for (const [i, stage] of ['decode', 'transcribe', 'align', 'learn'].entries()) {
      onProgress?.(stage, i / 3);
      await sleep(2);
    }
    return referenceOf(request);
  };
  const stream = await watch(method, await path(), file);
  expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const events = await stream.rest();
  expect(events.map(({ event }) => event)).toEqual([...Array(4).fill('progress'), 'result']);
  expect(events.map(({ data }) => data.stage)).toEqual(['decode', 'transcribe', 'align', 'learn', undefined]);
  const { data } = events.at(-1)!.data as { data: { message: string; voice_id: string } };
  expect(data.message).toBe(message);
  expect((await setup.me.own()).map(({ voice_id }) => voice_id)).toContain(data.voice_id);
});

test.each(WAYS)(
  '%s: a rejected recording is an event after progress, and changes nothing',
  async (...way) => {
    const [method, , path, file] = way;
    const where = await path();
    const before = await setup.me.own();
    engine.behaviour = async (_request, { onProgress }) => {
      onProgress?.('decode', 0);
      await sleep(2);
      throw new EngineError('recording_silent');
    };
    const events = await (await watch(method, where, file)).rest();
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { status_code: 400 } });
    expect(await setup.me.own()).toEqual(before);
  },
);
