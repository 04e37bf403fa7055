/** Measures the ranges of a voice's activations: they differ from voice to voice, and 8-bit products need them. */
import { readFile } from 'node:fs/promises';
import * as ort from 'onnxruntime-node';
import { Espeak } from '../../../../language/pronunciation/espeak.ts';
import { pronounce } from '../../../../language/pronunciation/pronounce.ts';
import type { Token } from '../../../../language/text/types.ts';
import { extractModel, type OnnxGraph, parseOnnx } from '../../../../model-files/onnx/graph.ts';
import { hasDotProducts } from '../../../../model-files/onnx/instruction-sets.ts';
import { ONE_THREAD } from '../../../../model-files/onnx/session-options.ts';
import { type PiperConfig, parsePiperConfig } from '../../../../model-files/piper-config.ts';
import { floats } from '../../optimized/stages.ts';
import type { ActivationRanges, ChannelRanges } from './byte-products.ts';
import { rangedTensors } from './byte-stage.ts';
import { rangedTextTensors } from './byte-text.ts';
import { drawLatent } from './latent.ts';
import { type UtteranceControls, VitsModel } from './model.ts';
import { BLANK, phonemeIds } from './phoneme-ids.ts';
import { speakerFeed, textFeeds, transposed } from './run-stage.ts';
import { type ChainStage, splitGraph, type TextStage } from './split.ts';

/** Spoken by the rules of the voice's own language, in which the numbers become words. */
const TEXTS: readonly (readonly string[])[] = [
  ['quick', 'brown', 'foxes', 'jump', 'over', 'the', 'lazy', 'dog'],
  ['1', '2', '3', '4', '5', '6', '7'],
  ['8', '9', '10', '11', '12', '1000'],
  ['how', 'vexingly', 'strange', 'a', 'measure', 'of', 'joy'],
];
const MARKS = ['.', ',', '?'] as const;
/** Upper bound of the speakers that are measured. Each speaks one text. */
const MOST_SPEAKERS = 12;

/**
 * Measures the ranges of the voice at a path. Returns none if the processor has no dot products, so that 8 bits gain
 * nothing, or if the voice cannot be run here.
 */
export async function rangesOf(modelPath: string, bytes: Uint8Array): Promise<ActivationRanges> {
  if (!hasDotProducts()) return new Map();
  try {
    const config: unknown = JSON.parse(await readFile(`${modelPath}.json`, 'utf8'));
    return await measureRanges(bytes, parsePiperConfig(config));
  } catch {
    return new Map();
  }
}

/** Ranges of every channel of the tensors that may become bytes, by tensor name. Throws for an unsupported graph. */
export async function measureRanges(bytes: Uint8Array, config: PiperConfig): Promise<ActivationRanges> {
  const graph = parseOnnx(bytes);
  const { text, chain, multiSpeaker } = splitGraph(graph);
  const ranges = new Map<string, ChannelRanges>();
  const spoken = await speakTexts(bytes, config);
  await watchText(graph, text, spoken, multiSpeaker, ranges);
  // Stages run one after the other, so that only one is in memory.
  for (const stage of chain) {
    const session = await watchedSession(graph, stage);
    for (const each of spoken) {
      each.columns = await watch(session, stage, each, ranges);
      each.steps = each.frames * stage.rate;
    }
    await session.release();
  }
  return ranges;
}

/** State of an utterance between two stages of the chain. */
interface Passing {
  readonly ids: readonly number[];
  readonly controls: UtteranceControls;
  readonly frames: number;
  readonly speaker: number;
  /** Output of the last stage, channel after channel, each with `steps` values. */
  columns: Float32Array;
  steps: number;
}

async function speakTexts(bytes: Uint8Array, config: PiperConfig): Promise<Passing[]> {
  const espeak = await Espeak.load();
  const model = await VitsModel.load(bytes);
  const speakers = Math.min(config.numSpeakers, MOST_SPEAKERS);
  const spoken: Passing[] = [];
  for (let turn = 0; turn < Math.max(TEXTS.length, speakers); turn++) {
    const ids = idsOf(turn, config, espeak);
    const controls: UtteranceControls = {
      noiseScale: config.noiseScale,
      durationNoiseScale: config.noiseW,
      lengthScale: config.lengthScale,
      speed: 1,
      blank: config.phonemeIdMap[BLANK]?.[0] ?? null,
      speaker: Math.floor(((turn % speakers) * config.numSpeakers) / speakers),
      seed: turn,
    };
    const { latent, frames, speaker } = await model.prepare(ids, controls);
    const columns = transposed(drawLatent(latent, 0, frames), frames);
    spoken.push({ ids, controls, frames, speaker, steps: frames, columns });
  }
  await model.release();
  return spoken;
}

