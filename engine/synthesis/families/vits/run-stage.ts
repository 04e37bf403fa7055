import * as ort from 'onnxruntime-node';
import { floats } from '../../optimized/stages.ts';
import { edgeOf } from './byte-stage.ts';
import { fillGaussian } from './latent.ts';
import type { RunnableStage, TextStage } from './split.ts';

/** Consecutive rows of an utterance: [rows, channels]. */
interface Matrix {
  readonly rows: Float32Array;
  readonly channels: number;
}

interface Window extends Matrix {
  /** Whether the window is at the start and at the end of the utterance. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/** Parameters of the text stage besides the phonemes; see `UtteranceControls`. */
interface TextControls {
  readonly noiseScale: number;
  readonly durationNoiseScale: number;
  readonly lengthScale: number;
  readonly seed: number;
}

/** Inputs of a text stage except the speaker: ids, scales, and the noise of the durations. */
export function textFeeds(
  stage: Pick<TextStage, 'noise'>,
  ids: readonly number[],
  { noiseScale, lengthScale, durationNoiseScale, seed }: TextControls,
): Record<string, ort.Tensor> {
  const noise = new Float32Array(2 * ids.length);
  // Frames use the streams from 0 on.
  fillGaussian(noise, seed, -1);
  const scales = Float32Array.of(noiseScale, lengthScale, durationNoiseScale);
  return {
    input: new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
    input_lengths: new ort.Tensor('int64', BigInt64Array.of(BigInt(ids.length)), [1]),
    scales: new ort.Tensor('float32', scales, [3]),
    [stage.noise]: new ort.Tensor('float32', noise, [1, 2, ids.length]),
  };
}

/** Input with the speaker, for the stages of a model with several speakers. */
export function speakerFeed(speaker: number): Record<string, ort.Tensor> {
  return { sid: new ort.Tensor('int64', BigInt64Array.of(BigInt(speaker)), [1]) };
}

/**
 * Runs a chain stage, of either kind. Its output lacks `stage.margin` rows at the ends of the window that are not ends
 * of the utterance.
 * @param speaker the stage's input with the speaker, or no input
 */
export async function runStage(
  session: ort.InferenceSession,
  stage: RunnableStage,
  window: Window,
  speaker: Record<string, ort.Tensor>,
): Promise<Matrix> {
  const { rows, channels } = window;
  const count = rows.length / channels;
  if (stage.margin !== null) {
    const feeds: Record<string, ort.Tensor> = { x: new ort.Tensor('float32', rows, [count, channels]) };
    for (const name of session.inputNames) {
      const edge = edgeOf(name);
      if (!edge) continue;
      const [before, after] = [window.atStart, window.atEnd].map((isEnd) =>
        isEnd ? edge.atEnd : edge.within,
      );
      const pads = BigInt64Array.of(BigInt(before ?? 0), 0n, BigInt(after ?? 0), 0n);
      feeds[name] = new ort.Tensor('int64', pads, [4]);
    }
    const { out } = await session.run(feeds);
    return { rows: floats(out), channels: out?.dims[1] ?? 1 };
  }
  const feeds: Record<string, ort.Tensor> = {
    ...speaker,
    [stage.input]: new ort.Tensor('float32', transposed(rows, count), [1, channels, count]),
  };
  if (stage.mask !== null) {
    feeds[stage.mask] = new ort.Tensor('float32', new Float32Array(count).fill(1), [1, 1, count]);
  }
  const output = (await session.run(feeds))[stage.output];
  const columns = floats(output);
  const steps = output?.dims.at(-1) ?? 1;
  return { rows: transposed(columns, columns.length / steps), channels: columns.length / steps };
}

/** A matrix of `rows` rows, row after row, as its columns, one after another. */
export function transposed(values: Float32Array, rows: number): Float32Array {
  const columns = values.length / rows;
  if (rows === 1 || columns === 1) return values;
  const out = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      out[column * rows + row] = values[row * columns + column] ?? 0;
    }
  }
  return out;
}
