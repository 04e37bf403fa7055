/** Stages of the generator with their inputs: norms, and padding at the ends of an utterance. */
import * as ort from 'onnxruntime-node';
import { floats } from '../../optimized/stages.ts';
import { UNITS, unitName } from './layers.ts';
import type { KokoroUtterance, Window } from './utterance.ts';

export interface Stage {
  readonly session: ort.InferenceSession;
  readonly units: readonly { readonly name: string; readonly at: number; readonly channels: number }[];
  /** Inputs that pad or crop this many rows if the window does not end with the utterance. */
  readonly pads: readonly { readonly input: string; readonly rows: number; readonly isCrop: boolean }[];
}

/** The place of each unit's norms in `KokoroUtterance.norms`. */
const OFFSETS = new Map<string, { readonly at: number; readonly channels: number }>();
{
  let at = 0;
  for (const unit of UNITS) {
    OFFSETS.set(unitName(unit), { at, channels: unit.channels });
    at += 2 * unit.channels;
  }
}

/**
 * Reads the meaning of a loaded graph's inputs from their names.
 * @throws Error when one names an unknown norm
 */
export function stageOf(session: ort.InferenceSession): Stage {
  const names = session.inputNames;
  const units = names.flatMap((input) => {
    const name = /^factor (.*)$/.exec(input)?.[1];
    if (name === undefined) return [];
    const place = OFFSETS.get(name);
    if (!place) throw new Error(`there is no norm "${name}"`);
    return [{ name, ...place }];
  });
  const pads = names.flatMap((input) => {
    const match = /^(pad|crop) (\d+)$/.exec(input);
    return match ? [{ input, rows: Number(match[2]), isCrop: match[1] === 'crop' }] : [];
  });
  return { session, units, pads };
}

/**
 * Runs a stage over the rows of a window.
 * @param inputs all but the norms and the padding
 * @returns its output, row after row
 */
export async function runStage(
  stage: Stage,
  { norms, isMeasured }: KokoroUtterance,
  { from, to, atStart, atEnd }: Window,
  inputs: Record<string, ort.Tensor>,
): Promise<Float32Array> {
  const share = isMeasured ? 1 / (to - from) : 0;
  const feeds: Record<string, ort.Tensor> = {
    ...inputs,
    share: new ort.Tensor('float32', Float32Array.of(share), []),
  };
  for (const { name, at, channels } of stage.units) {
    // Copies: onnxruntime takes no shared memory.
    const factor = norms.slice(at, at + channels);
    const summand = norms.slice(at + channels, at + 2 * channels);
    feeds[`factor ${name}`] = new ort.Tensor('float32', factor, [channels]);
    feeds[`summand ${name}`] = new ort.Tensor('float32', summand, [channels]);
  }
  for (const { input, rows, isCrop } of stage.pads) {
    const amount = (isEnd: boolean): bigint => BigInt(isCrop ? (isEnd ? 0 : -rows) : isEnd ? rows : 0);
    feeds[input] = new ort.Tensor('int64', BigInt64Array.of(amount(atStart), 0n, amount(atEnd), 0n), [4]);
  }
  return floats((await stage.session.run(feeds)).out);
}

/** Rows, one after the other, as a tensor of [rows, columns]. */
export const matrix = (rows: Float32Array, columns: number): ort.Tensor =>
  new ort.Tensor('float32', rows, [rows.length / columns, columns]);
