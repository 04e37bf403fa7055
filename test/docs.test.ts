/** Runs the commands of the README and of the pages in docs/, and checks their documented output. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import { Metrics } from '../api/observability/metrics.ts';
import { SETTINGS } from '../api/settings/settings.ts';
import { decodePcm16 } from '../media/pcm.ts';
import { readWav } from '../media/wav.ts';
import { Checkout, REPOSITORY } from './kit/docs/checkout.ts';
import { type Block, type Page, readPage } from './kit/docs/markdown.ts';
import { expectAlignment, expectJson, expectLines } from './kit/docs/output.ts';

const RUNNABLE = ['bash', 'python', 'js'];
const START = 'npm start';
/** Starting a server and loading its voice, with other tests on the same cores. */
const TIMEOUT_MS = 120_000;
/** The noise level of a quiet room is some -60 dBFS, soft speech has -35. */
const MIN_LEVEL = 0.01;
const MIN_SECONDS = 0.3;

const names = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...[
    'docs',
    'language',
    'engine',
    'recordings',
    'cloning',
    'agent-worker',
    'api',
    'scenarios',
    'bench',
    'research',
  ].flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder), { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((name) => name.endsWith('.md'))
      .sort(),
  ),
];
const pages = new Map(names.map((name) => [name, readPage(join(REPOSITORY, name))]));

/** For pages that do not start a server with settings of its own, because their readers have one already. */
const shared = new Checkout();
afterAll(() => shared.remove());

describe.each([...pages].filter(([, page]) => page.blocks.some(isRunnable)))('%s', (_name, page) => {
  const hasOwn = page.blocks.some(({ note, code }) => note?.kind === 'serves' && code !== START);
  const own = hasOwn ? new Checkout() : null;
  const checkout = own ?? shared;
  afterAll(() => own?.remove());
  let printed = '';

  test('every example is run or says why not, and has a claim', () => {
    for (const [index, block] of page.blocks.entries()) {
      if (!isRunnable(block)) continue;
      expect(block.note, `a comment above line ${block.line}`).not.toBeNull();
      const next = page.blocks[index + 1]?.note?.kind;
      if (/^run/.test(block.note?.kind ?? ''))
        expect(next, `the block after line ${block.line}`).toMatch(/^output/);
    }
  });

  // A block that another test runs must be followed by the output that it compares.
  const ours = page.blocks.filter(
    ({ note }, i) =>
      note !== null && !/^(not run|run by)$/.test(note.kind) && page.blocks[i - 1]?.note?.kind !== 'run by',
  );
  for (const block of ours) {
    test(`line ${block.line}: ${firstWords(block)}`, { timeout: TIMEOUT_MS }, async (context) => {
      const before = printed;
      // The program's output stays available for a second comparison.
      if (!block.note?.kind.startsWith('output')) printed = '';
      printed = await follow(block, checkout, before, context);
    });
  }
});

/**
 * Executes a block.
 * @returns the output of the last program
 */
async function follow(
  block: Block,
  checkout: Checkout,
  printed: string,
  context: TestContext,
): Promise<string> {
  switch (block.note?.kind) {
    case 'serves': {
      const greeting = await checkout.serve(block.code);
      await printedLineSpeaks(greeting, checkout, context);
      return checkout.withShownPorts(greeting);
    }
    case 'output':
      if (printed === '') context.skip('the program could not run');
      if (block.language === 'json') expectJson(block.code, printed);
      else expectLines(block.code, printed);
      return printed;
    case 'output alignment':
      if (printed === '') context.skip('the program could not run');
      expectAlignment(block.code, printed);
      return printed;
    case 'writes': {
      const file = join(checkout.folder, block.note.file);
      rmSync(file, { force: true });
      const ran = await execute(block, checkout, context);
      if (ran && file.endsWith('.wav')) expectSound(file);
      else if (ran) expect(readFileSync(file).length).toBeGreaterThan(0);
      return '';
    }
    default:
      return await execute(block, checkout, context);
  }
}

/** Runs the command that the server prints, unchanged. */
async function printedLineSpeaks(greeting: string, checkout: Checkout, context: TestContext): Promise<void> {
  const line = /^ *curl .*\\\n.* -o hello\.wav$/m.exec(greeting)?.[0] ?? '';
  expect(line).toContain('/sse/speak/en');
  need('curl', context);
  await checkout.run(['bash', '-c', line]);
  expectSound(join(checkout.folder, 'hello.wav'));
  rmSync(join(checkout.folder, 'hello.wav'));
}

