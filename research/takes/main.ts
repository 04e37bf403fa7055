/** Entry of `npm run eval:takes`: how often the clean passage of a take is chosen. */

import { toText } from '../../bench/report/table.ts';
import type { ScoredPassage } from '../../cloning/research.ts';
import { Renderer } from '../alignment/renderer.ts';
import { runEvaluation, say, writePage } from '../evaluation.ts';
import { Cast, type EvaluationTools, eachTrial } from './cast.ts';
import { fitDefects } from './fit/fit.ts';
import { parseOptions, type TakesOptions, USAGE } from './options.ts';
import { type Group, pageOf, takesTable } from './page.ts';
import type { Reader } from './readers.ts';
import { judge, type Verdict } from './trials.ts';

await runEvaluation({
  usage: USAGE,
  parse: parseOptions,
  run: async (options) => {
    if (options.fit) {
      await fitDefects(options);
      return;
    }
    const { page } = options;
    // People take long, so intermediate results are written.
    const groups = await evaluate(options, async (judged) => {
      if (page !== null) await writePage(page, pageOf(judged, options));
    });
    for (const group of groups) process.stdout.write(`${toText(takesTable(group))}\n`);
  },
});

/** @param done called with each judged group and those before it */
async function evaluate(
  options: TakesOptions,
  done: (groups: readonly Group[]) => Promise<void>,
): Promise<Group[]> {
  const renderer = new Renderer();
  const cast = new Cast(renderer, options);
  try {
    const tools = await cast.tools();
    const groups: Group[] = [];
    const add = async (name: string, readers: readonly Reader[]): Promise<void> => {
      groups.push({ name, verdicts: await judgeAll(readers, options, tools) });
      await done(groups);
    };
    await add('Synthesizers', await cast.synthesizers());
    if (options.kokoro) await add('Voices of Kokoro', await cast.kokoro());
    if (options.corpus !== null) await add('People', await cast.people(options.corpus));
    return groups;
  } finally {
    await Promise.all([renderer.close(), cast.close()]);
  }
}

async function judgeAll(
  readers: readonly Reader[],
  options: TakesOptions,
  tools: EvaluationTools,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  await eachTrial(readers, options, tools, async (trial) => {
    const found = options.find ? await tools.find(trial.take, trial.reader) : trial.take;
    const verdict = judge(trial, found, await tools.clean(trial.take));
    verdicts.push(verdict);
    if (options.verbose && !verdict.right) say(describe(verdict));
  });
  for (const kind of options.kinds) {
    const own = verdicts.filter((verdict) => verdict.kind === kind);
    say(`${kind}: ${own.filter(({ right }) => right).length} of ${own.length}`);
  }
  return verdicts;
}

function describe(verdict: Verdict): string {
  const { reader, kind, strength, best, bestClean } = verdict;
  return [
    `  ${reader}, ${kind}, ${strength}`,
    `    chose ${describePassage(best)}`,
    `    not   ${describePassage(bestClean)}`,
  ].join('\n');
}

function describePassage(passage: ScoredPassage | null): string {
  if (passage === null) return 'nothing';
  const parts = Object.entries(passage.scores).map(([name, value]) => `${name} ${value.toFixed(2)}`);
  return `${passage.sentences.join(' ')} (${passage.score.toFixed(3)}): ${parts.join(', ')}`;
}
