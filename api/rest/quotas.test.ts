/** Quotas of one owner: they hold on every route that adds something, and the refusal names the setting. */
import { expect, test } from 'vitest';
import { insertVoice } from '../storage/voices.ts';
import { restSetup } from './testing.ts';

const reference = {
  lang: 'en',
  transcript: '',
  markers: { words: [] },
  codes: new Uint8Array(8),
  report: {},
} as unknown as Parameters<typeof insertVoice>[2];

test('agents of 160 kB each are accepted up to the quota', async () => {
  const { call } = await restSetup();
  const agent = { prompt: 'p'.repeat(100_000), notes: 'n'.repeat(60_000) };
  let accepted = 0;
  for (let i = 0; i < 60; i++) {
    const { status, body } = await call({ method: 'POST', url: '/agents', payload: agent });
    if (status === 200) accepted++;
    else {
      expect(status).toBe(409);
      expect(body).toEqual({ detail: expect.stringContaining('(MAX_AGENT_MIB_PER_OWNER)') });
    }
  }
  expect(accepted).toBeGreaterThan(40);
  expect(accepted).toBeLessThan(60);
});

test('agents up to the quota, and again when one is deleted', async () => {
  const { call } = await restSetup({ maxAgentsPerOwner: 2 });
  const create = () => call({ method: 'POST', url: '/agents', payload: {} });
  const { body } = await create();
  await create();
  expect(await create()).toMatchObject({
    status: 409,
    body: { detail: 'An owner may have at most 2 agents (MAX_AGENTS_PER_OWNER)' },
  });
  const { agent_id: id } = (body as { data: { agent_id: string } }).data;
  await call({ method: 'DELETE', url: `/agents/${id}` });
  expect((await create()).status).toBe(200);
});

test('pronunciations up to the quota; existing ones can be changed', async () => {
  const { call } = await restSetup({ maxPronunciationsPerOwner: 1 });
  const put = (word: string) =>
    call({ method: 'PUT', url: `/pronunciations/en/${word}`, payload: { ipa: 'ˈpɑːɹli' } });
  expect((await put('parley')).status).toBe(200);
  expect(await put('barley')).toMatchObject({
    status: 409,
    body: { detail: 'An owner may have at most 1 pronunciations (MAX_PRONUNCIATIONS_PER_OWNER)' },
  });
  expect((await put('parley')).status).toBe(200);
});

test('conversations in rooms up to the quota, until their tokens expire', async () => {
  const room = { livekitUrl: 'ws://127.0.0.1:1', livekitApiKey: 'key', livekitApiSecret: 'secret' };
  const { call, key } = await restSetup({ maxRoomSessionsPerOwner: 2, ...room });
  const created = await call({ method: 'POST', url: '/agents', payload: {} });
  const { agent_id: id } = (created.body as { data: { agent_id: string } }).data;
  const token = () =>
    call({ method: 'POST', url: `/agents/${id}/token`, payload: { api_key: key, mode: 'llm-tts' } });
  expect([(await token()).status, (await token()).status]).toEqual([200, 200]);
  const refused = await token();
  expect(refused).toMatchObject({
    status: 429,
    body: { detail: expect.stringContaining('(MAX_ROOM_SESSIONS_PER_OWNER)') },
    headers: { 'retry-after': '60' },
  });
});

test('a full library is refused before a recording is sent', async () => {
  const { call, deps } = await restSetup({ maxVoicesPerOwner: 1, maxCandidateSetsPerOwner: 1 });
  const { id: ownerId } = await deps.db.selectFrom('owners').select('id').executeTakeFirstOrThrow();
  await insertVoice(deps.db, { ownerId, name: 'one', langCode: 'en', tags: [] }, reference);
  for (const url of ['/voices', '/voices/assisted', '/voices/assisted?candidates=true']) {
    const answer = await call({
      method: 'POST',
      url: `${url}${url.includes('?') ? '&' : '?'}voice_name=two`,
    });
    expect(answer, url).toMatchObject({
      status: 409,
      body: { detail: 'An owner may have at most 1 cloned voices (MAX_VOICES_PER_OWNER)' },
    });
  }
});
