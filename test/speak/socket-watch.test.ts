/** Sockets whose credentials or voice have become invalid since they were opened. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listKeys, revokeKey } from '../../api/credentials/keys.ts';
import { openDatabase } from '../../api/storage/database.ts';
import { SpeakClient } from '../kit/clients/speak-client.ts';
import { VoicesClient } from '../kit/clients/voices-client.ts';
import { CloningEngine } from '../kit/cloning-engine.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

const engine = new CloningEngine();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(engine);
});
afterAll(() => server.close());

async function revokeAll(owner: VoicesClient): Promise<void> {
  const db = await openDatabase({ dataDir: server.dataDir, databaseUrl: null });
  try {
    const prefix = owner.key.slice(0, 8);
    for (const key of await listKeys(db)) if (key.prefix === prefix) await revokeKey(db, key.id);
  } finally {
    await db.destroy();
  }
}

test('a revoked key, an expired JWT and a deleted voice close their own sockets within seconds', async () => {
  const [leaver, stayer] = await Promise.all([
    VoicesClient.of(server, `leaver-${randomUUID()}`),
    VoicesClient.of(server, `stayer-${randomUUID()}`),
  ]);
  const voices = await Promise.all([stayer.made('gone'), stayer.made('kept')]);
  const issued = await stayer.send('POST', '/sse/auth?expiration=3');
  const { jwt_token } = (issued.json() as { data: { jwt_token: string } }).data;

  const open = (query: Record<string, string>) => SpeakClient.open(server, query);
  const revoked = await open({ api_key: leaver.key });
  const expired = await SpeakClient.connect(`${server.ws}/speak/en?jwt_token=${jwt_token}`);
  const [deleted, kept] = await Promise.all(
    voices.map((voice_id) => open({ api_key: stayer.key, voice_id })),
  );
  await Promise.all([revokeAll(leaver), stayer.remove(voices[0] ?? '')]);

  const refusal = { code: 1008, reason: 'The credentials are no longer valid' };
  expect(await revoked.closed).toEqual(refusal);
  expect(await expired.closed).toEqual(refusal);
  expect(await deleted?.closed).toEqual({ code: 1008, reason: 'The voice was deleted' });
  expect(kept?.isClosed).toBe(false);
  expect((await kept?.say('Hi.'))?.at(-1)?.data.stop).toBe(true);
  await kept?.close();
});
