/** Versions of agents: each change makes one, and an earlier one can be made the current one. */
import { expect, test } from 'vitest';
import { AgentOwners, faults } from '../kit/agent-owners.ts';
import { dataOf } from '../kit/clients/agents-client.ts';

const owners = new AgentOwners();

interface Entry {
  readonly version: number;
  readonly created_at: string;
  readonly changed: readonly string[];
}

const GIVEN = {
  name: 'Reception',
  prompt: 'You are the receptionist.',
  greeting: 'Hello!',
  llm: { base_url: 'https://llm.example/v1', model: 'small', api_key: 'sk-first' },
  department: { floor: 3 },
};

const versionsOf = async (id: string, client = owners.me): Promise<readonly Entry[]> =>
  (await dataOf<{ versions: Entry[] }>(client.send('GET', `/agents/${id}/versions`))).versions;
const changes = async (id: string) =>
  (await versionsOf(id)).map(({ version, changed }) => [version, changed]);
const restore = (id: string, version: number, client = owners.me) =>
  client.send('POST', `/agents/${id}/versions/${version}/restore`);

test('each change makes a version that tells what changed; a change of nothing makes none', async () => {
  const id = await owners.me.made(GIVEN);
  await owners.me.changed(id, { prompt: 'Be brief.', department: null });
  await owners.me.changed(id, {});
  await owners.me.changed(id, { llm: { api_key: 'sk-second' } });
  await owners.me.changed(id, { keep_transcripts: true });
  expect(await changes(id)).toEqual([
    [3, ['keep_transcripts']],
    [2, ['department', 'prompt']],
    [1, []],
  ]);
  const { agent } = await dataOf<{ agent: object }>(owners.me.send('GET', `/agents/${id}/versions/1`));
  const { llm, ...others } = GIVEN;
  expect(agent).toMatchObject({ ...others, llm: { base_url: llm.base_url, model: 'small' } });
  expect(JSON.stringify(agent)).not.toContain('sk-');
});

test('an earlier version is restored as a new one, with the key of the same model', async () => {
  const id = await owners.me.made(GIVEN);
  const first = await owners.me.agent(id);
  await owners.me.changed(id, {
    prompt: 'Be brief.',
    voice_id: null,
    department: { floor: 4, door: 'green' },
  });
  const { agent } = await dataOf<{ agent: object }>(restore(id, 1));
  expect(agent).toEqual({ ...first, updated_at: expect.any(String) });
  expect(await owners.me.agent(id)).toEqual(agent);
  expect((await changes(id))[0]).toEqual([3, ['department', 'prompt']]);
  await owners.me.changed(id, { llm: null });
  await dataOf(restore(id, 1));
  expect((await owners.me.agent(id)).llm).toMatchObject({ has_api_key: false });
});

test('the last 20 versions are kept', async () => {
  const id = await owners.me.made(GIVEN);
  for (let i = 0; i < 21; i++) await owners.me.changed(id, { greeting: `Hello ${i}` });
  const versions = await versionsOf(id);
  expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, i) => 22 - i));
  const gone = await restore(id, 2);
  expect(gone.status).toBe(404);
  expect(gone.json()).toEqual({ detail: 'Version 2 of this agent does not exist' });
});

test('versions belong to the owner, and go with the agent', async () => {
  const id = await owners.me.made(GIVEN);
  for (const [method, path] of [
    ['GET', 'versions'],
    ['GET', 'versions/1'],
    ['POST', 'versions/1/restore'],
  ] as const) {
    expect((await owners.other.send(method, `/agents/${id}/${path}`)).status).toBe(404);
  }
  expect(faults(await owners.me.send('GET', `/agents/${id}/versions/first`))[0]?.loc).toEqual([
    'path',
    'version',
  ]);
  await owners.me.send('DELETE', `/agents/${id}`);
  expect((await owners.me.send('GET', `/agents/${id}/versions`)).status).toBe(404);
});
