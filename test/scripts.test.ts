import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const repository = resolve(import.meta.dirname, '..');
let checkout: string;

/** A checkout of two modules that borrows the real scripts and the installed dependencies. */
beforeAll(async () => {
  checkout = mkdtempSync(join(tmpdir(), 'parley-scripts-'));
  for (const name of [
    'scripts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
  ]) {
    cpSync(join(repository, name), join(checkout, name), { recursive: true });
  }
  // Entries one by one: the folder itself must be writable without touching the real one.
  mkdirSync(join(checkout, 'node_modules'));
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (name === '.parley-install') continue;
    symlinkSync(join(repository, 'node_modules', name), join(checkout, 'node_modules', name));
  }
  const install: { markInstalled(): void } = await import(join(checkout, 'scripts/install.mjs'));
  install.markInstalled();
  source('engine/greet.ts', GREET);
  source('engine/words/list.txt', 'data');
  source('engine/greet.test.ts', 'throw new Error();');
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

const GREET = `
if (process.argv[2] === 'wait') {
  const timer = setInterval(() => undefined, 1000);
  process.once('SIGTERM', () => { clearInterval(timer); process.exitCode = 44; });
} else process.exitCode = 43;
process.stdout.write(JSON.stringify(process.argv.slice(2)));
`;

function source(file: string, text: string): void {
  mkdirSync(join(checkout, file, '..'), { recursive: true });
  writeFileSync(join(checkout, file), text);
}

function script(name: string, ...args: string[]) {
  const run = spawnSync(process.execPath, [`scripts/${name}.mjs`, ...args], {
    cwd: checkout,
    encoding: 'utf8',
  });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

describe('scripts', () => {
  test('run builds what changed and hands over arguments and exit code', () => {
    const first = script('run', 'engine/greet', '--loud', 'a b');
    expect(first).toEqual({ code: 43, out: '["--loud","a b"]', err: expect.stringContaining('built in') });
    expect(existsSync(join(checkout, 'dist/engine/words/list.txt'))).toBe(true);
    expect(existsSync(join(checkout, 'dist/engine/greet.test.js'))).toBe(false);

    expect(script('run', 'engine/greet.ts')).toEqual({ code: 43, out: '[]', err: '' });

    source('engine/extra.ts', 'process.exitCode = 1;');
    expect(script('run', 'engine/extra')).toMatchObject({
      code: 1,
      err: expect.stringContaining('built in'),
    });
    rmSync(join(checkout, 'engine/extra.ts'));
    expect(script('run', 'engine/extra')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no module'),
    });
  });

  test('a build with errors fails, and is not taken for done', () => {
    source('engine/wrong.ts', 'export const n: number = "text";');
    expect(script('build').code).not.toBe(0);
    expect(script('build').code).not.toBe(0);
    rmSync(join(checkout, 'engine/wrong.ts'));
    expect(script('build').code).toBe(0);
  });

  test('run passes signals to the module', async () => {
    const args = ['scripts/run.mjs', 'engine/greet', 'wait'];
    const child = spawn(process.execPath, args, { cwd: checkout, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([44, null]);
  });

  test('processes that start at once share one build', async () => {
    rmSync(join(checkout, 'dist'), { recursive: true, force: true });
    const args = ['scripts/run.mjs', 'engine/greet'];
    const children = [1, 2, 3].map(() => spawn(process.execPath, args, { cwd: checkout, stdio: 'ignore' }));
    const exits = await Promise.all(children.map((child) => once(child, 'exit')));
    expect(exits).toEqual([
      [43, null],
      [43, null],
      [43, null],
    ]);
  });
});

test.each([
  ['18.20.0', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.0', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['24.1.0', false],
])('Node.js %s is supported: %s', async (version, supported) => {
  const lib: { checkNode(version: string): void } = await import(join(repository, 'scripts/lib.mjs'));
  if (supported) lib.checkNode(version);
  else expect(() => lib.checkNode(version)).toThrow(/runs on Node\.js 20/);
});
