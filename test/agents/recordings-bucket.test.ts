/** Recordings in a bucket of a real S3 store, by a server that is killed in the middle of a conversation. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../api/storage/database.ts';
import { decodeAtRate } from '../../media/decode/decode-audio.ts';
import type { AgentSocketMessage } from '../kit/clients/agent-socket-client.ts';
import { AgentsClient, dataOf } from '../kit/clients/agents-client.ts';
import { JsonSocket } from '../kit/clients/json-socket.ts';
import { ParleyProcess } from '../kit/processes/parley-process.ts';
import { CHEAP_VOICE, KEY, type TestServer } from '../kit/server.ts';
import { onS3 } from '../kit/servers/s3.ts';

const TIMEOUT_MS = 240_000;

interface Kept {
  readonly conversation_id: string;
  readonly end_reason?: string;
  readonly recording_bytes?: number;
}

onS3((s3) => {
  test('what a killed server has recorded is played, moved, and deleted', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const env = { DATA_DIR: dataDir, BOOTSTRAP_API_KEY: KEY, ROLE: 'api', ...s3().env };
    const killed = await ParleyProcess.start(env);
    onTestFinished(() => killed.kill());
    const clientOf = ({ port }: ParleyProcess) => new AgentsClient({ port } as TestServer);
    let client = clientOf(killed);
    const greeting = 'I could tell you many things that are interesting. '.repeat(8).trim();
    const agent_id = await client.made({ voice_id: CHEAP_VOICE, record: true, greeting });
    const query = new URLSearchParams({ api_key: KEY, agent_id, mode: 'llm-tts' });
    await JsonSocket.open<AgentSocketMessage>(`ws://127.0.0.1:${killed.port}/agents?${query}`);
    const kept = async (): Promise<Kept> =>
      (await dataOf<{ conversations: Kept[] }>(client.send('GET', `/agents/${agent_id}/conversations`)))
        .conversations[0]!;
    await expect.poll(async () => (await kept()).recording_bytes, { timeout: 60_000 }).toBeGreaterThan(0);
    await killed.kill();
    expect(s3().objects().size).toBe(0);

    // Processes are taken for lost after minutes without a sign of life.
    const db = await openDatabase({ dataDir, databaseUrl: null });
    await db
      .updateTable('conversations')
      .set({ alive_at: new Date(Date.now() - 3_600_000).toISOString() })
      .execute();
    await db.destroy();
    const next = await ParleyProcess.start(env);
    onTestFinished(async () => void (await next.stop()));
    client = clientOf(next);
    const { conversation_id: id, recording_bytes } = await kept();
    const path = `/conversations/${id}/recording`;
    await expect
      .poll(() => [...s3().objects().keys()], { timeout: 60_000 })
      .toEqual([`parley/recordings/${id}`]);
    expect(await kept()).toMatchObject({ end_reason: 'process_lost', recording_bytes });
    const { status, body } = await client.send('GET', path);
    expect([status, body.length]).toEqual([200, recording_bytes]);
    const { samples } = await decodeAtRate(body, { maxSeconds: 600, sampleRate: 24_000, channel: 1 });
    expect(samples.length).toBeGreaterThan(4 * 24_000);
    expect(samples.some((sample) => Math.abs(sample) > 0.1)).toBe(true);
    const part = await client.send('GET', path, undefined, { range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.body.equals(body.subarray(100, 200))).toBe(true);

    await s3().kill();
    const away = await client.send('GET', path);
    expect([away.status, away.headers['retry-after']]).toEqual([503, '10']);
    await s3().restart();
    expect((await client.send('DELETE', path)).status).toBe(200);
    expect((await client.send('GET', path)).status).toBe(404);
    await expect.poll(() => s3().objects().size, { timeout: 60_000 }).toBe(0);
  });
});
