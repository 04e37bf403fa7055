/** The programs of docs/recipes.md, unchanged, with the packages that they use. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Block, readPage } from '../kit/docs/markdown.ts';
import { expectLines } from '../kit/docs/output.ts';
import { runPython, whyNoPython } from '../kit/python/packages.ts';
import { completeEngine, KEY, startTestServer, type TestServer } from '../kit/server.ts';

const TESTS = join(import.meta.dirname, '..');
const TIMEOUT_MS = 120_000;

const { blocks } = readPage(join(TESTS, '..', 'docs/recipes.md'));
const programs = blocks.flatMap((block, i) =>
  block.note?.kind === 'run by' && block.note.test === 'test/recipes'
    ? [{ block, shown: blocks[i + 1]?.code ?? '' }]
    : [],
);
const missing = whyNoPython('agents');

let server: TestServer | null = null;
beforeAll(async () => {
  const engine = await completeEngine();
  if (engine) server = await startTestServer(engine);
});
afterAll(() => server?.close());

describe('recipes', { timeout: TIMEOUT_MS }, () => {
  test.for(programs)('line $block.line', async ({ block, shown }, { skip }) => {
    if (server === null) return skip('there is no recogniser');
    if (block.language === 'python' && missing !== null) return skip(missing);
    expectLines(shown, await run(block, server));
  });

  test('Open WebUI', async ({ skip }) => {
    if (server === null) return skip('there is no recogniser');
    if (missing !== null) return skip(missing);
    const script = join(import.meta.dirname, 'open_webui.py');
    const { stdout, stderr } = await runPython('agents', [script, `${server.base}/v1`, KEY]);
    expect(stderr).toBe('');
    const { type, text } = JSON.parse(stdout) as { type: string; text: string };
    expect(type).toBe('audio/mpeg');
    expect(text).toMatch(/cup of tea/i);
  });
});

/** @returns what it printed */
async function run({ language, code }: Block, { base, ws }: TestServer): Promise<string> {
  const program = code.replaceAll('http://127.0.0.1:8000', base).replaceAll('ws://127.0.0.1:8000', ws);
  const env = { PARLEY_API_KEY: KEY };
  if (language === 'python') {
    const { code: status, stdout, stderr } = await runPython('agents', ['-c', program], { env });
    if (status !== 0) throw new Error(stderr.slice(-4000));
    return stdout;
  }
  const node = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, node, {
    cwd: TESTS,
    env: { ...process.env, ...env },
  });
  return stdout;
}
