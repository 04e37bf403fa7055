/** Entry of `npm run eval:scripts`: duration and coverage of the scripts of assisted cloning. */
import { writeFile } from 'node:fs/promises';
import { UsageError } from '../../bench/arguments.ts';
import { toText } from '../../bench/report/table.ts';
import { wrapMarkdown } from '../../bench/report/wrap.ts';
import { Espeak, LanePool } from '../../engine/research.ts';
import { commonDiphones, readCommonDiphones, readWords, writeCommonDiphones } from './common-diphones.ts';
import { type Evaluated, evaluateScript } from './evaluate.ts';
import { parseOptions, type ScriptOptions, USAGE } from './options.ts';
import { coverageTable, durationTable, missingLines, pageOf, unknownLines } from './report.ts';
import { VARIETIES } from './varieties.ts';

/** Relative to the root of the project, where npm runs its scripts. */
const COMMON_FILE = 'research/scripts/common-diphones.json';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function evaluateAll(options: ScriptOptions): Promise<Evaluated[]> {
  const espeak = await Espeak.load();
  const common = options.words === null ? readCommonDiphones() : countAgain(options.words, espeak);
  const lanes = new LanePool(1);
  try {
    const evaluated: Evaluated[] = [];
    for (const variety of VARIETIES) {
      evaluated.push(await evaluateScript(variety, common.get(variety.lang) ?? [], espeak, lanes));
    }
    return evaluated;
  } finally {
    await lanes.close();
  }
}

function countAgain(folder: string, espeak: Espeak): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, readonly string[]>();
  for (const variety of VARIETIES) {
    lists.set(variety.lang, commonDiphones(readWords(folder, variety), variety, espeak));
    process.stderr.write(`counted ${variety.name}\n`);
  }
  writeCommonDiphones(COMMON_FILE, lists);
  return lists;
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options === null) {
    process.stdout.write(USAGE);
    return;
  }
  const evaluated = await evaluateAll(options);
  say(toText(durationTable(evaluated)));
  say(toText(coverageTable(evaluated)));
  for (const line of [...missingLines(evaluated), ...unknownLines(evaluated)]) say(line);
  if (options.page !== null) await writeFile(options.page, wrapMarkdown(pageOf(evaluated)));
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
