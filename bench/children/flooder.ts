/** The process of an owner who floods the server with requests other than speech. */
import { constants, setPriority } from 'node:os';
import { type FloodJob, flood, type Material, record } from '../fair/floods.ts';
import { ParleyClient } from '../load/parley-client.ts';

// It simulates another machine, so its own computations must not slow the server down.
setPriority(constants.priority.PRIORITY_LOW);

let material: Material | undefined;

process.once('disconnect', () => process.exit());
process.on('message', (job: FloodJob) => {
  const client = new ParleyClient(job);
  void (async () => {
    // A job of zero duration only makes the recordings.
    material ??= await record(client);
    process.send?.(await flood(job, client, material));
  })();
});
process.send?.('ready');
