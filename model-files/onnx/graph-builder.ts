import {
  type OnnxOperation,
  type OnnxSubgraph,
  type OnnxTensor,
  type OnnxValue,
  VALUE_TYPES,
  writeOnnx,
} from './writer.ts';

/** The version of ONNX's own operators that the graphs are written for. */
const OPSET = 17;
/** onnxruntime's own operators. */
export const ONNXRUNTIME = 'com.microsoft';
/** The end of an axis, for Slice. */
export const END = 2 ** 31 - 1;

type OperationOptions = Pick<OnnxOperation, 'attributes' | 'lists' | 'floats' | 'domain'>;

/** A tensor of a graph that is an output under another name. */
export interface GraphOutput {
  readonly name: string;
  /** Name of an operation's output. */
  readonly tensor: string;
  readonly dims: OnnxValue['dims'];
}

/** Collects the operations of a graph. Every method returns the name of a tensor. */
export class GraphBuilder {
  /** Operations of the graph, or of the branch that is being collected. */
  #operations: OnnxOperation[] = [];
  #tensors = 0;
  readonly #weights: OnnxTensor[] = [];
  readonly #inputs = new Map<string, OnnxValue>();
  /** Small constants by their contents, so that each is held once. */
  readonly #constants = new Map<string, string>();
  readonly #prefix: string;

  /** @param prefix of the names of tensors, which avoids collisions with those of another graph */
  constructor(prefix = '') {
    this.#prefix = prefix;
  }

  input(name: string, dims: OnnxValue['dims'], type: NonNullable<OnnxValue['type']> = 'float'): string {
    this.#inputs.set(name, { name, dims, type });
    return name;
  }

  operation(type: string, inputs: readonly string[], options: OperationOptions = {}): string {
    const output = this.#name();
    this.#operations.push({ type, inputs, outputs: [output], ...options });
    return output;
  }

  cast(x: string, to: keyof typeof VALUE_TYPES): string {
    return this.operation('Cast', [x], { attributes: { to: VALUE_TYPES[to] } });
  }

  /** An operation with three outputs. */
  operationOfThree(
    type: string,
    inputs: readonly string[],
    options: OperationOptions = {},
  ): readonly [string, string, string] {
    const outputs = [this.#name(), this.#name(), this.#name()] as const;
    this.#operations.push({ type, inputs, outputs, ...options });
    return outputs;
  }

  /** Splits a tensor in two along an axis. @param lengths a tensor with the lengths of both parts */
  split(x: string, axis: number, lengths: string): readonly [string, string] {
    const outputs = [this.#name(), this.#name()] as const;
    this.#operations.push({ type: 'Split', inputs: [x, lengths], outputs, attributes: { axis } });
    return outputs;
  }

  /**
   * Outputs of one of two branches. Only the chosen branch is computed.
   * @param condition a tensor of one boolean
   * @param dims of every output, the same for both branches
   */
  either(
    condition: string,
    dims: OnnxValue['dims'],
    ifTrue: () => readonly string[],
    ifFalse: () => readonly string[],
  ): string[] {
    const thenBranch = this.#branch(dims, ifTrue);
    const elseBranch = this.#branch(dims, ifFalse);
    const outputs = thenBranch.outputs.map(() => this.#name());
    const graphs = { then_branch: thenBranch, else_branch: elseBranch };
    this.#operations.push({ type: 'If', inputs: [condition], outputs, graphs });
    return outputs;
  }

  weights(dims: readonly number[], data: OnnxTensor['data']): string {
    const name = `${this.#prefix}w${this.#weights.length}`;
    this.#weights.push({ name, dims, data });
    return name;
  }

  integers(...values: number[]): string {
    return this.#constant(`i${values}`, () =>
      this.weights(
        [values.length],
        BigInt64Array.from(values, (value) => BigInt(value)),
      ),
    );
  }

  scalar(value: number): string {
    return this.#constant(`f${value}`, () => this.weights([], Float32Array.of(value)));
  }

  byte(value: number): string {
    return this.#constant(`b${value}`, () => this.weights([], Uint8Array.of(value)));
  }

  /** Part of a matrix: rows or columns [from, to); counted from the end where negative. */
  slice(x: string, axis: 0 | 1, from: number, to: number): string {
    return this.operation('Slice', [x, this.integers(from), this.integers(to), this.integers(axis)]);
  }

  /** The serialized model. @param outputs default: the last operation's output as "out" */
  model(outputs: readonly GraphOutput[] = [this.#lastOutput()]): Uint8Array {
    const names = new Map(outputs.map(({ tensor, name }) => [tensor, name]));
    const named = (tensors: readonly string[]): string[] =>
      tensors.map((tensor) => names.get(tensor) ?? tensor);
    return writeOnnx({
      opset: OPSET,
      domains: { [ONNXRUNTIME]: 1 },
      inputs: [...this.#inputs.values()],
      outputs: outputs.map(({ name, dims }) => ({ name, dims })),
      weights: this.#weights,
      operations: this.#operations.map((operation) => ({
        ...operation,
        inputs: named(operation.inputs),
        outputs: named(operation.outputs),
      })),
    });
  }

  #lastOutput(): GraphOutput {
    const [tensor] = this.#operations.at(-1)?.outputs ?? [];
    if (tensor === undefined) throw new Error('the graph is empty');
    return { name: 'out', tensor, dims: ['rows', 'columns'] };
  }

  /** The operations collected since the last call, for a graph that also has others. */
  takeOperations(): OnnxOperation[] {
    return this.#operations.splice(0);
  }

  get allWeights(): readonly OnnxTensor[] {
    return this.#weights;
  }

  #name(): string {
    return `${this.#prefix}t${this.#tensors++}`;
  }

  #branch(dims: OnnxValue['dims'], collect: () => readonly string[]): OnnxSubgraph {
    const around = this.#operations;
    const operations: OnnxOperation[] = [];
    this.#operations = operations;
    const names = collect();
    this.#operations = around;
    return { operations, outputs: names.map((name) => ({ name, dims })) };
  }

  #constant(key: string, make: () => string): string {
    const name = this.#constants.get(key) ?? make();
    this.#constants.set(key, name);
    return name;
  }
}
