/**
 * The confinement of containers in Dockerfile and docker-compose.yml, and the built server as such a user. No container
 * is started.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '../api/settings/settings.ts';
import { freePort } from '../bench/processes/free-port.ts';
import { until } from './kit/server.ts';

const REPOSITORY = resolve(import.meta.dirname, '..');
const file = (name: string): string => readFileSync(join(REPOSITORY, name), 'utf8');

describe('Dockerfile', () => {
  const image = file('Dockerfile')
    .split(/^(?=FROM )/m)
    .at(-1)!
    .replaceAll(/\\\n/g, ' ');
  const lines = image.split('\n');

  test('the process is neither root nor the owner of the program', () => {
    const last = lines.filter((line) => line.startsWith('USER ')).at(-1);
    const [, user = '0', group = '0'] = /^USER (\d+):(\d+)$/.exec(last ?? '') ?? [];
    expect([Number(user), Number(group)].every((id) => id > 0)).toBe(true);
    expect(lines.filter((line) => /^(COPY|ADD) .*--chown/.test(line))).toEqual([]);
    // Only the volume belongs to it.
    expect([...image.matchAll(/chown \S+ (.*)/g)].map(([, what]) => what)).toEqual(['/data']);
    expect(image).toMatch(/^VOLUME \/data$/m);
    expect(image).toMatch(/chown 1000:1000 /);
  });

  test('it writes only to the volume or /tmp, and no secret is built in', () => {
    const [env = ''] = lines.filter((line) => line.startsWith('ENV '));
    const paths = [...env.matchAll(/(\w+)=(\/\S*)/g)].map(([, name, path]) => [name, path]);
    expect(paths).toEqual([
      ['DATA_DIR', expect.stringMatching(/^\/data/)],
      ['MODELS_DIR', expect.stringMatching(/^\/data/)],
      ['npm_config_cache', expect.stringMatching(/^\/tmp/)],
    ]);
    for (const { name, secret } of Object.values(SETTINGS)) {
      if (secret) expect(file('Dockerfile')).not.toContain(name);
    }
  });

  test('it is healthy when it answers', () => {
    expect(image).toMatch(/^HEALTHCHECK .*\/ping/m);
  });
});

interface Service {
  readonly image?: string;
  readonly user?: string;
  readonly privileged?: boolean;
  readonly pid?: string;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
}

describe('docker-compose.yml', () => {
  const { services } = parse(file('docker-compose.yml'), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
  };
  const names = Object.keys(services);

  test.each(names)('%s gains no privileges, and has few', (name) => {
    const service = services[name]!;
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.cap_drop).toEqual(['ALL']);
    expect([service.privileged, service.pid]).toEqual([undefined, undefined]);
    expect(JSON.stringify(service.volumes ?? [])).not.toContain('docker.sock');
    // Ports are public only if the operator opens them.
    for (const port of service.ports ?? []) expect(port).toMatch(/^(\$\{PARLEY_BIND:-)?127\.0\.0\.1/);
  });

  test.each(names.filter((name) => services[name]!.image === 'parley'))(
    '%s writes to its volume and /tmp',
    (name) => {
      const { read_only, tmpfs, cap_add, volumes, user } = services[name]!;
      expect(read_only).toBe(true);
      expect(tmpfs).toEqual([expect.stringMatching(/^\/tmp:size=\d+m/)]);
      expect(volumes).toEqual([expect.stringMatching(/^[\w-]+:\/data$/)]);
      // The user is that of the image.
      expect([cap_add, user]).toEqual([undefined, undefined]);
    },
  );
});

const KEY = 'a-key-for-a-read-only-server';
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Why the server cannot be run as another user here, or null. */
function whyNotAsNobody(): string | null {
  if (process.getuid?.() !== 0) return '(only root can run it as somebody else)';
  const look = `require('fs').accessSync(${JSON.stringify(join(REPOSITORY, 'package.json'))})`;
  const { status } = spawnSync(process.execPath, ['-e', look], NOBODY);
  return status === 0 ? null : '(the user nobody cannot read the checkout)';
}

const whyNot = whyNotAsNobody();
describe.skipIf(whyNot !== null)(`as the user nobody ${whyNot ?? ''}`, () => {
  const own = mkdtempSync(join(tmpdir(), 'parley-nobody-'));
  const folders = { DATA_DIR: join(own, 'data'), TMPDIR: join(own, 'tmp') };
  let server: ChildProcess;
  let base = '';
  let said = '';

  beforeAll(async () => {
    const { build } = (await import(join(REPOSITORY, 'scripts/build.mjs'))) as { build(): Promise<void> };
    await build();
    for (const folder of [own, ...Object.values(folders)]) {
      mkdirSync(folder, { recursive: true });
      chownSync(folder, NOBODY.uid, NOBODY.gid);
    }
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    server = spawn(process.execPath, ['scripts/start.mjs', '--prebuilt'], {
      ...NOBODY,
      cwd: REPOSITORY,
      env: {
        ...{
          PATH: process.env.PATH,
          HOME: '/nonexistent',
          NODE_ENV: 'production',
          PORT: String(port),
          LANES: '1',
        },
        ...{ MODELS: 'none', MODELS_DIR: join(folders.DATA_DIR, 'models'), BOOTSTRAP_API_KEY: KEY },
        ...folders,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const output of [server.stdout, server.stderr]) output?.on('data', (text) => (said += String(text)));
    await until(
      'it answers',
      async () => (await fetch(`${base}/ping`).catch(() => null))?.ok === true,
      60_000,
    );
  });
  afterAll(async () => {
    if (server.exitCode === null) {
      server.kill();
      await once(server, 'exit');
    }
    rmSync(own, { recursive: true, force: true });
  });

  test('it speaks and stores, and writes to its folders alone', async () => {
    // As in the container, the program belongs to root.
    const write = `require('fs').accessSync(${JSON.stringify(REPOSITORY)}, require('fs').constants.W_OK)`;
    expect(spawnSync(process.execPath, ['-e', write], NOBODY).status).not.toBe(0);
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
    const ask = (path: string, body: unknown) =>
      fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const spoken = await ask('/sse/speak/en', { text: 'Hello there.' });
    expect([spoken.status, (await spoken.text()).length > 1000]).toEqual([200, true]);
    expect((await ask('/agents', { name: 'x', prompt: 'x', greeting: 'x' })).status).toBe(200);
    expect(said).not.toMatch(/EACCES|EROFS|EPERM|"level":(50|60|"error"|"fatal")/);
    accessSync(join(folders.DATA_DIR, 'parley.sqlite'));
    expect(readdirSync(folders.TMPDIR)).toEqual([]);
  });

  test('it ends on SIGTERM', async () => {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});
