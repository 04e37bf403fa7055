/** Entry of `npm run eval:enhancement`: the effect of enhancers on recordings and on the clones made from them. */

import { describeMachine } from '../../bench/report/machine.ts';
import { toMarkdown, toText } from '../../bench/report/table.ts';
import { machineLines } from '../../bench/report/write.ts';
import { createCloning } from '../../cloning/research.ts';
import { createEngine } from '../../engine/index.ts';
import { createRecogniser, piperFolders } from '../../engine/setup.ts';
import type { Enhancer } from '../../recordings/research.ts';
import { CorpusError } from '../cloning/corpus.ts';
import { Judges } from '../cloning/judges.ts';
import { SENTENCES } from '../cloning/sentences.ts';
import { runEvaluation, say, write, writePage } from '../evaluation.ts';
import { ENHANCERS } from './enhancers.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import { type EnhancementOptions, parseOptions, USAGE } from './options.ts';
import { pageOf } from './page.ts';
import { remarksOf, tablesOf } from './report.ts';
import { takesOfPeople, takesOfSynthesizers } from './takes.ts';

/** Texts for clones, which are not part of the enrolled recordings. */
const CLONE_SENTENCES = SENTENCES.slice(6, 10);

async function run(options: EnhancementOptions, signal: AbortSignal): Promise<Evaluation> {
  const { clips, takes: judgedTakes, clones: clonedTakes } = options;
  const takes = clips === null ? await takesOfSynthesizers() : await takesOfPeople(clips, options.seconds);
  if (takes.length < 2) throw new CorpusError('at least two speakers with transcripts are needed');
  const enhancers = new Map<string, Enhancer>();
  for (const name of options.enhancers) {
    const create = ENHANCERS[name];
    if (create) enhancers.set(name, await create());
  }
  const judges = await Judges.load();
  const engine = await createEngine({
    voiceFolders: { vits: piperFolders() },
    recogniser: await createRecogniser({ remote: null, warn: say }),
    warn: (message, fields) => say(`${message} ${JSON.stringify(fields)}`),
  });
  const cloning = createCloning(engine);
  try {
    return await evaluate({
      engine,
      cloning,
      judges,
      enhancers,
      takes,
      judgedTakes,
      clonedTakes,
      sentences: CLONE_SENTENCES,
      people: clips !== null,
      signal,
      say,
    });
  } finally {
    await cloning.close();
    await Promise.all([engine.close(), judges.close()]);
  }
}

await runEvaluation({
  usage: USAGE,
  parse: parseOptions,
  run: async (options, signal) => {
    const evaluation = await run(options, signal);
    const tables = tablesOf(evaluation);
    for (const table of tables) process.stdout.write(`${toText(table)}\n`);
    for (const remark of remarksOf(evaluation)) process.stdout.write(`${remark}\n`);
    if (options.json !== null) await write(options.json, `${JSON.stringify(evaluation, null, 2)}\n`);
    if (options.page === null) return;
    const machine = machineLines(describeMachine(null, null));
    await writePage(options.page, pageOf(evaluation, machine, tables.map(toMarkdown)));
  },
});