function idsOf(turn: number, config: PiperConfig, espeak: Espeak): readonly number[] {
  const words = TEXTS[turn % TEXTS.length] ?? [];
  const tokens = words.map((spoken): Token => {
    return { kind: 'word', unit: spoken, span: { start: 0, end: spoken.length }, spoken, ipa: null };
  });
  tokens.push({ kind: 'punctuation', mark: MARKS[turn % MARKS.length] ?? '.' });
  const pronounced = pronounce(tokens, config.espeakVoice ?? '', espeak, () => []);
  return phonemeIds(pronounced, config.phonemeIdMap).ids;
}

/** Runs the text stage for all utterances. */
async function watchText(
  graph: OnnxGraph,
  text: TextStage,
  spoken: readonly Passing[],
  multiSpeaker: boolean,
  ranges: Map<string, ChannelRanges>,
): Promise<void> {
  const watched = rangedTextTensors(parseOnnx(text.model()));
  const session = await ort.InferenceSession.create(extractModel(graph, [text.noise], watched), ONE_THREAD);
  for (const { ids, controls, speaker } of spoken) {
    const feeds = { ...textFeeds(text, ids, controls), ...(multiSpeaker ? speakerFeed(speaker) : {}) };
    const taken = Object.entries(feeds).filter(([name]) => session.inputNames.includes(name));
    widen(ranges, await session.run(Object.fromEntries(taken)));
  }
  await session.release();
}

/** A chain stage that also outputs its tensors that may become bytes. */
function watchedSession(graph: OnnxGraph, stage: ChainStage): Promise<ort.InferenceSession> {
  const { input, mask, output } = stage;
  const inside = rangedTensors(graph, stage).filter((name) => name !== input && name !== output);
  const model = extractModel(graph, mask === null ? [input] : [input, mask], [output, ...inside]);
  return ort.InferenceSession.create(model, ONE_THREAD);
}

/**
 * Runs a stage for an utterance in one piece, and widens the ranges by the values that occur.
 * @returns its output
 */
async function watch(
  session: ort.InferenceSession,
  { input, mask, output }: ChainStage,
  { speaker, columns, steps }: Passing,
  ranges: Map<string, ChannelRanges>,
): Promise<Float32Array> {
  const x = new ort.Tensor('float32', columns, [1, columns.length / steps, steps]);
  const feeds: Record<string, ort.Tensor> = { [input]: x };
  if (mask !== null) feeds[mask] = new ort.Tensor('float32', new Float32Array(steps).fill(1), [1, 1, steps]);
  if (session.inputNames.includes('sid')) Object.assign(feeds, speakerFeed(speaker));
  const result = await session.run(feeds);
  widen(ranges, { [input]: x, ...result });
  return floats(result[output]);
}

/** Widens the ranges to the values of tensors, [1, channels, steps]. */
function widen(ranges: Map<string, ChannelRanges>, tensors: Readonly<Record<string, ort.Tensor>>): void {
  for (const [name, tensor] of Object.entries(tensors)) {
    ranges.set(name, widened(ranges.get(name), floats(tensor), tensor.dims[1] ?? 1));
  }
}

/** @param columns the values of one channel after another */
function widened(ranges: ChannelRanges | undefined, columns: Float32Array, channels: number): ChannelRanges {
  const least = ranges?.least ?? new Float32Array(channels);
  const largest = ranges?.largest ?? new Float32Array(channels);
  const steps = columns.length / channels;
  for (let channel = 0; channel < channels; channel++) {
    let [low, high] = [least[channel] ?? 0, largest[channel] ?? 0];
    for (let i = channel * steps; i < (channel + 1) * steps; i++) {
      const value = columns[i] ?? 0;
      if (value < low) low = value;
      else if (value > high) high = value;
    }
    least[channel] = low;
    largest[channel] = high;
  }
  return { least, largest };
}
