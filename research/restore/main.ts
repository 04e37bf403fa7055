/** Entry of `npm run eval:restore`: the effect of restoring on degraded recordings. */

import { describeMachine } from '../../bench/report/machine.ts';
import { toMarkdown, toText } from '../../bench/report/table.ts';
import { machineLines } from '../../bench/report/write.ts';
import { CorpusError } from '../cloning/corpus.ts';
import { takesOfPeople, takesOfSynthesizers } from '../enhancement/takes.ts';
import { runEvaluation, say, writePage } from '../evaluation.ts';
import { evaluate } from './evaluate.ts';
import { parseOptions, USAGE } from './options.ts';
import { pageOf, tablesOf } from './page.ts';

await runEvaluation({
  usage: USAGE,
  parse: parseOptions,
  run: async ({ clips, takes: judgedTakes, seconds, page }, signal) => {
    const takes = clips === null ? await takesOfSynthesizers() : await takesOfPeople(clips, seconds);
    if (takes.length < 2) throw new CorpusError('at least two speakers with transcripts are needed');
    const evaluation = await evaluate({ takes, judgedTakes, people: clips !== null, signal, say });
    const tables = tablesOf(evaluation);
    for (const table of tables) process.stdout.write(`${toText(table)}\n`);
    if (page === null) return;
    const machine = machineLines(describeMachine(null, null));
    await writePage(page, pageOf(evaluation, machine, tables.map(toMarkdown)));
  },
});
