/** The files of an optimized model: a graph and its weights for each stage, and their other data. */
import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { InferenceSession, type Tensor } from 'onnxruntime-node';
import { alignWeights } from '../../../model-files/onnx/external-weights.ts';
import { ONE_THREAD, SETTINGS } from '../../../model-files/onnx/session-options.ts';
import { SIZES_FILE } from './optimized-files.ts';

/** A model that was cut into stages. */
export interface StagedModel<P> {
  /** Makes the bytes of each stage's graph, by its name: large, so made when needed and not kept. */
  readonly stages: ReadonlyMap<string, () => Uint8Array>;
  /** Plain data and arrays that are needed besides the stages. */
  readonly parameters: P;
}

const PARAMETERS_FILE = 'parameters';
/** Smaller tensors stay in the graph. */
const LEAST_EXTERNAL_BYTES = 16_384;
const ERRORS_ONLY = 3;

const graphFile = (stage: string): string => `${stage}.onnx`;
const weightsFile = (stage: string): string => `${stage}.weights`;

/** Has onnxruntime optimize every stage for this processor, and writes the results. */
export async function writeOptimized<P>(
  folder: string,
  { stages, parameters }: StagedModel<P>,
): Promise<void> {
  for (const [name, model] of stages) {
    const [graphPath, weightsPath] = [join(folder, graphFile(name)), join(folder, weightsFile(name))];
    const session = await InferenceSession.create(model(), {
      ...ONE_THREAD,
      optimizedModelFilePath: graphPath,
      // onnxruntime warns that the file is for this processor only, which is intended.
      logSeverityLevel: ERRORS_ONLY,
      extra: {
        session: {
          ...SETTINGS.session,
          save_external_prepacked_constant_initializers: '1',
          optimized_model_external_initializers_file_name: weightsFile(name),
          optimized_model_external_initializers_min_size_in_bytes: String(LEAST_EXTERNAL_BYTES),
        },
      },
    });
    await session.release();
    const written = { model: await readFile(graphPath), weights: await readFile(weightsPath) };
    const aligned = alignWeights(written);
    await writeFile(graphPath, aligned.model);
    await writeFile(weightsPath, aligned.weights);
  }
  await writeFile(join(folder, PARAMETERS_FILE), serialize(parameters));
  const sizes: Record<string, number> = {};
  for (const name of await readdir(folder)) sizes[name] = await flush(join(folder, name));
  await writeFile(join(folder, SIZES_FILE), JSON.stringify(sizes), { flush: true });
}

/** The session of a stage, whose weights are mapped from their file. */
export function openStage(
  folder: string,
  stage: string,
  options: InferenceSession.SessionOptions = ONE_THREAD,
): Promise<InferenceSession> {
  // Its graph is already optimized.
  return InferenceSession.create(join(folder, graphFile(stage)), {
    ...options,
    graphOptimizationLevel: 'disabled',
  });
}

/** Reads the parameters of a model, which the same version of our code wrote with this type. */
export async function readParameters<P>(folder: string): Promise<P> {
  return deserialize(await readFile(join(folder, PARAMETERS_FILE))) as P;
}

/**
 * Values of an output of a stage.
 * @throws Error for one that is absent or contains no floats
 */
export function floats(tensor: Tensor | undefined): Float32Array {
  if (!(tensor?.data instanceof Float32Array)) throw new Error('a stage did not give a float tensor');
  return tensor.data;
}

/** Waits until a file is on the disk. @returns its size in bytes */
async function flush(path: string): Promise<number> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return (await stat(path)).size;
}
