/** Entry of `npm run eval:enhancement`: what enhancers do to recordings and to the clones made of them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createEngine } from '../../engine/engine.ts';
import type { Enhancer } from '../../engine/enhancement/types.ts';
import { voiceFolders } from '../../engine/models/folders.ts';
import { createRecogniser } from '../../engine/recognition/create-recogniser.ts';
import { SpeakError } from '../../engine/speech/types.ts';
import { DecodeError } from '../../media/decode/decode-error.ts';
import { CorpusError } from '../cloning/corpus.ts';
import { Judges } from '../cloning/judges.ts';
import { EvaluationModelMissing } from '../cloning/metrics/models.ts';
import { SENTENCES } from '../cloning/sentences.ts';
import { describeMachine } from '../report/machine.ts';
import { toMarkdown, toText } from '../report/table.ts';
import { machineLines } from '../report/write.ts';
import { ENHANCERS } from './enhancers.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import { type EnhancementOptions, parseOptions, USAGE, UsageError } from './options.ts';
import { pageOf } from './page.ts';
import { remarksOf, tablesOf } from './report.ts';
import { takesOfPeople, takesOfSynthesizers } from './takes.ts';

/** What clones say: not what they were learned from. */
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
    voiceFolders: voiceFolders(),
    recogniser: await createRecogniser({ remote: null, warn: say }),
    warn: (message, fields) => say(`${message} ${JSON.stringify(fields)}`),
  });
  try {
    return await evaluate({
      engine,
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
    await Promise.all([engine.close(), judges.close()]);
  }
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options === null) {
    process.stdout.write(USAGE);
    return;
  }
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort(new UsageError('interrupted')));
  const evaluation = await run(options, interrupt.signal);
  for (const table of tablesOf(evaluation)) process.stdout.write(`${toText(table)}\n`);
  for (const remark of remarksOf(evaluation)) process.stdout.write(`${remark}\n`);
  if (options.json !== null) await write(options.json, `${JSON.stringify(evaluation, null, 2)}\n`);
  if (options.page !== null)
    await write(
      options.page,
      pageOf(evaluation, machineLines(describeMachine(null, null)), tablesOf(evaluation).map(toMarkdown)),
    );
}

try {
  await main();
} catch (error) {
  const expected = [UsageError, CorpusError, EvaluationModelMissing, DecodeError, SpeakError];
  if (!expected.some((kind) => error instanceof kind)) throw error;
  say((error as Error).message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
