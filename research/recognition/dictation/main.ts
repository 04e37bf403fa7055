/** Entry of `npm run eval:dictation`: what recognisers make of digits, letters and addresses over a telephone. */
import { writtenDictation } from '../../../agent-worker/research.ts';
import { UsageError } from '../../../bench/arguments.ts';
import { type Table, toMarkdown } from '../../../bench/report/table.ts';
import { percentile } from '../../../bench/stats.ts';
import {
  createEngine,
  type Dictation,
  type Engine,
  type RecogniseOptions,
  type Recogniser,
} from '../../../engine/index.ts';
import { editDistance, RECOGNITION_SAMPLE_RATE as RATE, wordErrors } from '../../../engine/research.ts';
import { createRecogniser, hibariFolder, kokoroFolder } from '../../../engine/setup.ts';
import { resampleAll } from '../../../media/resampler.ts';
import { telephoned } from '../../../media/telephone.ts';
import { readCorpus } from '../../alignment/corpus.ts';
import { runEvaluation, say } from '../../evaluation.ts';
import { clipOf } from './clips.ts';
import { DICTATIONS, type DictationSet, dictatedIn, evasionsIn, FITTED, JUDGED, KINDS } from './texts.ts';
import { dictatedWords } from './words.ts';

const GROUPS = [...KINDS, 'other answers', 'readers'] as const;
const USAGE = `Usage: npm run eval:dictation -- [FOLDER...] [--by-words] [--fitted] [--only=GROUP]

Has callers' recognisers write down what natural voices dictate over a telephone, told what is dictated and not.

  FOLDER      recordings with a transcripts.tsv: a header, then name, seconds and text between tabs; what is said in
              them is nothing that was asked for
  --by-words  nobody has asked: what is dictated is told by what was heard
  --fitted    other texts in other voices, by which rules are chosen
  --only      ${GROUPS.join(', ')}
`;

interface Options {
  readonly folders: readonly string[];
  readonly byWords: boolean;
  readonly isFitted: boolean;
  readonly groups: readonly (typeof GROUPS)[number][];
}

/** @returns null when help was requested. @throws UsageError */
function parse(args: readonly string[]): Options | null {
  if (args.includes('--help') || args.includes('-h')) return null;
  const only = args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
  const groups = GROUPS.filter((group) => only === undefined || group === only);
  if (groups.length === 0) throw new UsageError(`--only takes ${GROUPS.join(', ')}`);
  return {
    folders: args.filter((arg) => !arg.startsWith('--')),
    byWords: args.includes('--by-words'),
    isFitted: args.includes('--fitted'),
    groups,
  };
}

/** Whether the recogniser is told the form of the dictation. */
const TOLD = ['not told', 'told'] as const;
type Told = (typeof TOLD)[number];

/** A recognised text. */
interface Heard {
  readonly group: (typeof GROUPS)[number];
  readonly engine: string;
  readonly words: number;
  readonly errors: Readonly<Record<Told, number>>;
  readonly delayMs: Readonly<Record<Told, number>>;
}

/** Counts the errors of a text. */
type Judge = (text: string) => number;

async function hear(
  { said, clip, judge }: Pick<Case, 'said' | 'clip' | 'judge'>,
  dictation: NonNullable<RecogniseOptions['dictation']>,
  recogniser: Recogniser,
): Promise<Pick<Heard, 'errors' | 'delayMs'>> {
  const samples = await clip();
  const errors: Partial<Record<Told, number>> = {};
  const delayMs: Partial<Record<Told, number>> = {};
  for (const told of TOLD) {
    const beganMs = performance.now();
    const about = told === 'told' ? { dictation } : {};
    const heard = await recogniser.transcribe(samples, { lang: 'en', isLive: true, ...about });
    const isAsked = told === 'told' && dictation !== 'any';
    const text = isAsked ? writtenDictation(heard.text, dictation, 'en') : heard.text;
    delayMs[told] = performance.now() - beganMs;
    errors[told] = judge(text);
    if (errors[told] > 0) say(`${said} | ${told}, ${errors[told]}: ${text}`);
  }
  return { errors, delayMs } as Pick<Heard, 'errors' | 'delayMs'>;
}

type Clip = () => Promise<Float32Array>;

/** A recording, and the data for judging it. */
interface Case extends Pick<Heard, 'group' | 'engine' | 'words'> {
  readonly said: string;
  readonly clip: Clip;
  /** The form of dictation that the recogniser is given. */
  readonly told: Dictation;
  readonly judge: Judge;
}

