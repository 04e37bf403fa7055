/** Entry point of `npm run scenarios`: calls agents by scenario files, and checks the calls. */
import { constants } from 'node:os';
import { scenarios } from './cli.ts';

// Child processes end with this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(128 + constants.signals[signal]));
}
process.exit(await scenarios(process.argv.slice(2)));
