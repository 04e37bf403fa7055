import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const repository = resolve(import.meta.dirname, '..');
let checkout: string;

/** Modules of the checkout that a build omits. */
const TEST_ONLY = ['greet.test', 'testing', 'testing/greeting', 'words/testing'];

/** A checkout of two modules that uses the real scripts and the installed dependencies. */
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
  // Linked one by one, because the folder itself must be writable without changing the real one.
  mkdirSync(join(checkout, 'node_modules'));
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (name === '.parley-install') continue;
    symlinkSync(join(repository, 'node_modules', name), join(checkout, 'node_modules', name));
  }
  const install: { markInstalled(): void } = await import(join(checkout, 'scripts/install.mjs'));
  install.markInstalled();
  source('engine/greet.ts', GREET);
  source('engine/words/list.txt', 'data');
  for (const name of TEST_ONLY) source(`engine/${name}.ts`, 'throw new Error();');
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

const GREET = `
if (process.argv[2] === 'wait') {
  const timer = setInterval(() => undefined, 1000);
  process.once('SIGTERM', () => {
    clearInterval(timer);
    process.exitCode = 44;
    process.stdout.write('told to end');
  });
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
  test('run builds what changed and passes on arguments and exit code', () => {
    const first = script('run', 'engine/greet', '--loud', 'a b');
    expect(first).toEqual({ code: 43, out: '["--loud","a b"]', err: expect.stringContaining('built in') });
    expect(existsSync(join(checkout, 'dist/engine/words/list.txt'))).toBe(true);
    for (const name of TEST_ONLY)
      expect(existsSync(join(checkout, `dist/engine/${name}.js`)), name).toBe(false);

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

  test('a build with errors fails, and is not considered complete', () => {
    source('engine/wrong.ts', 'export const n = ;');
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

  test.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('a script ends with its npm: %s', async (signal) => {
    source('engine/cli/say.ts', GREET);
    expect(script('build').code).toBe(0);
    const child = spawn('npm', ['run', '--silent', 'say', '--', 'wait'], {
      cwd: checkout,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString();
    });
    await once(child.stdout, 'data');
    child.kill(signal);
    // Everything that could write to it has ended.
    await once(child.stdout, 'end');
    expect(said).toBe('["wait"]told to end');
  });

  test('start tells its usage, and refuses arguments that it does not know', () => {
    expect(script('start', '--help')).toMatchObject({ code: 0, out: expect.stringContaining('npm start') });
    expect(script('start', '--port', '9000')).toMatchObject({
      code: 2,
      err: expect.stringContaining('unknown argument "--port"'),
    });
  });

  test('start --prebuilt reports what native add-ons were built for if they do not load', () => {
    // A link to the real one, like all packages here.
    const addOn = join(checkout, 'node_modules/@discordjs');
    const marker = join(checkout, 'node_modules/.parley-install');
    const marked = readFileSync(marker, 'utf8');
    rmSync(addOn);
    source('node_modules/@discordjs/opus/index.js', "throw new Error('NODE_MODULE_VERSION 127');");
    const [abi, node] =
      process.versions.modules === '115' ? ['abi-127', 'Node.js 22'] : ['abi-115', 'Node.js 20'];
    writeFileSync(marker, marked.replace(/abi-\d+/, abi));
    try {
      const { code, err } = script('start', '--prebuilt');
      expect(code).toBe(1);
      expect(err).toContain(`built for ${node}`);
      expect(err).toContain(`this is Node.js ${process.versions.node}`);
      expect(err).not.toContain('    at ');
      rmSync(marker);
      expect(script('start', '--prebuilt')).toMatchObject({
        code: 1,
        err: expect.stringContaining('do not load (NODE_MODULE_VERSION 127)'),
      });
    } finally {
      rmSync(addOn, { recursive: true });
      symlinkSync(join(repository, 'node_modules/@discordjs'), addOn);
      writeFileSync(marker, marked);
    }
  });

  test('concurrent processes share one build', async () => {
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
  ['23.11.0', false],
  ['24.0.0', true],
  ['26.10.0', true],
  ['27.0.0', false],
])('Node.js %s is supported: %s', async (version, supported) => {
  const lib: { checkNode(version: string, libc?: string): void } = await import(
    join(repository, 'scripts/lib.mjs')
  );
  if (supported) lib.checkNode(version);
  else expect(() => lib.checkNode(version)).toThrow(/runs on Node\.js 20.*nvm/);
  expect(() => lib.checkNode('22.12.0', 'musl')).toThrow(/musl.*Debian/);
});
