/**
 * A process that works on restore jobs until it is killed: restore-runner.ts PLACE-AS-JSON. Reports when it cleans a
 * recording, so that a test can kill it in the middle of one.
 */
import { writeSync } from 'node:fs';
import { createLog } from '../../../api/observability/log.ts';
import { Metrics } from '../../../api/observability/metrics.ts';
import { RestoreWorker } from '../../../api/restore/worker.ts';
import { type DatabasePlace, openDatabase } from '../../../api/storage/database.ts';
import { modelsFolder } from '../../../engine/setup.ts';
import { Restorer } from '../../../recordings/index.ts';

/** Short enough for a test to wait for. */
const LEASE_MS = 1500;

async function workForEver(place: DatabasePlace): Promise<void> {
  const restorer = new Restorer({ modelsFolder: modelsFolder(), maxSeconds: 600 });
  const db = await openDatabase(place);
  const worker = new RestoreWorker({
    db,
    restore: (audio, options) =>
      restorer.restore(audio, {
        ...options,
        onProgress: (stage, fraction) => {
          options.onProgress?.(stage, fraction);
          if (stage === 'clean') writeSync(1, 'cleaning\n');
        },
      }),
    transcripts: { report: async () => 'its transcript was not compared' },
    settings: { restoreJobs: 1, restoreKeepHours: 1 },
    metrics: new Metrics(),
    log: createLog({ logLevel: 'silent' }),
    timing: { leaseMs: LEASE_MS, renewMs: 200, pollMs: 100 },
  });
  worker.start();
}

await workForEver(JSON.parse(process.argv[2] ?? '') as DatabasePlace);
