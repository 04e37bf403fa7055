/** A server whose disk is full: a file system in memory, filled to the last byte. */
import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { wavFile } from '../../media/wav.ts';
import { RestoreClient } from '../kit/clients/restore-client.ts';
import { ParleyProcess } from '../kit/processes/parley-process.ts';
import { KEY } from '../kit/server.ts';

const DISK = 'size=8m';
/** A mount namespace in which the folder is a disk of that size. The server replaces the shell. */
const onOwnDisk = (folder: string, user: readonly string[]): string[] => [
  ...['unshare', ...user, '--mount', '--', 'sh', '-c'],
  ...[`mount -t tmpfs -o ${DISK} tmpfs "$0" && exec "$@"`, folder],
];
const USER = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];

const folder = mkdtempSync(join(tmpdir(), 'parley-disk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Why such a disk cannot be made here, or null. */
function whyNot(): string | null {
  const [command = '', ...args] = onOwnDisk(folder, USER);
  return spawnSync(command, [...args, 'true']).status === 0 ? null : '(this user cannot mount a disk)';
}

const missing = whyNot();
describe.skipIf(missing !== null)(`on a full disk ${missing ?? ''}`, () => {
  test('writes are refused, everything else continues, and with room again all works', async () => {
    const server = await ParleyProcess.start(
      { ROLE: 'api', DATA_DIR: folder, BOOTSTRAP_API_KEY: KEY, LANES: '1' },
      onOwnDisk(folder, USER),
    );
    onTestFinished(() => server.kill());
    const ask = async (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(server.base + path, { ...init, headers: { 'x-api-key': KEY, ...init.headers } });
    const post = (path: string, body: unknown): Promise<Response> =>
      ask(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    const agent = { name: 'Ada', prompt: 'p'.repeat(50_000), greeting: 'Hello.' };
    const agents = async (): Promise<number> => {
      const { data } = (await (await ask('/agents')).json()) as { data: { agents: unknown[] } };
      return data.agents.length;
    };
    const recording = wavFile({ sampleRate: 16_000, encoding: 'pcm16' }, new Uint8Array(320_000));
    expect((await post('/agents', agent)).status).toBe(200);

    const filler = `/proc/${server.pid}/root${folder}/filler`;
    fill(filler);
    const refused = await post('/agents', agent);
    expect(refused.status).toBe(507);
    expect(await refused.text()).toContain('disk');
    expect((await new RestoreClient(server).submit(recording)).status).toBe(507);
    expect((await ask('/ping')).status).toBe(200);
    expect(await agents()).toBe(1);
    const spoken = await post('/sse/speak/en', { text: 'The disk is full.' });
    expect([spoken.status, (await spoken.text()).length > 10_000]).toEqual([200, true]);

    rmSync(filler);
    expect((await post('/agents', agent)).status).toBe(200);
    expect(await agents()).toBe(2);
    expect(await server.stop()).toBe(0);
    expect(server.said).not.toContain('"level":60');
  }, 120_000);
});

/** Writes until not one byte more fits. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  for (let size = 1 << 20; size >= 1; ) {
    try {
      if (writeSync(file, Buffer.alloc(size)) < size) size >>= 1;
    } catch {
      size >>= 1;
    }
  }
  fsyncSync(file);
  closeSync(file);
}
