/** Installation of packages from a lock file without addresses: by npm itself, from a registry on this machine. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const USUAL = '/tea/-/tea-1.0.0.tgz';
const UNUSUAL = '/elsewhere/tea.tgz';

const folder = mkdtempSync(join(tmpdir(), 'parley-locked-'));
const asked: string[] = [];
/** Path of the package in the registry. */
let place = USUAL;
let tarball: Buffer;
const registry = createServer((request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  const { port } = registry.address() as AddressInfo;
  const dist = { tarball: `http://127.0.0.1:${port}${place}`, integrity: integrity() };
  const described = { name: 'tea', versions: { '1.0.0': { name: 'tea', version: '1.0.0', dist } } };
  if (path === '/tea') response.end(JSON.stringify(described));
  else if (path === place) response.end(tarball);
  else response.writeHead(404).end('{}');
});
const integrity = (): string => `sha512-${createHash('sha512').update(tarball).digest('base64')}`;

beforeAll(async () => {
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const tea = join(folder, 'tea');
  mkdirSync(tea);
  writeFileSync(join(tea, 'package.json'), JSON.stringify({ name: 'tea', version: '1.0.0' }));
  expect(spawnSync('npm', ['pack', '--silent'], { cwd: tea }).status).toBe(0);
  tarball = readFileSync(join(tea, 'tea-1.0.0.tgz'));
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(registry.address() as AddressInfo).port}`);
});
afterAll(() => {
  vi.unstubAllEnvs();
  registry.close();
  registry.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Installs with an empty cache.
 * @returns its folder, which contained a package that is not locked
 */
async function installed(name: string): Promise<string> {
  const own = join(folder, name);
  const root = { name: 'cup', version: '1.0.0', dependencies: { tea: '1.0.0' } };
  const lock = {
    ...root,
    lockfileVersion: 3,
    packages: { '': root, 'node_modules/tea': { version: '1.0.0', integrity: integrity() } },
  };
  mkdirSync(join(own, 'node_modules/old'), { recursive: true });
  writeFileSync(join(own, 'package.json'), JSON.stringify(root));
  writeFileSync(join(own, 'package-lock.json'), JSON.stringify(lock));
  vi.stubEnv('npm_config_cache', join(own, 'cache'));
  const scripts = '../scripts/locked-install.mjs';
  const { installLocked } = (await import(scripts)) as {
    installLocked(folder: string, options: readonly string[]): Promise<void>;
  };
  await installLocked(own, ['--ignore-scripts']);
  return own;
}

test('npm downloads a package from the usual address of registries, without its description', async () => {
  const own = await installed('usual');
  expect(asked.splice(0)).toEqual([USUAL]);
  expect(existsSync(join(own, 'node_modules/tea/package.json'))).toBe(true);
  expect(existsSync(join(own, 'node_modules/.package-lock.json'))).toBe(true);
  expect(existsSync(join(own, 'node_modules/old'))).toBe(false);
  expect(readFileSync(join(own, 'package-lock.json'), 'utf8')).not.toContain('127.0.0.1');
});

test('a registry with other addresses is queried', async () => {
  place = UNUSUAL;
  const own = await installed('unusual');
  expect(asked).toEqual([USUAL, '/tea', UNUSUAL]);
  expect(existsSync(join(own, 'node_modules/tea/package.json'))).toBe(true);
});
