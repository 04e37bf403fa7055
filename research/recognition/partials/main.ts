/** Entry of `npm run eval:partials -- FOLDER...`: how soon words are shown while people speak, and how many change. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AudioIntake,
  CallerTranscriber,
  END_OF_SPEECH_MS,
  prepareHearing,
  WINDOW_MS,
  WINDOW_SAMPLES,
} from '../../../agent-worker/research.ts';
import { UsageError, wholeNumber } from '../../../bench/arguments.ts';
import { type Table, toMarkdown } from '../../../bench/report/table.ts';
import { percentile } from '../../../bench/stats.ts';
import type { Recogniser, Transcript } from '../../../engine/index.ts';
import { RECOGNITION_SAMPLE_RATE as RATE } from '../../../engine/research.ts';
import { createRecogniser } from '../../../engine/setup.ts';
import { LiveConditioner } from '../../../media/conditioning.ts';
import { floatToInt16 } from '../../../media/pcm.ts';
import { resampleAll } from '../../../media/resampler.ts';
import { telephoned } from '../../../media/telephone.ts';
import { type Clip, readCorpus } from '../../alignment/corpus.ts';
import { runEvaluation, say } from '../../evaluation.ts';
import { changedWords, matchesIn, plainWords } from './words.ts';

const USAGE = `Usage: npm run eval:partials -- FOLDER... [--most=N] [--telephone]

Plays recordings at the pace of speech to an agent that shows what its caller says: how soon each word is shown after
it was said, and how many shown words change. The machine should do nothing else.

  FOLDER       recordings with a transcripts.tsv: a header, then name, seconds, text and language between tabs
  --most=N     no more recordings than these, taken evenly
  --telephone  as a telephone passes them on
`;
/** Silence behind each recording, in which its last words are recognised. */
const BEHIND_MS = 1500;
const MOST = 100_000;

interface Options {
  readonly folders: readonly string[];
  readonly most: number;
  readonly isTelephone: boolean;
}

/** @returns null when help was asked for. @throws UsageError */
function parse(args: readonly string[]): Options | null {
  if (args.includes('--help') || args.includes('-h')) return null;
  const folders = args.filter((arg) => !arg.startsWith('--'));
  if (folders.length === 0) throw new UsageError('name a folder of recordings (--help)');
  const most = args.find((arg) => arg.startsWith('--most='));
  return {
    folders,
    most: most === undefined ? MOST : wholeNumber('--most', most.slice('--most='.length), 1, MOST),
    isTelephone: args.includes('--telephone'),
  };
}

/** A text as it was shown. */
interface Shown {
  readonly atMs: number;
  readonly text: string;
}

/** What was shown of a recording: times from its beginning; the last text is the final one. */
interface Followed {
  readonly shown: readonly Shown[];
  readonly stable: readonly string[];
}

/** @param samples mono, 16 kHz */
async function follow(samples: Float32Array, lang: string, recogniser: Recogniser): Promise<Followed> {
  const conditioner = new LiveConditioner(RATE);
  const intake = new AudioIntake({
    minSilenceMs: END_OF_SPEECH_MS,
    filter: (window) => conditioner.raise(window),
  });
  const shown: Shown[] = [];
  const stable: string[] = [];
  const turns: string[] = [];
  const beganMs = performance.now();
  const show = (text: string): void => {
    shown.push({ atMs: performance.now() - beganMs, text });
  };
  const transcriber = new CallerTranscriber({
    recogniser,
    lang,
    observer: {
      speechBegan: () => undefined,
      speechConfirmed: () => undefined,
      recognised: () => undefined,
      dismissed: () => undefined,
      failed: (reason) => say(reason),
    },
    onText: (text) => {
      turns.push(text);
      show(turns.join(' '));
    },
    onPartial: (partial) => {
      show([...turns, partial.text].join(' '));
      if (partial.stable !== '') stable.push([...turns, partial.stable].join(' '));
    },
  });
  transcriber.agentSpeaks(false);
  intake.onWindow((window) => transcriber.push(window));
  const silence = new Float32Array((BEHIND_MS / 1000) * RATE);
  const whole = Float32Array.of(...samples, ...silence);
  for (let i = 0; (i + 1) * WINDOW_SAMPLES <= whole.length; i++) {
    await sleep(Math.max(0, beganMs + (i + 1) * WINDOW_MS - performance.now()));
    const window = whole.subarray(i * WINDOW_SAMPLES, (i + 1) * WINDOW_SAMPLES);
    intake.push(conditioner.withoutRumble(floatToInt16(window)));
  }
  await intake.flush();
  while (transcriber.isPending) await sleep(5);
  transcriber.close();
  intake.close();
  return { shown, stable };
}

