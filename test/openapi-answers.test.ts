/** The server's responses match its OpenAPI document for any request. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createEngine } from '../engine/index.ts';
import { createRecogniser, modelsFolder } from '../engine/setup.ts';
import { ALL_MODELS } from '../model-files/public-models.ts';
import { times } from './kit/long-form.ts';
import { whyNoPython } from './kit/python/packages.ts';
import { askEverything } from './kit/schemathesis.ts';
import { KEY, startTestServer } from './kit/server.ts';
import { startHub } from './kit/servers/model-hub.ts';

const RUN_MS = 600_000;
const missing = whyNoPython('schemathesis');

test.skipIf(missing !== null)(
  `whatever is asked, there is no 5xx and no answer that the document does not announce${missing ? ` (skipped: ${missing})` : ''}`,
  { timeout: RUN_MS },
  async (context) => {
    const recogniser = await createRecogniser({ remote: null });
    if (!recogniser.supports('en')) return context.skip('without a recogniser some answers are 503');
    // With cheap voices, and the speaker encoder that some transcripts need.
    const engine = await createEngine({
      voiceFolders: {},
      lanes: 1,
      recogniser,
      modelsFolder: modelsFolder(),
    });
    // Models are fetched and removed, too: from a hub that has only cards, and in a temporary folder.
    const models = await mkdtemp(join(tmpdir(), 'parley-answers-'));
    await using hub = await startHub(cards());
    vi.stubEnv('PIP_NO_INDEX', '1');
    vi.stubEnv('npm_config_offline', 'true');
    onTestFinished(() => void vi.unstubAllEnvs());
    const env = { DEMO_OPEN: '1', MODELS_DIR: models, MODEL_HUB_URL: hub.url };
    const server = await startTestServer(engine, env);
    try {
      const { code, report } = await askEverything(server.base, KEY, times(0, 10));
      expect(report).toMatch(/Selected: \d\d+/);
      if (code !== 0) throw new Error(report.slice(-20_000));
    } finally {
      await server.close();
      await rm(models, { recursive: true, force: true });
      await engine.close();
    }
  },
);

/** Returns the cards of all public models, at their paths on the hub. */
function cards() {
  return ALL_MODELS.flatMap(({ card }) =>
    card
      ? [
          {
            name: `${card.repository}/resolve/${card.revision}/${card.path}`,
            content: Buffer.from('* License: CC0'),
          },
        ]
      : [],
  );
}
