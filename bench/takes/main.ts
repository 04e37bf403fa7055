/** Entry of `npm run eval:takes`: how often the clean passage of a take is chosen. */
import '../processes/environment.ts';

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { scriptFor } from '../../engine/enrolment/assisted/script/built-in.ts';
import type { ScoredPassage } from '../../engine/enrolment/assisted/types.ts';
import type { VoiceSource } from '../../engine/synthesis/voice-source.ts';
import { resampleAll } from '../../media/resampler.ts';
import { Renderer } from '../alignment/renderer.ts';
import { UsageError } from '../arguments.ts';
import { toText } from '../report/table.ts';
import { wrapMarkdown } from '../report/wrap.ts';
import { type Found, findSentences } from './finder.ts';
import { parseOptions, type TakesOptions, USAGE } from './options.ts';
import { type Group, pageOf, takesTable } from './page.ts';
import { espeak, misreading, neuralVoice, type Reader, recorded, synthesised } from './readers.ts';
import { TAKE_RATE } from './reading.ts';
import type { Take } from './take.ts';
import { OTHER_SENTENCES, OTHER_TEXT, SENTENCES } from './texts.ts';
import { judge, MIXED, makeTrial, STRENGTHS, type TrialTools, type Verdict } from './trials.ts';

/** Longer clips are no sentences. */
const MAX_CLIP_MS = 11_000;
const SENTENCES_IN_TAKE = 7;

const NEURAL = 'neural voice';

interface Reads {
  /** Of espeak. */
  readonly voices: readonly string[];
  readonly texts: readonly string[];
  /** A woman and a man who talk in the background. */
  readonly others: readonly [string, string];
}

/** Who reads what while scores are tuned, and who when they are judged. */
const TUNING: Reads = {
  voices: ['en-us', 'en-gb+m1', 'en-us+f2', 'en-gb+f1', 'en-us+m3', 'en-gb-x-rp+m2', 'en-us+m4', 'en-gb+f4'],
  texts: [...SENTENCES, ...(scriptFor('en')?.sentences ?? [])],
  others: ['en-us+f4', 'en-us+m7'],
};
const JUDGING: Reads = {
  voices: ['en-gb', 'en-gb+f3', 'en-us+m5', 'en-us+f1'],
  texts: OTHER_SENTENCES,
  others: ['en-gb+f2', 'en-gb+m4'],
};
/** Of the speakers of a folder, by their names, so many are for tuning. */
const TUNING_SHARE = 0.6;

function partOf(people: readonly Reader[], tuning: boolean): Reader[] {
  const sorted = people.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const count = Math.ceil(TUNING_SHARE * sorted.length);
  return tuning ? sorted.slice(0, count) : sorted.slice(count);
}

/**
 * Who finds the sentences, and who else judges their words. For people it is as in enrolment: two accents of espeak and
 * the neural voice. None is compared with itself, so that a synthesizer lacks one of them.
 */
function judgesOf(reader: string, neural: VoiceSource | null): [VoiceSource, ...VoiceSource[]] {
  const [american, british] = [espeak('en-us'), espeak('en-gb')];
  if (reader === NEURAL) return [american, british];
  const kin = /^en-(us|gb)/.exec(reader)?.[1];
  if (kin === undefined) return neural === null ? [american, british] : [american, british, neural];
  const other = kin === 'us' ? british : american;
  return neural === null ? [other] : [neural, other];
}

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

interface EvaluationTools extends TrialTools {
  readonly find: (take: Take, reader: string) => Promise<Found>;
}

/** @param done is told of each group that was judged, with those before it */
async function evaluate(
  options: TakesOptions,
  done: (groups: readonly Group[]) => Promise<void>,
): Promise<Group[]> {
  const renderer = new Renderer();
  try {
    const neural = neuralVoice();
    const aligner = neural ?? espeak('en-us');
    const set = options.tuning ? TUNING : JUDGING;
    const readers: Reader[] = [];
    for (const voice of set.voices)
      readers.push(await synthesised(voice, espeak(voice), set.texts, renderer, aligner));
    if (neural) readers.push(await synthesised(NEURAL, neural, set.texts, renderer, espeak('en-us')));
    const others = new Map<string, Float32Array>();
    for (const voice of set.others) {
      const { samples, sampleRate } = await renderer.speak(espeak(voice), OTHER_TEXT);
      others.set(voice, resampleAll(samples, sampleRate, TAKE_RATE));
    }
    const [first, second] = [...others.values()];
    const tools: EvaluationTools = {
      sentences: SENTENCES_IN_TAKE,
      otherVoice: (reader) => (reader.includes('f') ? second! : first!),
      misread: (reading, words, random) => misreading(reading, words, random, renderer, espeak('en-us')),
      find: (take, reader) => {
        const [first, ...others] = judgesOf(reader, neural);
        return findSentences(take, renderer, options.oneVoice ? [first] : [first, ...others]);
      },
    };
    const groups: Group[] = [{ name: 'Synthesizers', verdicts: await judgeAll(readers, options, tools) }];
    await done(groups);
    if (options.corpus !== null) {
      const all = await recorded(options.corpus, MAX_CLIP_MS, renderer, aligner);
      const people = partOf(all, options.tuning);
      groups.push({ name: 'People', verdicts: await judgeAll(people, options, tools) });
      await done(groups);
    }
    return groups;
  } finally {
    await renderer.close();
  }
}

async function judgeAll(
  readers: readonly Reader[],
  { trials, kinds, find, verbose }: TakesOptions,
  tools: EvaluationTools,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  // Readers take turns, however few takes there are of a kind.
  let made = 0;
  for (const kind of kinds) {
    for (const strength of kind === MIXED ? (['any', 'any', 'any'] as const) : STRENGTHS) {
      for (let i = 0; i < trials; i++) {
        const reader = readers[made++ % readers.length]!;
        const trial = await makeTrial(reader, kind, strength, 1000 * made + i, tools);
        if (!trial) continue;
        const found = find ? await tools.find(trial.take, trial.reader) : trial.take;
        const verdict = judge(trial, found);
        verdicts.push(verdict);
        if (verbose && !verdict.right) say(describe(verdict));
      }
    }
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

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options === null) {
    process.stdout.write(USAGE);
    return;
  }
  const { page } = options;
  if (page !== null) await mkdir(dirname(page), { recursive: true });
  // People take long: what is known is written down before.
  const groups = await evaluate(options, async (judged) => {
    if (page !== null) await writeFile(page, wrapMarkdown(pageOf(judged, options)));
  });
  for (const group of groups) process.stdout.write(`${toText(takesTable(group))}\n`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  say(error.message);
  process.exitCode = 2;
}
