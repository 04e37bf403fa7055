import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeFile, fakeModel, randomFile, startHub } from '../test/kit/servers/model-hub.ts';
import { deliveredFiles } from './convert.ts';
import { fromFileSystem, ModelError } from './errors.ts';
import { MODELS } from './manifest.ts';
import type { Model, ModelSource } from './model.ts';
import { optimizedPath } from './optimized-folders.ts';
import type { PullProgress } from './pull.ts';
import { ModelStore } from './store.ts';

const BYTES = 400_000;
let folder: string;
let files: FakeFile[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-models-'));
  files = [randomFile('v.onnx.json', 500), randomFile('v.onnx', BYTES)];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const storeOf = (model: Model) => new ModelStore({ folder, models: [model] });
const partial = () => join(folder, 'voices', '.partial', 'v');

async function expectWhole(): Promise<void> {
  for (const { name, content } of files) {
    expect(content.equals(await readFile(join(folder, 'voices', name)))).toBe(true);
  }
  expect((await readdir(join(folder, 'voices'))).sort()).toEqual(['v.onnx', 'v.onnx.json']);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10);
}

/** Bytes of the large file that a pull in progress has written. */
async function partBytes(): Promise<number> {
  const names = await readdir(partial()).catch(() => []);
  const part = names.find((name) => /^v\.onnx\.[0-9a-f]+\.part$/.test(name));
  return part === undefined ? 0 : (await stat(join(partial(), part))).size;
}

async function codeOf(pull: Promise<unknown>): Promise<string | undefined> {
  const error = await pull.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof ModelError ? error.code : undefined;
}

describe('pull', () => {
  test('fetches and verifies every file, once', async () => {
    await using hub = await startHub(files);
    const store = storeOf(fakeModel('v', files, [hub.source(files)]));
    const seen: PullProgress[] = [];
    expect(await store.installed()).toEqual([]);
    expect(await store.pull('v', { onProgress: (progress) => seen.push(progress) })).toMatch(/^127\.0\.0\.1/);
    await expectWhole();
    expect(await store.installed()).toHaveLength(1);
    expect(seen.at(-1)).toEqual({ kind: 'bytes', receivedBytes: BYTES + 500, totalBytes: BYTES + 500 });

    expect(await store.pull('v')).toBeNull();
    expect(hub.requests).toHaveLength(2);
    const [installed = ''] = store.paths('v').values();
    const optimized = optimizedPath(installed, '1');
    await mkdir(optimized, { recursive: true });
    expect(await store.remove('v')).toBe(true);
    expect(await store.remove('v')).toBe(false);
    expect(await store.isInstalled('v')).toBe(false);
    // Its optimized files are removed, too.
    await expect(stat(dirname(optimized))).rejects.toThrow('ENOENT');
  });

  test('resumes where the connection was lost', async () => {
    await using hub = await startHub(files, { cutAfterBytes: [500, 200_000, 100_000] });
    await storeOf(fakeModel('v', files, [hub.source(files)])).pull('v');
    await expectWhole();
    const starts = hub.requests.filter(({ name }) => name === 'v.onnx').map(({ from }) => from ?? 0);
    expect(starts).toHaveLength(3);
    expect(starts[1]).toBeGreaterThan(0);
    expect(starts[2]).toBeGreaterThan(starts[1]!);
  });

  test('starts again if the server cannot resume', async () => {
    await using hub = await startHub(files, { cutAfterBytes: [500, 200_000], ignoreRange: true });
    await storeOf(fakeModel('v', files, [hub.source(files)])).pull('v');
    await expectWhole();
  });

  test('continues with the next source after a wrong hash, a missing file and a dead host', async () => {
    await using wrong = await startHub(files, { replace: (content) => Buffer.alloc(content.length) });
    await using missing = await startHub(files, { status: 404 });
    await using good = await startHub(files);
    const gone = await startHub(files);
    await gone[Symbol.asyncDispose]();
    const sources = [wrong.source(files), missing.source(files), gone.source(files), good.source(files)];
    const failures: string[] = [];
    await storeOf(fakeModel('v', files, sources)).pull('v', {
      onProgress: (progress) => {
        if (progress.kind === 'source-failed') failures.push(progress.error.code);
      },
    });
    expect(failures).toEqual(['corrupt', 'missing', 'unreachable']);
    await expectWhole();
  });

  test('reports why every source failed, and installs nothing', async () => {
    await using wrong = await startHub(files, { replace: (content) => content.subarray(1) });
    const store = storeOf(fakeModel('v', files, [wrong.source(files)]));
    await expect(store.pull('v')).rejects.toThrow(/v\.onnx\.json has 499 bytes there instead of 500/);
    expect(await codeOf(store.pull('v'))).toBe('all_sources_failed');
    expect(await readdir(join(folder, 'voices'))).toEqual([]);
  });

  test('a spoilt leftover costs one fetch from the first byte', async () => {
    await using hub = await startHub(files);
    await mkdir(partial(), { recursive: true });
    await writeFile(join(partial(), 'v.onnx.00ff00ff00ff.part'), Buffer.alloc(100_000));
    await storeOf(fakeModel('v', files, [hub.source(files)])).pull('v');
    await expectWhole();
    expect(hub.requests.filter(({ name }) => name === 'v.onnx').map(({ from }) => from)).toEqual([
      100_000,
      null,
    ]);
  });

  test('an abort keeps the received part for the next pull', async () => {
    await using hub = await startHub(files, { pieceDelayMs: 5 });
    const store = storeOf(fakeModel('v', files, [hub.source(files)]));
    const stop = new AbortController();
    const pull = store.pull('v', { signal: stop.signal });
    const failed = expect(pull).rejects.toThrow('enough');
    await until(async () => (await partBytes()) > 50_000);
    stop.abort(new Error('enough'));
    await failed;
    expect(await store.isInstalled('v')).toBe(false);
    await store.pull('v');
    await expectWhole();
    expect(hub.requests.at(-1)?.from).toBeGreaterThanOrEqual(50_000);
  });

  test('a folder that cannot be written is named', async () => {
    await writeFile(join(folder, 'voices'), 'a file in the way');
    const store = storeOf(fakeModel('v', files, []));
    await expect(store.pull('v')).rejects.toThrow(/cannot write to/);
  });

  test('a model larger than the free space is refused before anything is fetched', async () => {
    await using hub = await startHub(files);
    const model = fakeModel('v', files, [hub.source(files)]);
    const huge = {
      ...model,
      files: model.files.map((file) => ({ ...file, sizeBytes: Number.MAX_SAFE_INTEGER / 4 })),
    };
    expect(await codeOf(storeOf(huge).pull('v'))).toBe('disk_full');
    expect(hub.requests).toEqual([]);
  });

  test('a full disk is a separate error', () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' });
    expect(fromFileSystem(full, folder)).toMatchObject({
      code: 'disk_full',
      message: `no space left in ${folder}`,
    });
    expect(fromFileSystem(new Error('other'), folder)).not.toBeInstanceOf(ModelError);
  });
});

