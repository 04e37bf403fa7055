/**
 * Cuts an exported VITS graph (the Piper voice format) into a text stage, which runs once for an utterance, and a chain
 * of convolutional stages, which can run window by window:
 *
 *     phoneme ids -> [text] -> mean, log deviation, duration of every phoneme
 *     (durations spread over frames, noise added: plain arithmetic, done by the caller)
 *     latent frames -> [flow 4] -> [flow 3] -> [flow 2] -> [flow 1] -> [decoder head] -> [decoder tail] -> samples
 *
 * Every chain stage is a stack of convolutions, so an output frame depends on a bounded number of input frames on
 * either side: its `reach`, computed from the kernels. Windows that carry `reach` frames of context give the same
 * samples as one run over the whole utterance. Cutting between coupling layers keeps each reach small, so that small
 * windows stay cheap; cutting the decoder before its second upsampling leaves nearly all of its context in the part
 * that runs at the lowest rate.
 *
 * Source of the structure: Kim, Kong, Son, "Conditional Variational Autoencoder with Adversarial Learning for
 * End-to-End Text-to-Speech" (2021), and the node names that the exporter of Piper voices leaves in the graph.
 */
import {
  extractModel,
  nodesBetween,
  type OnnxGraph,
  type OnnxNode,
  parseOnnx,
} from '../../../../model-files/onnx/graph.ts';
import { type ByteSums, byteSums } from '../../../../model-files/onnx/instruction-sets.ts';
import type { StagedModel } from '../../optimized/stages.ts';
import type { ActivationRanges } from './byte-products.ts';
import { byteStage } from './byte-stage.ts';
import { byteTextStage } from './byte-text.ts';
import { compactDurations } from './compact-durations.ts';

export interface TextStage {
  /** Makes the bytes of the stage's model: large, so made when needed and not kept. */
  readonly model: () => Uint8Array;
  /** Noise of the duration predictor, [1, 2, ids]. */
  readonly noise: string;
  /** [1, channels, ids] each. */
  readonly mean: string;
  readonly logDeviation: string;
  /** Frames per id before they are rounded up, [1, 1, ids]. */
  readonly durations: string;
}

export interface ChainStage {
  readonly model: () => Uint8Array;
  readonly input: string;
  /** Mask over frames, [1, 1, frames], for the stages that take one. */
  readonly mask: string | null;
  readonly output: string;
  /** Frames of context needed on either side. */
  readonly reach: number;
  /** Output steps per frame; the input steps per frame are the `rate` of the previous stage (1 for the first). */
  readonly rate: number;
}

/** A stage as it is run. */
export interface RunnableStage extends Omit<ChainStage, 'model'> {
  /** Rows missing at either end of its output (see `ByteStage`); null for a stage that computes with floats. */
  readonly margin: number | null;
}

export interface SplitVits {
  readonly text: TextStage;
  readonly chain: readonly ChainStage[];
  /** Samples per frame. */
  readonly hopSamples: number;
  /** True when the graph takes a speaker id (`sid`). */
  readonly multiSpeaker: boolean;
}

function only<T>(items: readonly T[], what: string): T {
  const [first] = items;
  if (first === undefined || items.length !== 1) {
    throw new Error(`cannot split this VITS graph: expected one ${what}, found ${items.length}`);
  }
  return first;
}

function consumers(graph: OnnxGraph, tensor: string): OnnxNode[] {
  return graph.nodes.filter((node) => node.inputs.includes(tensor));
}

function consumer(graph: OnnxGraph, tensor: string, opType: string): OnnxNode {
  return only(
    consumers(graph, tensor).filter((node) => node.opType === opType),
    `${opType} after ${tensor}`,
  );
}

const first = (names: readonly string[]): string => names[0] ?? '';

/** Reach in frames and steps per frame of `output`, given `input` at `inputRate` steps per frame. */
function measureReach(
  graph: OnnxGraph,
  input: string,
  inputRate: number,
  cut: readonly string[],
  output: string,
): { reach: number; rate: number } {
  const state = new Map<string, { reach: number; rate: number }>([[input, { reach: 0, rate: inputRate }]]);
  for (const node of nodesBetween(graph, cut, [output])) {
    const known = node.inputs.flatMap((name) => state.get(name) ?? []);
    if (known.length === 0) continue;
    let reach = Math.max(...known.map((item) => item.reach));
    let rate = Math.max(...known.map((item) => item.rate));
    const kernel = node.ints.get('kernel_shape')?.[0] ?? 1;
    const dilation = node.ints.get('dilations')?.[0] ?? 1;
    if (node.opType === 'Conv') {
      reach += ((kernel - 1) * dilation) / 2 / rate;
    } else if (node.opType === 'ConvTranspose') {
      const stride = node.ints.get('strides')?.[0] ?? 1;
      reach += kernel / stride / 2 / rate;
      rate *= stride;
    }
    for (const name of node.outputs) state.set(name, { reach, rate });
  }
  const result = state.get(output);
  if (!result) throw new Error(`cannot split this VITS graph: ${output} does not depend on ${input}`);
  return result;
}

/** Splits the bytes of a Piper voice. Throws an Error that says what is missing when the graph is of another kind. */
export function splitVits(bytes: Uint8Array): SplitVits {
  return splitGraph(parseOnnx(bytes));
}

