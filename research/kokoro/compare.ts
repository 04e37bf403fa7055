/** `npm run eval:kokoro -- compare`: compares our windowed rendering with the published graph in one run. */

import { describeMachine } from '../../bench/report/machine.ts';
import { type Table, toMarkdown, toText } from '../../bench/report/table.ts';
import { machineLines } from '../../bench/report/write.ts';
import { type Espeak, type KokoroModel, KokoroSynthesizer } from '../../engine/research.ts';
import { rmsDbfs } from '../../media/level.ts';
import { mean, quantileNearest } from '../../media/statistics.ts';
import { seconds } from '../cloning/sound.ts';
import { say, writePage } from '../evaluation.ts';
import { type Actor, readCast } from './cast.ts';
import type { CompareOptions } from './options.ts';
import { PublishedGraph } from './published-graph.ts';
import { meanQuality, Raters, type Rating, wordErrorPercent } from './ratings.ts';
import { inOnePiece, type Rendered, type Streamed, speakPublished, stream } from './rendering.ts';
import { SHORT_TEXTS, sentencesOf } from './sentences.ts';

interface Side {
  readonly sounds: Rendered[];
  readonly ratings: Rating[];
}

interface Comparison {
  readonly voice: string;
  readonly ours: Side;
  readonly published: Side;
  readonly firstCpuMs: number[];
  /** Signal-to-difference ratio of windows and one run, in dB. */
  readonly agreementDb: number[];
  /** Our level minus that of the published graph, for each of SHORT_TEXTS. */
  readonly levelDb: number[];
}

interface Tools {
  readonly model: KokoroModel;
  readonly graph: PublishedGraph;
  readonly raters: Raters;
  readonly espeak: Espeak;
}

export async function compare(options: CompareOptions, signal: AbortSignal): Promise<void> {
  const { modelPath, actors, espeak } = await readCast(options.voices);
  const raters = await Raters.load();
  const model = await KokoroSynthesizer.loadModel(modelPath);
  const graph = await PublishedGraph.load(modelPath);
  try {
    const comparisons: Comparison[] = [];
    for (const actor of actors) {
      const tools: Tools = { model, graph, raters, espeak };
      const comparison = await compareVoice(actor, options.sentences, tools, signal);
      comparisons.push(comparison);
      // A run takes long, so intermediate results are printed.
      for (const table of tablesOf([comparison])) say(toText({ ...table, notes: [] }));
    }
    const tables = tablesOf(comparisons);
    for (const table of tables) process.stdout.write(`${toText(table)}\n`);
    if (options.page !== null) await writePage(options.page, pageOf(tables, options.sentences));
  } finally {
    await Promise.all([raters.close(), model.release(), graph.release()]);
  }
}

const tablesOf = (comparisons: readonly Comparison[]): Table[] => [
  qualityTable(comparisons),
  soundTable(comparisons),
  costTable(comparisons),
];

async function compareVoice(
  actor: Actor,
  sentences: number,
  { model, graph, raters, espeak }: Tools,
  signal: AbortSignal,
): Promise<Comparison> {
  const comparison: Comparison = {
    voice: actor.name,
    ours: { sounds: [], ratings: [] },
    published: { sounds: [], ratings: [] },
    firstCpuMs: [],
    agreementDb: [],
    levelDb: [],
  };
  const both = async (text: string): Promise<[Streamed, Rendered]> => {
    signal.throwIfAborted();
    const ours = await stream(model, actor, text, espeak);
    return [ours, await speakPublished(graph, actor, ours, espeak)];
  };
  const { ours, published, firstCpuMs, agreementDb, levelDb } = comparison;
  for (const text of SHORT_TEXTS) {
    const [our, their] = await both(text);
    levelDb.push(rmsDbfs(our.samples) - rmsDbfs(their.samples));
  }
  for (const text of sentencesOf('en', sentences)) {
    const [our, their] = await both(text);
    ours.sounds.push(our);
    published.sounds.push(their);
    firstCpuMs.push(our.firstCpuMs);
    agreementDb.push(agreement(await inOnePiece(model, actor, our), our.samples));
    ours.ratings.push(await raters.rate(our, true));
    published.ratings.push(await raters.rate(their, true));
  }
  return comparison;
}

