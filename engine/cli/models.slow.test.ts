import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ALL_MODELS } from '../../model-files/public-models.ts';
import { onHub, startHub } from '../../test/kit/servers/model-hub.ts';

const THORSTEN = 'de_DE-thorsten-medium';

/** Runs the command with a models folder of its own. */
async function models(hub: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-models-command-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { HTTPS_PROXY: _https, HTTP_PROXY: _http, https_proxy: _s, http_proxy: _p, ...rest } = process.env;
  const env = { ...rest, MODELS_DIR: folder, DATA_DIR: folder, MODEL_HUB_URL: hub };
  return new Promise((resolve) => {
    const program = ['--import', 'tsx', join(import.meta.dirname, 'models.ts'), ...args];
    execFile(process.execPath, program, { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

test('a language is listed without any network', async () => {
  const { code, out } = await models('http://127.0.0.1:9', 'list', '--language', 'de');
  expect(code).toBe(0);
  expect(out).toContain(
    `${THORSTEN}  piper-voice  de-DE  63.2 MB\n    Thorsten, German (Germany), medium quality\n`,
  );
  expect(out).not.toContain('en_US');
});

test('a hub that cannot be reached is named, with remedies', async () => {
  const { code, err } = await models('http://127.0.0.1:9', 'pull', THORSTEN, '--accept-license');
  expect(code).toBe(1);
  expect(err).toContain(
    `http://127.0.0.1:9/rhasspy/piper-voices/resolve/v1.0.0/de/de_DE/thorsten/medium/MODEL_CARD`,
  );
  expect(err).toMatch(/MODEL_HUB_URL.*HTTPS_PROXY/);
});

test('without a terminal, the card is shown and nothing is fetched', async () => {
  const known = ALL_MODELS.find(({ id }) => id === THORSTEN)!;
  const { files } = onHub(known, () => Buffer.from('a file'));
  await using hub = await startHub(files);
  const { code, err } = await models(hub.url, 'pull', THORSTEN);
  expect(code).toBe(1);
  expect(err).toContain('  | * License: CC0\n');
  expect(err).toContain('--accept-license');
  expect(hub.requests).toHaveLength(1);
});

test('an unknown name is answered with similar ones', async () => {
  const { code, err } = await models('http://127.0.0.1:9', 'pull', 'thorsten');
  expect(code).toBe(1);
  expect(err).toContain(THORSTEN);
});
