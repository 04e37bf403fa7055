import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeModel, randomFile, startHub } from '../test/kit/servers/model-hub.ts';
import { formatBytes, pullPlan, pullWithReport } from './pull-report.ts';
import { ModelStore } from './store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-report-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function pullOnto(isTTY: boolean): Promise<string> {
  const files = [randomFile('v.onnx.json', 500), randomFile('v.onnx', 400_000)];
  await using hub = await startHub(files, { pieceDelayMs: 2 });
  await using broken = await startHub(files, { status: 404 });
  const model = {
    ...fakeModel('v', files, [broken.source(files), hub.source(files)]),
    licenseNote: 'read this first',
  };
  const store = new ModelStore({ folder, models: [model] });
  let text = '';
  const output = { isTTY, write: (piece: string) => (text += piece) };
  await pullWithReport(store, 'v', { output });
  await pullWithReport(store, 'v', { output });
  return text;
}

test('a log gets whole lines, the licence before the first byte and a line for each quarter', async () => {
  const lines = (await pullOnto(false)).trimEnd().split('\n');
  expect(lines[0]).toBe('v: a model for tests, 400.5 kB');
  expect(lines.slice(1, 3)).toEqual(['  licence: CC0-1.0', '  note: read this first']);
  expect(lines[4]).toMatch(/^ {2}failed: 127\.0\.0\.1:\d+ answered 404 for v\.onnx\.json$/);
  expect(lines.filter((line) => line.includes('%'))).toHaveLength(4);
  expect(lines.slice(-2)).toEqual([expect.stringMatching(/^v installed from 127/), 'v is installed']);
  expect(lines.join('')).not.toContain('\r');
});

test('a terminal gets a bar that is wiped away in the end', async () => {
  const text = await pullOnto(true);
  expect(text).toContain(`\r\x1b[K  [${'#'.repeat(30)}] 100 % of 400.5 kB`);
  expect(text).toContain('\r\x1b[Kv installed from 127');
});

test('the report names the models to be fetched, with their sizes and how to leave them out', () => {
  const models = ['a', 'b'].map((id) => fakeModel(id, [randomFile(`${id}.onnx`, 400_000)], []));
  expect(pullPlan(models)).toMatch(
    /^fetching 800\.0 kB: a \(400\.0 kB\), b \(400\.0 kB\); .*MODELS=default,-a,/,
  );
});

test.each([
  [999, '999 B'],
  [63_201_294, '63.2 MB'],
  [1_500, '1.5 kB'],
  [2_340_000_000, '2.34 GB'],
])('%d bytes are written as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