async function execute(block: Block, checkout: Checkout, context: TestContext): Promise<string> {
  if (/\bcurl\b/.test(block.code)) need('curl', context);
  if (block.language === 'python') need('python3', context);
  if (/127\.0\.0\.1|localhost/.test(block.code) && !checkout.serves) await checkout.serve(START);
  const code = checkout.withRealPorts(block.code);
  const run = (): Promise<string> => {
    if (block.language === 'bash') return checkout.run(['bash', '-euo', 'pipefail', '-c', code]);
    if (block.language === 'python') return checkout.run(['python3', '-'], code);
    writeFileSync(join(checkout.folder, 'example.mjs'), code);
    return checkout.run([process.execPath, 'example.mjs']);
  };
  return checkout.withShownPorts(await run()) || '\n';
}

/** Skips a test without this program; in CI it fails instead. */
function need(program: string, context: TestContext): void {
  if (spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0) return;
  if (process.env.CI === 'true') throw new Error(`${program} is needed to check the examples`);
  context.skip(`${program} is not installed`);
}

function expectSound(file: string): void {
  const bytes = readFileSync(file);
  const isWav = file.endsWith('.wav');
  const wav = isWav ? readWav(bytes) : null;
  const samples = wav?.channels[0] ?? decodePcm16(bytes);
  if (isWav) expect(bytes.readUInt32LE(4), 'the length in the header').toBe(bytes.length - 8);
  expect(samples.length / (wav?.sampleRate ?? 24_000), 'seconds').toBeGreaterThan(MIN_SECONDS);
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  expect(Math.sqrt(power), 'level').toBeGreaterThan(MIN_LEVEL);
}

function isRunnable(block: Block): boolean {
  return RUNNABLE.includes(block.language);
}

function firstWords(block: Block): string {
  return block.note?.kind.startsWith('output')
    ? block.note.kind
    : (block.code.split('\n')[0] ?? '').slice(0, 60);
}

test.each([...pages])('the links of %s resolve', (name: string, page: Page) => {
  for (const link of page.links) {
    if (/^https?:/.test(link)) continue;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? name : relative(REPOSITORY, join(REPOSITORY, dirname(name), path));
    expect(existsSync(join(REPOSITORY, target)), link).toBe(true);
    if (anchor !== undefined) expect([...(pages.get(target)?.anchors ?? [])], link).toContain(anchor);
  }
});

test('the settings that pages name exist', () => {
  const ofLibraries =
    'OTEL_\\w+|OLLAMA_\\w+|AWS_\\w+|AUDIO_[ST]T[ST]_\\w+|MALLOC_(?:ARENA_MAX|MMAP_THRESHOLD_)|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|REQUESTS_CA_BUNDLE';
  const others = new RegExp(`^(PARLEY_\\w+|NAME|SPEAKER|ID|HTTPS?_PROXY|NO_PROXY|${ofLibraries})$`);
  const known: string[] = Object.values(SETTINGS).flatMap(({ name, secret }) =>
    secret ? [name, `${name}_FILE`] : [name],
  );
  for (const [name, { text }] of pages) {
    for (const [, setting = ''] of text.matchAll(/`([A-Z][A-Z_]+)\b[^`]*`/g)) {
      // Words of SQL and HTTP are also code. Settings contain an underscore, and are not in this list.
      if (!setting.includes('_') || others.test(setting)) continue;
      expect(known, name).toContain(setting);
    }
  }
});

test('every metric is documented', async () => {
  const metrics = new Metrics();
  metrics.watchEngine(() => ({
    activeStreams: 0,
    waitingStreams: 0,
    queuedSteps: 0,
    lanes: 1,
    underruns: 0,
    voiceCores: 0.1,
    busySeconds: 0,
    audioSeconds: 0,
  }));
  metrics.watchOverload({ cause: null, reading: { event_loop: 0, memory: 0 } });
  metrics.watchCapacity(() => 1);
  metrics.watchSharedLimits(() => true);
  const served = (await metrics.registry.getMetricsAsJSON()).map((metric) => metric.name);
  const { text } = readPage(join(REPOSITORY, 'docs/operations.md'));
  const table = text.split('## Metrics')[1]?.split('## Traces')[0] ?? '';
  const documented = new Set([...table.matchAll(/`(parley_\w+)/g)].map(([, name]) => name));
  expect([...documented].sort()).toEqual(served.filter((name) => name.startsWith('parley_')).sort());
});
