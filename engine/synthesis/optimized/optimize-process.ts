/** Entry point of the process that rewrites a model and writes the files that it is loaded from. */
import { mkdir, readFile } from 'node:fs/promises';
import { splitHibari } from '../families/hibari/split.ts';
import { splitKokoro } from '../families/kokoro/split.ts';
import { publishedModel } from '../families/pocket/published.ts';
import { stagedPocket } from '../families/pocket/split.ts';
import { rangesOf } from '../families/vits/calibration.ts';
import { stagedVits } from '../families/vits/split.ts';
import type { OptimizeOrder } from './optimized-files.ts';
import { writeOptimized } from './stages.ts';

// The process that waited for it is gone.
process.on('disconnect', () => process.exit(1));

const { engine, modelPath, folder } = JSON.parse(process.argv[2] ?? '') as OptimizeOrder;
await mkdir(folder);
const bytes = await readFile(modelPath);
if (engine === 'hibari') await writeOptimized(folder, splitHibari(bytes));
else if (engine === 'kokoro') await writeOptimized(folder, splitKokoro(bytes));
else if (engine === 'pocket')
  await writeOptimized(folder, stagedPocket(bytes, publishedModel(modelPath).config));
else await writeOptimized(folder, stagedVits(bytes, await rangesOf(modelPath, bytes)));
process.exit(0);
