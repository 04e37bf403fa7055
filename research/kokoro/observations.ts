/**
 * Utterances rendered by the published graph, with measurements of the generator: mean and variance of every channel at
 * every norm, and the largest activation before every convolution.
 */

import {
  CUT,
  convolutionName,
  delimited,
  describe,
  type Espeak,
  type OnnxGraph,
  type OnnxNode,
  operationBytes,
  STYLE,
  styleFor,
  timeMajor,
  UNITS,
  type Unit,
  unitName,
} from '../../engine/research.ts';
import { concatenated } from '../../media/concatenated.ts';
import { type Actor, pronouncedFor, runsFor } from './cast.ts';
import { PublishedGraph } from './published-graph.ts';

const GENERATOR = '/decoder/decoder/generator/';

export interface Observation {
  readonly frames: number;
  /** The features of the regression. */
  readonly known: Float64Array;
  /** For every channel of the norms, in the order of `Observatory.norms`. */
  readonly means: Float32Array;
  readonly variances: Float32Array;
  /** The largest magnitude in every channel before the convolutions of UNITS. */
  readonly largest: Float32Array;
}

interface Norm {
  readonly name: string;
  readonly mean: string;
  readonly variance: string;
}

export class Observatory {
  readonly #graph: PublishedGraph;
  readonly #norms: readonly Norm[];

  private constructor(graph: PublishedGraph, norms: readonly Norm[]) {
    this.#graph = graph;
    this.#norms = norms;
  }

  static async open(modelPath: string): Promise<Observatory> {
    let norms: readonly Norm[] = [];
    const graph = await PublishedGraph.loadWith(modelPath, (published) => {
      norms = normsOf(published);
      const outputs = norms.flatMap(({ mean, variance }) => [mean, variance]);
      return {
        graph: {
          ...published,
          ...withNodes(
            published,
            UNITS.flatMap((unit) => largestOf(published, unit)),
          ),
        },
        outputs: [CUT.features, CUT.pitch, ...outputs, ...UNITS.map(largestName)],
      };
    });
    return new Observatory(graph, norms);
  }

  /** Names of the units whose norms are measured. Norms with the same input share their measurement. */
  get norms(): readonly string[] {
    return this.#norms.map(({ name }) => name);
  }

  /** Only the first run of a text that is too long for one. */
  async observe(actor: Actor, text: string, espeak: Espeak): Promise<Observation> {
    const [run] = runsFor(actor, pronouncedFor(actor, text, espeak));
    if (!run) throw new Error('a text has no tokens');
    const output = await this.#graph.run(run.ids, actor.styles);
    const pitch = output(CUT.pitch);
    const features = timeMajor(output(CUT.features), pitch.length);
    const style = styleFor(actor.styles, run.ids).subarray(0, STYLE);
    return {
      frames: pitch.length,
      known: describe({ features, pitch, style }),
      means: concatenated(this.#norms.map(({ mean }) => output(mean))),
      variances: concatenated(this.#norms.map(({ variance }) => output(variance))),
      largest: concatenated(UNITS.map((unit) => output(largestName(unit)))),
    };
  }

  async close(): Promise<void> {
    await this.#graph.release();
  }
}

/** A norm subtracts its mean, and then computes the mean of the squares. */
function normsOf({ producers }: OnnxGraph): Norm[] {
  return UNITS.flatMap((unit) => {
    const at = `${GENERATOR}${unit.block.name}/adain${unit.place}.${unit.pair}/ReduceMean`;
    const norm = { name: unitName(unit), mean: `${at}_output_0`, variance: `${at}_2_output_0` };
    return producers.has(norm.mean) && producers.has(norm.variance) ? [norm] : [];
  });
}

const largestName = (unit: Unit): string => `largest ${unitName(unit)}`;

/** Adds nodes for the largest magnitude in each channel, since the activations would take gigabytes. */
function largestOf(graph: OnnxGraph, unit: Unit): OnnxNode[] {
  const convolution = graph.nodes.find(
    ({ name }) => name === `${GENERATOR}${convolutionName(unit)}/Conv_quant`,
  );
  const quantizer = graph.producers.get(convolution?.inputs[0] ?? '');
  const input = quantizer?.inputs[0];
  if (input === undefined)
    throw new Error(`the Kokoro graph does not quantize the input of "${unitName(unit)}"`);
  const magnitude = `magnitude ${unitName(unit)}`;
  return [node('Abs', input, magnitude), node('GlobalMaxPool', magnitude, largestName(unit))];
}

function node(type: string, input: string, output: string): OnnxNode {
  const [inputs, outputs] = [[input], [output]];
  const raw = delimited(1, operationBytes({ type, inputs, outputs }));
  return { name: output, opType: type, inputs, outputs, ints: new Map(), raw };
}

function withNodes(graph: OnnxGraph, added: readonly OnnxNode[]): Pick<OnnxGraph, 'nodes' | 'producers'> {
  const producers = new Map(graph.producers);
  for (const each of added) for (const output of each.outputs) producers.set(output, each);
  return { nodes: [...graph.nodes, ...added], producers };
}
