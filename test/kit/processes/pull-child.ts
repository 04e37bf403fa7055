/** A process that downloads one model: pull-child.ts FOLDER MODEL-AS-JSON. Prints the source that delivered it. */

import { ModelStore } from '../../../engine/setup.ts';
import type { Model } from '../../../model-files/model.ts';

const [folder = '', json = ''] = process.argv.slice(2);
const model = JSON.parse(json) as Model;
const source = await new ModelStore({ folder, models: [model] }).pull(model.id);
process.stdout.write(`${source}\n`);
