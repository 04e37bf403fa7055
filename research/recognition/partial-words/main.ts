/** Entry of `npm run eval:partial-words`: how soon the words of ongoing speech arrive, and how often they change. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AudioIntake,
  CallerTranscriber,
  END_OF_SPEECH_MS,
  prepareHearing,
  WINDOW_MS,
  WINDOW_SAMPLES,
} from '../../../agent-worker/research.ts';
import { type Table, toText } from '../../../bench/report/table.ts';
import { percentile } from '../../../bench/stats.ts';
import type { Recogniser } from '../../../engine/index.ts';
import { align, espeakSource, scoringWords } from '../../../engine/research.ts';
import { createRecogniser } from '../../../engine/setup.ts';
import { floatToInt16 } from '../../../media/pcm.ts';
import { resampleAll } from '../../../media/resampler.ts';
import { readCorpus } from '../../alignment/corpus.ts';
import { Renderer } from '../../alignment/renderer.ts';
import { FITTED_VOICES, hesitantCallers, JUDGED_VOICES } from '../../endpointing/callers.ts';
import { FITTED, JUDGED, type Saying } from '../../endpointing/hesitations.ts';
import { parseFolders, runEvaluation, say } from '../../evaluation.ts';
import { joined } from '../../sound.ts';
import { UNOBSERVED } from '../../unobserved.ts';
import { type Counts, count, type Followed, type Shown, type Speech } from './counts.ts';
import { compareThresholds } from './fit.ts';

const USAGE = `Usage: npm run eval:partial-words -- [FOLDER...] [--fit]

Has natural voices and people speak to an agent in real time, and compares the words that arrive meanwhile with the
final ones. It takes twenty minutes; other load makes words late.

  FOLDER  recordings with a transcripts.tsv: a header, then name, seconds and text between tabs
  --fit   compares thresholds for the words that are shown, on other sentences, voices and recordings, in minutes
`;

const RATE = 16_000;
/** Silence after a recording: longer than the longest delay. */
const TAIL_MS = 3200;
/** Of the recordings in the folders; those after them are for fitting. */
const MOST_CLIPS = 30;
/** One of so many sentences is enough for fitting. */
const FITTED_SHARE = 12;
/** Sentences that are said in one go. */
const KINDS: readonly string[] = ['complete', 'stories', 'clauses'];

/** Plays a speech in real time. */
async function follow({ samples }: Speech, recogniser: Recogniser): Promise<Followed> {
  const intake = new AudioIntake({ minSilenceMs: END_OF_SPEECH_MS });
  const shown: Shown[] = [];
  const texts: string[] = [];
  const beganMs = performance.now();
  const transcriber = new CallerTranscriber({
    recogniser,
    lang: 'en',
    observer: UNOBSERVED,
    onText: (text) => texts.push(text),
    onPartial: ({ before, text, stable }) => {
      const words = (said: string): string[] => scoringWords(`${before} ${said}`);
      shown.push({ atMs: performance.now() - beganMs, text: words(text), stable: words(stable) });
    },
  });
  intake.onWindow((window) => transcriber.push(window));
  const all = joined([samples, new Float32Array((TAIL_MS * RATE) / 1000)]);
  try {
    for (let i = 0; (i + 1) * WINDOW_SAMPLES <= all.length; i++) {
      await sleep(Math.max(0, beganMs + (i + 1) * WINDOW_MS - performance.now()));
      intake.push(floatToInt16(all.subarray(i * WINDOW_SAMPLES, (i + 1) * WINDOW_SAMPLES)));
    }
    while (transcriber.isPending) await sleep(5);
    return { shown, final: scoringWords(texts.join(' ')) };
  } finally {
    transcriber.close();
    intake.close();
  }
}

async function speeches({ folders, isFitting }: Options, renderer: Renderer): Promise<Speech[]> {
  const sayings = (isFitting ? FITTED : JUDGED).en
    .filter(({ kind }) => KINDS.includes(kind))
    .filter((_, i) => !isFitting || i % FITTED_SHARE === 0)
    .map(({ agent, text }): Saying => ({ kind: 'complete', agent, text: text.replaceAll(' |', ',') }));
  const callers = await hesitantCallers(
    sayings,
    (isFitting ? FITTED_VOICES : JUDGED_VOICES).en,
    renderer,
    'en',
  );
  const spoken = callers.map(({ samples, endMs, words = [] }) => ({
    speaker: 'natural voices',
    samples: samples.subarray(0, Math.ceil((endMs * RATE) / 1000)),
    words,
  }));
  const clips = (await Promise.all(folders.map(readCorpus))).flat().filter(({ lang }) => lang === 'en');
  const read: Speech[] = [];
  for (const clip of isFitting ? clips.slice(MOST_CLIPS) : clips.slice(0, MOST_CLIPS)) {
    const samples = resampleAll(clip.samples, clip.sampleRate, RATE);
    const { words } = align(await renderer.speak(espeakSource('en-us'), clip.text), samples, RATE);
    read.push({ speaker: 'people who read', samples, words });
  }
  return [...spoken, ...read];
}

function tableOf(counted: ReadonlyMap<string, Counts>): Table {
  const ms = (values: readonly number[]): string =>
    `${percentile(values, 50).toFixed(0)}, ${percentile(values, 90).toFixed(0)} ms`;
  const percent = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
  return {
    title: 'Words of ongoing speech',
    columns: ['of', 'words', 'corrected', 'shown after', 'stable after', 'stable, and yet others at the end'],
    rows: [...counted].map(([name, { words, corrected, stable, unstable, shownMs, stableMs }]) => [
      name,
      String(words),
      percent(corrected, words),
      ms(shownMs),
      ms(stableMs),
      percent(unstable, stable),
    ]),
    notes: [
      'Corrected: words that a later text no longer had, for each word of the final one.',
      'Times: from the end of a word, p50 and p90, of those before the first that was misheard.',
    ],
  };
}

interface Options {
  readonly folders: readonly string[];
  readonly isFitting: boolean;
}

function parse(args: readonly string[]): Options | null {
  const folders = parseFolders(args.filter((arg) => arg !== '--fit'));
  return folders && { folders, isFitting: args.includes('--fit') };
}

await runEvaluation({
  usage: USAGE,
  parse,
  run: async (options, signal) => {
    const renderer = new Renderer();
    const all = await speeches(options, renderer).finally(() => renderer.close());
    const recogniser = await createRecogniser({ remote: null, warn: say });
    const counted = new Map<string, Counts>();
    try {
      await prepareHearing();
      for (const [i, speech] of all.entries()) {
        signal.throwIfAborted();
        if (options.isFitting) await compareThresholds(speech, recogniser, counted);
        else count(counted, speech.speaker, speech, await follow(speech, recogniser));
        if ((i + 1) % 10 === 0) say(`heard ${i + 1} of ${all.length}`);
      }
      process.stdout.write(`${toText(tableOf(counted))}\n`);
    } finally {
      await recogniser.close();
    }
  },
});
