/** The server as `npm start` runs it, except that it ends with the benchmark, and deletes its data. */
import { rmSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

// Memory is compared after a garbage collection, since garbage is not a cost of a socket. The answer is the heap in
// use, in bytes.
process.on('message', () => {
  collectGarbage();
  process.send?.(process.memoryUsage().heapUsed);
});

process.once('disconnect', () => {
  // The folder was made for this process alone. After an orderly end the benchmark removes it.
  if (process.env.DATA_DIR) rmSync(process.env.DATA_DIR, { recursive: true, force: true });
  process.kill(process.pid, 'SIGKILL');
});
await import('../../api/main.ts');
