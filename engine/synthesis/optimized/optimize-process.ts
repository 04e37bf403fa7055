/** Entry point of the process that rewrites a model and writes the files that it is loaded from. */
import { mkdir, readFile } from 'node:fs/promises';
import { splitKokoro } from '../kokoro/split.ts';
import type { OptimizeOrder } from './optimized-files.ts';
import { writeOptimized } from './stages.ts';

// Whoever waited for it is gone.
process.on('disconnect', () => process.exit(1));

const { modelPath, folder } = JSON.parse(process.argv[2] ?? '') as OptimizeOrder;
await mkdir(folder);
await writeOptimized(folder, splitKokoro(await readFile(modelPath)));
process.exit(0);