/** Returns the level of a sound over that of its difference from another, in dB. */
function agreement(whole: Float32Array, other: Float32Array): number {
  return rmsDbfs(whole) - rmsDbfs(whole.map((sample, i) => sample - (other[i] ?? 0)));
}

function qualityTable(comparisons: readonly Comparison[]): Table {
  const row = (name: string, ours: readonly Rating[], published: readonly Rating[]): string[] => {
    const [quality, theirs] = [meanQuality(ours), meanQuality(published)];
    const [errors, theirErrors] = [wordErrorPercent(ours) ?? 0, wordErrorPercent(published) ?? 0];
    return [
      name,
      ...[quality, theirs, quality - theirs].map((value) => value.toFixed(2)),
      ...[errors, theirErrors, errors - theirErrors].map((value) => value.toFixed(1)),
    ];
  };
  const all = (pick: (comparison: Comparison) => Side): Rating[] =>
    comparisons.flatMap((comparison) => pick(comparison).ratings);
  return {
    title: 'Quality and intelligibility',
    columns: ['Voice', 'DNSMOS', 'published', 'difference', 'WER, %', 'published', 'difference'],
    rows: [
      ...comparisons.map(({ voice, ours, published }) => row(voice, ours.ratings, published.ratings)),
      row(
        'All',
        all(({ ours }) => ours),
        all(({ published }) => published),
      ),
    ],
    notes: ['DNSMOS P.835, overall, 1 to 5. WER: word errors of the local recogniser.'],
  };
}

function soundTable(comparisons: readonly Comparison[]): Table {
  const signed = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(1)}`;
  return {
    title: 'Levels of short texts, and windows',
    columns: ['Voice', ...SHORT_TEXTS.map((text) => `"${text}", dB`), 'Windows, least, dB', 'median, dB'],
    rows: comparisons.map(({ voice, levelDb, agreementDb }) => [
      voice,
      ...levelDb.map(signed),
      decibels(Math.min(...agreementDb)),
      decibels(quantileNearest(agreementDb, 0.5)),
    ]),
    notes: [
      'Levels: ours less that of the published graph.',
      'Windows: level of the sound rendered in one piece over that of its difference from the same in windows.',
    ],
  };
}

/** The difference may be zero. */
const decibels = (value: number): string => (Number.isFinite(value) ? value.toFixed(1) : 'same bits');

function costTable(comparisons: readonly Comparison[]): Table {
  const perSecond = (sounds: readonly Rendered[]): number =>
    sounds.reduce((sum, { cpuMs }) => sum + cpuMs, 0) /
    sounds.reduce((sum, sound) => sum + seconds(sound), 0);
  const meanCost = (sounds: readonly Rendered[]): number => mean(sounds.map(({ cpuMs }) => cpuMs));
  return {
    title: 'Processor time',
    columns: [
      'Voice',
      'Per s of sound, ms',
      'published, ms',
      'ratio',
      'First sound, ms',
      'published, ms',
      'ratio',
    ],
    rows: comparisons.map(({ voice, ours, published, firstCpuMs }) => {
      const [our, their] = [perSecond(ours.sounds), perSecond(published.sounds)];
      const [first, whole] = [mean(firstCpuMs), meanCost(published.sounds)];
      return [
        voice,
        ...[our, their].map((value) => value.toFixed(0)),
        (our / their).toFixed(2),
        ...[first, whole].map((value) => value.toFixed(0)),
        (first / whole).toFixed(2),
      ];
    }),
    notes: [
      'One thread each, in turn, from token ids or phonemes on; seconds of sound without the silence in front that ' +
        'streams leave out, for both.',
      'First sound: ours until the first window, the published graph until all of the sentence is there.',
    ],
  };
}

function pageOf(tables: readonly Table[], sentences: number): string {
  return [
    '# Kokoro-82M in windows: compared with the published graph',
    '',
    'Kokoro is rendered window by window, with norms that are predicted instead of measured over the utterance, and ' +
      'with 8-bit matrices of our own. Here it speaks beside the published 8-bit graph, which computes each sentence ' +
      'in one piece, from the same tokens. `npm run eval:kokoro -- compare --write` measures again and writes this ' +
      'page.',
    '',
    `- Measured: ${new Date().toISOString().slice(0, 10)}, ${sentences} sentences in each voice`,
    ...machineLines(describeMachine(null, null)),
    '',
    ...tables.map(toMarkdown),
  ].join('\n');
}
