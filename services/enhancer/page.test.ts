/** Checks that the examples of docs/enhancer.md do what the page says. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { testSpeech, testWav } from '../../engine/testing/speakers.ts';
import { readWav } from '../../media/wav.ts';
import { ExternalEnhancer } from '../../recordings/index.ts';
import { enhancerForTest, whyNoModel } from './testing.ts';

const RATE = 16_000;
const PORT_SHOWN = '127.0.0.1:8100';
const page = readFileSync(resolve(import.meta.dirname, '../../docs/enhancer.md'), 'utf8');

const block = (language: string, words: string): string =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].find(
    ([, name, code = '']) => name === language && code.includes(words),
  )?.[2] ?? '';

/** Programs that a developer may lack must be installed in continuous integration. */
const lacks = (program: string): boolean =>
  process.env.CI !== 'true' && spawnSync(program, ['--version'], { stdio: 'ignore' }).status !== 0;

describe.skipIf(lacks('curl') || (await whyNoModel()) !== null)('with the enhancer', () => {
  test('the line with curl has a recording cleaned', { timeout: 60_000 }, async () => {
    const { address } = await enhancerForTest();
    const folder = mkdtempSync(join(tmpdir(), 'parley-enhancer-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const speech = await testSpeech();
    writeFileSync(join(folder, 'recording.wav'), testWav(speech));
    const code = block('bash', 'curl').replace(PORT_SHOWN, new URL(address).host);
    await promisify(execFile)('bash', ['-euc', code], { cwd: folder });
    const { channels, sampleRate } = readWav(readFileSync(join(folder, 'cleaned.wav')));
    expect([sampleRate, channels[0]?.length]).toEqual([RATE, speech.length]);
  });
});

describe.skipIf(lacks('python3'))("a stranger's enhancer", () => {
  test('as in examples/enhancer.py, it is used, and refuses', async () => {
    const code = readFileSync(resolve(import.meta.dirname, '../../examples/enhancer.py'), 'utf8')
      .replace('8100)', '0)')
      .replace('ThreadingHTTPServer((', 'server = ThreadingHTTPServer((');
    const listening = code.replace(/, Enhancer\)\.serve_forever\(\)/, (end) =>
      end.replace('.serve_forever()', '\nprint(server.server_port, flush=True)\nserver.serve_forever()'),
    );
    const child = spawn('python3', ['-c', listening], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let out = '';
    child.stdout.on('data', (part: Buffer) => {
      out += part.toString();
    });
    await vi.waitFor(() => expect(out).toMatch(/^\d+\n/), { timeout: 10_000 });
    const enhancer = new ExternalEnhancer({ url: `http://127.0.0.1:${out.trim()}/` });
    onTestFinished(() => enhancer.close());
    const samples = await testSpeech();
    const cleaned = await enhancer.enhance({ samples, sampleRate: RATE });
    expect(cleaned.samples[RATE]).toBeCloseTo(samples[RATE]! / 2, 3);
    const moment = { samples: samples.subarray(0, RATE / 2), sampleRate: RATE };
    await expect(enhancer.enhance(moment)).rejects.toMatchObject({
      fault: 'refused',
      reason: 'the recording is too short',
    });
  });
});
