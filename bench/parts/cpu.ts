/**
 * Measures the CPU time per second of speech: of our engine, of the bare runtime on the same phoneme ids, and of the
 * peer.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import * as ort from 'onnxruntime-node';
import type { Engine, SamplingRate } from '../../engine/index.ts';
import { PARLEY_RATE } from '../load/speaker.ts';
import { PeerDriver } from '../processes/peer-driver.ts';
import type { CpuFigures } from '../report/figures.ts';
import { median } from '../stats.ts';
import { PARAGRAPHS } from '../texts.ts';
import type { Context } from './context.ts';
import { costOf, costOfPeer, costOfSpeaking, REST_MS } from './cost.ts';
import { startEngine } from './engine.ts';
import { type PhonemeText, phonemeTexts } from './phonemes.ts';

const REPETITIONS = { full: 8, quick: 2 } as const;
/** Native rate of the voice. */
const NATIVE_RATE: SamplingRate = 22_050;

export async function measureCpu(context: Context): Promise<CpuFigures> {
  const repetitions = context.quick ? REPETITIONS.quick : REPETITIONS.full;
  const voice = await phonemeTexts(PARAGRAPHS, context.configPath);
  const session = await ort.InferenceSession.create(await readFile(context.modelPath), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
  });
  let engine: Engine | null = null;
  let driver: PeerDriver | null = null;
  try {
    engine = await startEngine(context);
    driver = context.peer ? await PeerDriver.start(context.peer, [context.modelPath]) : null;
    const { ours, native, bare, peer } = measures(engine, driver, session, voice);
    const costs = {
      ours: [] as number[],
      native: [] as number[],
      bare: [] as number[],
      peer: [] as number[],
    };
    await ours();
    await bare();
    await peer?.();
    for (let i = 0; i < repetitions; i++) {
      context.say(`CPU time, round ${i + 1} of ${repetitions}`);
      await sleep(REST_MS);
      costs.ours.push(await ours());
      await sleep(REST_MS);
      costs.bare.push(await bare());
      await sleep(REST_MS);
      costs.native.push(await native());
      await sleep(REST_MS);
      if (peer) costs.peer.push(await peer());
    }
    return {
      ours: median(costs.ours),
      oursNative: median(costs.native),
      runtimeAlone: median(costs.bare),
      peer: peer ? median(costs.peer) : null,
      repetitions,
    };
  } finally {
    await driver?.close();
    await engine?.close();
    await session.release();
  }
}

/** Each speaks all paragraphs once and returns CPU seconds per second of audio. */
function measures(
  engine: Engine,
  driver: PeerDriver | null,
  session: ort.InferenceSession,
  voice: PhonemeText,
) {
  const ours = (rate: SamplingRate): Promise<number> => costOfSpeaking(engine, PARAGRAPHS, { rate });
  const bare = (): Promise<number> =>
    costOf(async () => {
      let samples = 0;
      for (const ids of voice.sentences) samples += await runUnsplit(session, ids, voice.scales);
      return (samples * 1000) / voice.sampleRate;
    });
  return {
    ours: () => ours(PARLEY_RATE),
    native: () => ours(NATIVE_RATE),
    bare,
    peer: driver && (() => costOfPeer(driver, PARAGRAPHS)),
  };
}

/**
 * Runs the graph as it was exported.
 * @returns the number of samples
 */
async function runUnsplit(
  session: ort.InferenceSession,
  ids: readonly number[],
  scales: readonly number[],
): Promise<number> {
  const result = await session.run({
    input: new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
    input_lengths: new ort.Tensor('int64', BigInt64Array.from([BigInt(ids.length)]), [1]),
    scales: new ort.Tensor('float32', Float32Array.from(scales), [scales.length]),
  });
  const output = result[session.outputNames[0] ?? ''];
  if (!output) throw new Error('the unsplit graph gave no sound');
  return output.size;
}
