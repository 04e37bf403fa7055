/**
 * The measured process: our server as `npm start` runs it, and the peer's sessions on the same engine and the same
 * recogniser.
 */
import { rmSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { prepareConversations } from '../../agent-worker/conversation/load-models.ts';
import type { TurnMetrics } from '../../agent-worker/conversation/types.ts';
import { createLog } from '../../api/observability/log.ts';
import { startServer } from '../../api/server.ts';
import { loadSettings } from '../../api/settings/settings.ts';
import { createCloning } from '../../cloning/index.ts';
import { createEngine } from '../../engine/index.ts';
import { createRecogniser, voiceFolders } from '../../engine/setup.ts';
import { Transcriber } from '../../recordings/index.ts';
import type { FromHost, ToHost } from './messages.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const tell = (message: FromHost): void => {
  process.send?.(message);
};

process.once('disconnect', () => {
  if (process.env.DATA_DIR) rmSync(process.env.DATA_DIR, { recursive: true, force: true });
  process.kill(process.pid, 'SIGKILL');
});

const settings = loadSettings();
const engine = await createEngine({
  voiceFolders: voiceFolders({ MODELS_DIR: settings.modelsDir, DATA_DIR: settings.dataDir }),
  lanes: settings.lanes,
  recogniser: await createRecogniser({
    remote: null,
    local: settings.recogniser,
    modelsFolder: settings.modelsDir,
  }),
});
const engineBytes = process.memoryUsage.rss();
await prepareConversations();
/** Receives every log line. The line about a turn contains its times. */
const log = createLog(settings, {
  write: (line) => {
    const { msg, level, ...fields } = JSON.parse(line) as { msg?: string; level: string };
    if (msg === 'a turn was answered')
      tell({ kind: 'turn', side: 'ours', metrics: fields as unknown as TurnMetrics });
    else if (level === 'warn' || level === 'error') console.error(line.trim());
  },
});
const { listening } = await startServer(
  settings,
  { engine, cloning: createCloning(engine), transcriber: new Transcriber(engine) },
  log,
);
tell({ kind: 'ready', port: listening.port, engineBytes, readyBytes: process.memoryUsage.rss() });

async function join(url: string, token: string): Promise<void> {
  const { openPeer } = await import('./peer-session.ts');
  await openPeer({
    url,
    token,
    engine,
    model: { baseUrl: settings.llmBaseUrl ?? '', apiKey: settings.llmApiKey, model: settings.llmModel ?? '' },
    onTurn: (metrics) => tell({ kind: 'turn', side: 'peer', metrics }),
  });
  tell({ kind: 'joined' });
}

process.on('message', (message: ToHost) => {
  if (message.kind === 'join') {
    join(message.url, message.token).catch((error: unknown) => {
      tell({
        kind: 'failed',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    });
    return;
  }
  if (message.collect) collectGarbage();
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  tell({
    kind: 'usage',
    usage: { residentBytes: rss, cpuMs: (user + system) / 1000, heapBytes: heapUsed },
  });
});