/** The same for a parsed graph. */
export function splitGraph(graph: OnnxGraph): SplitVits {
  const durations = only(
    graph.nodes.filter((node) => node.opType === 'Ceil' && !node.name.startsWith('/dp/')),
    'Ceil node that rounds the durations',
  );
  const statistics = only(
    graph.nodes.filter((node) => node.opType === 'Split' && /^\/enc_p\/Split$/.test(node.name)),
    'Split node at the end of the text encoder',
  );
  const random = graph.nodes.filter((node) => node.opType === 'RandomNormalLike');
  const durationNoise = only(
    random.filter((node) => node.name.startsWith('/dp/')),
    'noise source in the duration predictor',
  );
  const latentNoise = only(
    random.filter((node) => !node.name.startsWith('/dp/')),
    'noise source before the flow',
  );
  // noise * deviation * scale + mean: the sum is the input of the flow.
  const scaled = consumer(graph, first(consumer(graph, first(latentNoise.outputs), 'Mul').outputs), 'Mul');
  const latent = first(consumer(graph, first(scaled.outputs), 'Add').outputs);

  const decoderEntry = only(
    graph.nodes.filter((node) => node.name.startsWith('/dec/conv_pre') && node.opType === 'Conv'),
    'first convolution of the decoder',
  );
  const frames = first(decoderEntry.inputs);
  const masking = graph.producers.get(frames);
  const mask = masking?.inputs.find((name) => !graph.producers.get(name)?.name.startsWith('/flow/'));
  if (masking?.opType !== 'Mul' || mask === undefined) {
    throw new Error('cannot split this VITS graph: no mask between flow and decoder');
  }
  const mean = statistics.outputs[0] ?? '';
  const logDeviation = statistics.outputs[1] ?? '';
  const text: TextStage = {
    model: () => extractModel(graph, durationNoise.outputs, [mean, logDeviation, first(durations.inputs)]),
    noise: first(durationNoise.outputs),
    mean,
    logDeviation,
    durations: first(durations.inputs),
  };

  // The channel flips are between the coupling layers, where only one tensor passes.
  const flips = graph.nodes.filter((node) => /^\/flow\/flows\.\d*[13579]\/Slice$/.test(node.name));
  const [, secondUpsampling] = graph.nodes.filter(
    (node) => node.name.startsWith('/dec/') && node.opType === 'ConvTranspose',
  );
  const output = only([...graph.outputs.keys()], 'output');
  const cuts = [
    latent,
    // The first flip comes before the first coupling layer and belongs to its stage.
    ...flips.slice(1).map((node) => first(node.outputs)),
    frames,
    ...(secondUpsampling ? [first(secondUpsampling.inputs)] : []),
    output,
  ];
  const chain: ChainStage[] = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const input = cuts[i] ?? '';
    const target = cuts[i + 1] ?? '';
    const cut = [input, mask];
    const { reach, rate } = measureReach(graph, input, chain.at(-1)?.rate ?? 1, cut, target);
    const usesMask = nodesBetween(graph, cut, [target]).some((node) => node.inputs.includes(mask));
    chain.push({
      model: () => extractModel(graph, cut, [target]),
      input,
      mask: usesMask ? mask : null,
      output: target,
      reach: Math.ceil(reach),
      rate,
    });
  }
  return {
    text,
    chain,
    hopSamples: chain.at(-1)?.rate ?? 0,
    multiSpeaker: graph.inputs.has('sid'),
  };
}

/** Everything about a split graph except the bytes of its stages. */
export interface VitsShape extends Omit<SplitVits, 'text' | 'chain'> {
  readonly text: Omit<TextStage, 'model'>;
  readonly chain: readonly RunnableStage[];
}

/** The names of the stages. */
export const TEXT_STAGE = 'text';
export const chainStage = (index: number): string => `chain-${index}`;

/**
 * The same, as stages with names. Throws like `splitVits`.
 * @param ranges of tensors that become bytes; without any, all stages compute with floats
 * @param sums how the target processor adds products of bytes
 */
export function stagedVits(
  bytes: Uint8Array,
  ranges: ActivationRanges = new Map(),
  sums: ByteSums = byteSums(),
): StagedModel<VitsShape> {
  const graph = parseOnnx(bytes);
  const split = splitGraph(graph);
  const { model, ...text } = split.text;
  const textModel = (): Uint8Array => {
    const compact = ifUnderstood(() => compactDurations(model())) ?? model();
    return (ranges.size === 0 ? null : ifUnderstood(() => byteTextStage(compact, ranges, sums))) ?? compact;
  };
  const stages = new Map([[TEXT_STAGE, textModel]]);
  const chain = split.chain.map(({ model: ofFloats, ...stage }, index): RunnableStage => {
    const ofBytes = ranges.size === 0 ? null : ifUnderstood(() => byteStage(graph, stage, ranges, sums));
    stages.set(chainStage(index), ofBytes ? () => ofBytes.model : ofFloats);
    if (!ofBytes) return { ...stage, margin: null };
    return { ...stage, margin: ofBytes.margin, reach: Math.ceil(ofBytes.margin / stage.rate) };
  });
  return { stages, parameters: { ...split, text, chain } };
}

/** A rewritten stage; null if it has unsupported layers. */
function ifUnderstood<T>(rewrite: () => T): T | null {
  try {
    return rewrite();
  } catch {
    return null;
  }
}
