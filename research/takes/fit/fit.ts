/** `eval:takes -- fit`: fits the model of defects, and evaluates it on readers that it was not fitted to. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { UsageError } from '../../../bench/arguments.ts';
import { type Table, toText } from '../../../bench/report/table.ts';
import { DEFECT_MODEL, type DefectModel } from '../../../cloning/research.ts';
import { Renderer } from '../../alignment/renderer.ts';
import { say, write } from '../../evaluation.ts';
import { Cast, eachTrial } from '../cast.ts';
import type { TakesOptions } from '../options.ts';
import type { Reader } from '../readers.ts';
import { type MeasuredTake, measureTake } from './measure.ts';
import { fileOf } from './source.ts';
import { TRAINING, train } from './train.ts';
import { isRight } from './verdict.ts';

export async function fitDefects(options: TakesOptions): Promise<void> {
  const takes = await measured(options);
  const model = train(takes, TRAINING);
  process.stdout.write(
    `${toText(
      comparison(takes, (reader) => [
        DEFECT_MODEL,
        model,
        train(
          takes.filter((take) => take.reader !== reader),
          TRAINING,
        ),
      ]),
    )}\n`,
  );
  if (options.page !== null) await write(options.page, fileOf(model));
}

/** Read from the file of measurements if it exists. */
async function measured(options: TakesOptions): Promise<MeasuredTake[]> {
  const { figures } = options;
  if (figures !== null && existsSync(figures))
    return JSON.parse(await readFile(figures, 'utf8')) as MeasuredTake[];
  const takes = await measure(options);
  if (takes.length === 0) throw new UsageError('there is no take with a usable passage; name more kinds');
  if (figures !== null) await write(figures, JSON.stringify(takes));
  return takes;
}

async function measure(options: TakesOptions): Promise<MeasuredTake[]> {
  const renderer = new Renderer();
  const cast = new Cast(renderer, options);
  try {
    const tools = await cast.tools();
    const takes: MeasuredTake[] = [];
    const add = async (group: string, readers: readonly Reader[]): Promise<void> => {
      await eachTrial(readers, options, tools, async (trial) => {
        const found = options.find ? await tools.find(trial.take, trial.reader) : trial.take;
        const take = measureTake(trial, found, group, await tools.clean(trial.take));
        if (take !== null) takes.push(take);
      });
      say(
        `${group}: ${takes.filter((take) => take.group === group).length} takes of ${readers.length} readers`,
      );
    };
    await add('synthesizers', await cast.synthesizers());
    if (options.kokoro) await add('kokoro', await cast.kokoro());
    if (options.corpus !== null) await add('people', await cast.people(options.corpus));
    return takes;
  } finally {
    await Promise.all([renderer.close(), cast.close()]);
  }
}

const readersIn = (takes: readonly MeasuredTake[]): string[] => [
  ...new Set(takes.map(({ reader }) => reader)),
];

/** @param modelsFor the existing model, the one fitted to all, and the one fitted to all except a reader */
function comparison(
  takes: readonly MeasuredTake[],
  modelsFor: (reader: string) => readonly DefectModel[],
): Table {
  const rows = readersIn(takes).map((reader) => {
    const own = takes.filter((take) => take.reader === reader);
    const right = modelsFor(reader).map((model) => own.filter((take) => isRight(take, model)).length);
    return { group: own[0]!.group, reader, figures: [own.length, ...right] };
  });
  const sums = [...new Set(rows.map(({ group }) => group))].map((group) => {
    const own = rows.filter((row) => row.group === group);
    const figures = own[0]!.figures.map((_, i) => own.reduce((sum, row) => sum + row.figures[i]!, 0));
    return { group, reader: 'all', figures };
  });
  return {
    title: 'Takes whose clean passage is chosen',
    columns: ['readers', 'reader', 'takes', 'in place', 'fitted', 'fitted to others'],
    rows: [...rows, ...sums].map(({ group, reader, figures }) => [group, reader, ...figures.map(String)]),
    notes: [
      'Fitted to others: without the takes of this reader. What is in place may have been fitted to them.',
    ],
  };
}