function dictatedCases(set: DictationSet, engine: () => Promise<Engine>): Case[] {
  return dictatedIn(set).map((one) => {
    const said = dictatedWords(one.kind, one.words);
    return {
      group: one.kind,
      engine: one.voice.split('-')[0]!,
      words: said.length,
      said: one.said,
      clip: () => clipOf(one, engine),
      told: one.asked,
      judge: (text) => editDistance(said, dictatedWords(one.kind, text)),
    };
  });
}

/** Cases whose form differs from the one that the recogniser is given. */
async function otherCases(
  set: DictationSet,
  folders: readonly string[],
  engine: () => Promise<Engine>,
): Promise<Case[]> {
  const about = (said: string) => ({
    said,
    words: wordErrors(said, '').words,
    judge: (text: string) => wordErrors(said, text).errors,
  });
  const evasions = evasionsIn(set).map(({ said, voice }, i) => ({
    group: 'other answers' as const,
    engine: voice.split('-')[0]!,
    clip: () => clipOf({ said, voice, speed: 1 }, engine),
    told: DICTATIONS[Math.floor(i / 2) % DICTATIONS.length]!,
    ...about(said),
  }));
  const clips = (await Promise.all(folders.map(readCorpus))).flat();
  const readers = clips.map(({ samples, sampleRate, text }, i) => ({
    group: 'readers' as const,
    engine: 'people',
    clip: async () => telephoned(resampleAll(samples, sampleRate, RATE), RATE),
    told: DICTATIONS[i % DICTATIONS.length]!,
    ...about(text),
  }));
  return [...evasions, ...readers];
}

function rowOf(name: string, heard: readonly Heard[]): string[] {
  const words = heard.reduce((sum, one) => sum + one.words, 0);
  const share = (told: Told): string =>
    `${((100 * heard.reduce((sum, { errors }) => sum + errors[told], 0)) / words).toFixed(1)} %`;
  const whole = (told: Told): string =>
    `${Math.round((100 * heard.filter(({ errors }) => errors[told] === 0).length) / heard.length)} %`;
  const delay = (told: Told): string =>
    percentile(
      heard.map(({ delayMs }) => delayMs[told]),
      50,
    ).toFixed(0);
  const columns = [share, whole, delay].flatMap((of) => TOLD.map(of));
  return [name, String(heard.length), ...columns];
}

const beside = (of: string): string[] => [`${of}: not told`, 'told'];

function tableOf(all: readonly Heard[]): Table {
  const groups = GROUPS.filter((group) => all.some((one) => one.group === group));
  return {
    title: 'Over a telephone',
    columns: ['dictated', 'utterances', ...['word errors', 'wholly right', 'ms p50'].flatMap(beside)],
    rows: groups.flatMap((group) => {
      const heard = all.filter((one) => one.group === group);
      const engines = [...new Set(heard.map(({ engine }) => engine))];
      return [
        rowOf(group, heard),
        ...(engines.length < 2
          ? []
          : engines.map((engine) =>
              rowOf(
                `${group}, ${engine}`,
                heard.filter((one) => one.engine === engine),
              ),
            )),
      ];
    }),
    notes: [],
  };
}

await runEvaluation({
  usage: USAGE,
  parse,
  run: async ({ folders, byWords, isFitted, groups }, signal) => {
    const set = isFitted ? FITTED : JUDGED;
    const recogniser = await createRecogniser({ remote: null, warn: say });
    let started: Promise<Engine> | undefined;
    // Not needed if all clips exist.
    const engine = (): Promise<Engine> => {
      started ??= createEngine({
        voiceFolders: { hibari: [hibariFolder()], kokoro: [kokoroFolder()] },
        lanes: 1,
      });
      return started;
    };
    const heard: Heard[] = [];
    try {
      const cases = [...dictatedCases(set, engine), ...(await otherCases(set, folders, engine))];
      for (const one of cases.filter(({ group }) => groups.includes(group))) {
        if (signal.aborted) break;
        const { group, engine, words } = one;
        heard.push({ group, engine, words, ...(await hear(one, byWords ? 'any' : one.told, recogniser)) });
        if (heard.length % 50 === 0) say(`heard ${heard.length}`);
      }
    } finally {
      await (await started)?.close();
      await recogniser.close();
    }
    process.stdout.write(`${toMarkdown(tableOf(heard))}\n`);
  },
});
