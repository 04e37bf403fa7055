/** Entry point of the process that rewrites a model and writes the files for loading it. */
import { mkdir, readFile } from 'node:fs/promises';
import { familyOf } from '../family-of.ts';
import type { OptimizeOrder } from './optimized-files.ts';
import { writeOptimized } from './stages.ts';

// The process that waited for this one has ended.
process.on('disconnect', () => process.exit(1));

const { engine, modelPath, folder } = JSON.parse(process.argv[2] ?? '') as OptimizeOrder;
await mkdir(folder);
const { name, stagesOf } = familyOf({ engine });
if (!stagesOf) throw new Error(`models of ${name} are loaded as they are`);
await writeOptimized(folder, await stagesOf(modelPath, await readFile(modelPath)));
process.exit(0);
