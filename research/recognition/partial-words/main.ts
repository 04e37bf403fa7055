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
import { hesitantCallers, JUDGED_VOICES } from '../../endpointing/callers.ts';
import { JUDGED, type Saying } from '../../endpointing/hesitations.ts';
import { parseFolders, runEvaluation, say } from '../../evaluation.ts';
import { joined } from '../../sound.ts';
import { UNOBSERVED } from '../../unobserved.ts';

const USAGE = `Usage: npm run eval:partial-words -- [FOLDER...]

Has natural voices and people speak to an agent in real time, and compares the words that arrive meanwhile with the
final ones. It takes twenty minutes; other load makes words late.

  FOLDER  recordings with a transcripts.tsv: a header, then name, seconds and text between tabs
`;

const RATE = 16_000;
/** Silence after a recording: longer than the longest delay. */
const TAIL_MS = 3200;
/** Of the recordings in the folders. */
const MOST_CLIPS = 30;
/** Sentences that are said in one go. */
const KINDS: readonly string[] = ['complete', 'stories', 'clauses'];

interface Speech {
  readonly speaker: string;
  /** Mono, 16 kHz, -1 to 1. */
  readonly samples: Float32Array;
  readonly words: readonly { readonly text: string; readonly endMs: number }[];
}

/** The words that a client had at a time. */
interface Shown {
  /** From the beginning of the recording. */
  readonly atMs: number;
  readonly text: readonly string[];
  /** Those of them that do not change again. */
  readonly stable: readonly string[];
}

interface Followed {
  readonly shown: readonly Shown[];
  readonly final: readonly string[];
}

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

interface Counts {
  words: number;
  /** Words that a later text no longer had at their place in the order. */
  corrected: number;
  /** The same of words that were said not to change, and the number of all such words. */
  unstable: number;
  stable: number;
  /** From the end of a word until it was shown, and until it was stable, in ms. */
  readonly shownMs: number[];
  readonly stableMs: number[];
}

const nothing = (): Counts => ({
  words: 0,
  corrected: 0,
  unstable: 0,
  stable: 0,
  shownMs: [],
  stableMs: [],
});

/** Words of a text that a later one does not have in the same order. */
function lost(before: readonly string[], after: readonly string[]): number {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const word of before) {
    const next = [0];
    for (let j = 0; j < after.length; j++)
      next.push(word === after[j] ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!));
    row = next;
  }
  return before.length - row.at(-1)!;
}

/** Times are those of the words up to the first one that was misheard. */
function count({ words }: Speech, { shown, final }: Followed, counts: Counts): void {
  counts.words += final.length;
  for (const [i, { text }] of shown.entries()) counts.corrected += lost(text, shown[i + 1]?.text ?? final);
  const stable = shown.at(-1)?.stable ?? [];
  counts.stable += stable.length;
  counts.unstable += lost(stable, final);
  const said = words.flatMap(({ text, endMs }) => scoringWords(text).map((word) => ({ word, endMs })));
  const wrong = said.findIndex(({ word }, i) => final[i] !== word);
  for (const [i, { word, endMs }] of said.slice(0, wrong < 0 ? said.length : wrong).entries()) {
    for (const [of, times] of [
      ['text', counts.shownMs],
      ['stable', counts.stableMs],
    ] as const) {
      const first = shown.find((one) => one[of][i] === word);
      if (first) times.push(first.atMs - endMs);
    }
  }
}

async function speeches(folders: readonly string[], renderer: Renderer): Promise<Speech[]> {
  const sayings = JUDGED.en
    .filter(({ kind }) => KINDS.includes(kind))
    .map(({ agent, text }): Saying => ({ kind: 'complete', agent, text: text.replaceAll(' |', ',') }));
  const callers = await hesitantCallers(sayings, JUDGED_VOICES.en, renderer, 'en');
  const spoken = callers.map(({ samples, endMs, words = [] }) => ({
    speaker: 'natural voices',
    samples: samples.subarray(0, Math.ceil((endMs * RATE) / 1000)),
    words,
  }));
  const clips = (await Promise.all(folders.map(readCorpus))).flat().filter(({ lang }) => lang === 'en');
  const read: Speech[] = [];
  for (const clip of clips.slice(0, MOST_CLIPS)) {
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

await runEvaluation({
  usage: USAGE,
  parse: parseFolders,
  run: async (folders, signal) => {
    const renderer = new Renderer();
    const all = await speeches(folders, renderer).finally(() => renderer.close());
    const recogniser = await createRecogniser({ remote: null, warn: say });
    const counted = new Map<string, Counts>();
    try {
      await prepareHearing();
      for (const [i, speech] of all.entries()) {
        signal.throwIfAborted();
        const counts = counted.get(speech.speaker) ?? nothing();
        counted.set(speech.speaker, counts);
        count(speech, await follow(speech, recogniser), counts);
        if ((i + 1) % 10 === 0) say(`followed ${i + 1} of ${all.length}`);
      }
    } finally {
      await recogniser.close();
    }
    process.stdout.write(`${toText(tableOf(counted))}\n`);
  },
});