interface Figures {
  readonly words: number;
  /** Of words whose time is known and that were shown before the final text, and of all. */
  readonly delaysMs: readonly number[];
  readonly shownBefore: number;
  readonly changed: number;
  readonly changedStable: number;
}

function figuresOf({ shown, stable }: Followed, times: Transcript['words']): Figures {
  const texts = shown.map(({ text }) => plainWords(text));
  const final = texts.at(-1) ?? [];
  const firstMs = new Map<number, number>();
  for (const [k, text] of texts.entries()) {
    for (const word of matchesIn(final, text).keys())
      if (!firstMs.has(word)) firstMs.set(word, shown[k]!.atMs);
  }
  const heard = times.flatMap(({ text, endMs }) => plainWords(text).map((word) => ({ word, endMs })));
  const timed = matchesIn(
    final,
    heard.map(({ word }) => word),
  );
  const finalMs = shown.at(-1)?.atMs ?? 0;
  return {
    words: final.length,
    delaysMs: [...timed].map(([word, of]) => firstMs.get(word)! - heard[of]!.endMs),
    shownBefore: [...firstMs.values()].filter((ms) => ms < finalMs).length,
    changed: texts.slice(1).reduce((sum, text, k) => sum + changedWords(texts[k]!, text), 0),
    changedStable: changedWords(plainWords(stable.at(-1) ?? ''), final),
  };
}

const sumOf = (all: readonly Figures[], of: (figures: Figures) => number): number =>
  all.reduce((sum, figures) => sum + of(figures), 0);

function tableOf(all: readonly Figures[]): Table {
  const words = sumOf(all, (one) => one.words);
  const share = (count: number, of = words): string => `${((100 * count) / of).toFixed(1)} %`;
  const delays = all.flatMap(({ delaysMs }) => delaysMs);
  const soon = delays.filter((ms) => ms <= 500).length;
  return {
    title: 'Words shown while people speak',
    columns: [
      'recordings',
      'words',
      'ms after a word: p50',
      'p90',
      'within 500 ms',
      'shown before the final text',
      'changes for each word',
      'stable words that changed',
    ],
    rows: [
      [
        String(all.length),
        String(words),
        percentile(delays, 50).toFixed(0),
        percentile(delays, 90).toFixed(0),
        share(soon, delays.length),
        share(sumOf(all, (one) => one.shownBefore)),
        share(sumOf(all, (one) => one.changed)),
        share(sumOf(all, (one) => one.changedStable)),
      ],
    ],
    notes: [],
  };
}

const taken = (clips: readonly Clip[], most: number): readonly Clip[] =>
  clips.filter(
    (_, i) => Math.floor((i * most) / clips.length) !== Math.floor(((i - 1) * most) / clips.length),
  );

await runEvaluation({
  usage: USAGE,
  parse,
  run: async ({ folders, most, isTelephone }, signal) => {
    const recogniser = await createRecogniser({ remote: null, warn: say });
    const all: Figures[] = [];
    try {
      await prepareHearing();
      const clips = (await Promise.all(folders.map(readCorpus))).flat();
      for (const { samples, sampleRate, lang } of taken(clips, Math.min(most, clips.length))) {
        if (signal.aborted) break;
        const clean = resampleAll(samples, sampleRate, RATE);
        // The first one also loads the model.
        const { words } = await recogniser.transcribe(clean, { lang });
        await recogniser.transcribe(clean.subarray(0, RATE), { lang, isLive: true });
        all.push(
          figuresOf(await follow(isTelephone ? telephoned(clean, RATE) : clean, lang, recogniser), words),
        );
        if (all.length % 10 === 0) say(`played ${all.length}`);
      }
    } finally {
      await recogniser.close();
    }
    process.stdout.write(`${toMarkdown(tableOf(all))}\n`);
  },
});