describe('several processes', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  function pullInChild(model: Model): ChildProcess {
    const script = fileURLToPath(new URL('../test/kit/processes/pull-child.ts', import.meta.url));
    const args = ['--import', 'tsx', script, folder, JSON.stringify(model)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    return child;
  }

  test('pull the same model at once: one fetches, all succeed', async () => {
    await using hub = await startHub(files, { pieceDelayMs: 20 });
    const model = fakeModel('v', files, [hub.source(files)]);
    const exits = [pullInChild(model), pullInChild(model)].map((child) => once(child, 'exit'));
    await storeOf(model).pull('v');
    for (const exit of exits) expect(await exit).toEqual([0, null]);
    await expectWhole();
    expect(hub.requests.map(({ name }) => name).sort()).toEqual(['v.onnx', 'v.onnx.json']);
  });

  test('a killed one leaves no incomplete files, and the next one continues', async () => {
    await using hub = await startHub(files, { pieceDelayMs: 20 });
    const model = fakeModel('v', files, [hub.source(files)]);
    const child = pullInChild(model);
    await until(async () => (await partBytes()) > 50_000);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await readdir(join(folder, 'voices'))).toEqual(['.partial']);
    await storeOf(model).pull('v');
    await expectWhole();
    expect(hub.requests.at(-1)?.from).toBeGreaterThanOrEqual(50_000);
  });

  test('a holder that lost its claim while it slept spoils nothing', async () => {
    await using hub = await startHub(files, { pieceDelayMs: 10 });
    const model = fakeModel('v', files, [hub.source(files)]);
    const sleeper = storeOf(model).pull('v');
    await until(async () => (await partBytes()) > 50_000);
    await utimes(join(partial(), 'claim'), 0, 0);
    const newcomer = storeOf(model).pull('v');
    const sources = await Promise.all([sleeper, newcomer]);
    expect(sources.filter((source) => source !== null)).toHaveLength(1);
    await expectWhole();
  });

  test('a holder on another machine is waited for while its claim is fresh', async () => {
    await mkdir(partial(), { recursive: true });
    const claim = JSON.stringify({ token: 'abc', pid: process.pid, host: 'elsewhere.invalid' });
    await writeFile(join(partial(), 'claim'), claim);
    const stop = new AbortController();
    const onProgress = (progress: PullProgress) => {
      if (progress.kind === 'waiting') stop.abort(new Error('it waits'));
    };
    const pull = storeOf(fakeModel('v', files, [])).pull('v', { onProgress, signal: stop.signal });
    await expect(pull).rejects.toThrow('it waits');
    expect(await readFile(join(partial(), 'claim'), 'utf8')).toBe(claim);
  });
});

/** Names of the files of a source; files in parts count as whole. */
function deliveredBy(source: ModelSource): string[] {
  if (source.kind === 'url') return Object.keys(source.urls);
  if (source.kind === 'hub') return Object.keys({ ...source.paths, ...source.urls });
  if (source.kind !== 'packages') return Object.values(source.files);
  const names = source.packages.flatMap(deliveredBy);
  const parts = new Set(Object.values(source.parts ?? {}).flatMap((files) => files.map(({ name }) => name)));
  return [...names.filter((name) => !parts.has(name)), ...Object.keys(source.parts ?? {})];
}

test('every model of the manifest is complete', () => {
  for (const model of MODELS) {
    const names = deliveredFiles(model)
      .map(({ name }) => name)
      .sort();
    for (const file of [...model.files, ...deliveredFiles(model)]) {
      expect(file).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
      expect(file.sizeBytes).toBeGreaterThan(0);
    }
    for (const source of model.sources) {
      const delivered = deliveredBy(source);
      expect(delivered.sort()).toEqual(names);
    }
  }
});
