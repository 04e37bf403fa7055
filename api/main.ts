/** Entry of the server process. */
import { join } from 'node:path';
import { createEngine } from '../engine/engine.ts';
import { KIND_FOLDERS } from '../engine/models/manifest.ts';
import { run } from './run.ts';

process.exit(
  await run(async (settings, log, metrics) => {
    const engine = await createEngine({
      voiceFolders: [join(settings.dataDir, 'voices'), join(settings.modelsDir, KIND_FOLDERS['piper-voice'])],
      lanes: settings.lanes,
      warn: (message, fields) => log.warn(fields, message),
      observer: {
        firstAudio: (waitedMs, voice) =>
          metrics.firstAudioSeconds.observe({ engine: voice.engine }, waitedMs / 1000),
        work: (busyMs, audioMs, voice) => {
          if (audioMs > 0) metrics.realTimeFactor.observe({ engine: voice.engine }, busyMs / audioMs);
        },
      },
    });
    const substitute = engine.voices().find((voice) => voice.notice !== null);
    if (substitute) log.warn({ voice: substitute.id }, substitute.notice ?? '');
    return engine;
  }),
);
