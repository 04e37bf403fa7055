/** The process of an owner who floods the server with anything but speech. */
import { constants, setPriority } from 'node:os';
import { type FloodJob, flood, type Material, record } from '../fair/floods.ts';
import { ParleyClient } from '../load/parley-client.ts';

// It stands for another machine: what it computes itself must not slow the server down.
setPriority(constants.priority.PRIORITY_LOW);

let material: Material | undefined;

process.once('disconnect', () => process.exit());
process.on('message', (job: FloodJob) => {
  const client = new ParleyClient(job);
  void (async () => {
    // A job of no length is there to have the recordings made.
    material ??= await record(client);
    process.send?.(await flood(job, client, material));
  })();
});
process.send?.('ready');
