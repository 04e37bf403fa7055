/** The programs of examples/, unchanged except for addresses, with the packages that they use. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectLines } from '../kit/docs/output.ts';
import { runPython, whyNoPython } from '../kit/python/packages.ts';
import { completeEngine, KEY, startTestServer, type TestServer } from '../kit/server.ts';

const TESTS = join(import.meta.dirname, '..');
const EXAMPLES = join(TESTS, '../examples');
const TIMEOUT_MS = 120_000;
const HEARD = 'I would like a cup of tea.';

/** Expected output of each program. */
const PROGRAMS = {
  'livekit-agents/speech.py': `1.9 s: ${HEARD}`,
  'livekit-agents/transcription.py': HEARD,
  'livekit-agents/realtime.py': '1.4 s: …',
  'livekit-agents/speech.mjs': HEARD,
  'pipecat/speech.py': HEARD,
  'pipecat/transcription.py': HEARD,
  'pipecat/realtime.py': 'Hello! …',
  'realtime.mjs': 'completed true',
  'transcription.mjs': HEARD,
  'twilio.mjs':
    '<Response><Connect><Stream url="wss://speech.example.org/agents/…/media-stream/…" /></Connect></Response>',
};
const missing = whyNoPython('agents');

let server: TestServer | null = null;
beforeAll(async () => {
  const engine = await completeEngine();
  if (engine) server = await startTestServer(engine);
});
afterAll(() => server?.close());

describe('examples', { timeout: TIMEOUT_MS }, () => {
  test.for(Object.entries(PROGRAMS))('%s', async ([file, printed], { skip }) => {
    if (server === null) return skip('there is no recogniser');
    if (file.endsWith('.py') && missing !== null) return skip(missing);
    expectLines(printed, await run(file, server));
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

/** @returns its output */
async function run(file: string, { base, ws }: TestServer): Promise<string> {
  const code = readFileSync(join(EXAMPLES, file), 'utf8');
  const program = code.replaceAll('http://127.0.0.1:8000', base).replaceAll('ws://127.0.0.1:8000', ws);
  const env = { PARLEY_API_KEY: KEY };
  if (file.endsWith('.py')) {
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
