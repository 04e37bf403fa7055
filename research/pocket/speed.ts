/** Measures the cost per second of speech here and in the reference, in turn, with the same weights, voice and text. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { frameNoise, mostFrames, type PocketModel, seededDraws } from '../../engine/research.ts';
import { readExpected } from './compare.ts';

/** Cost of one text: CPU time until its first audio frame, and per second of audio; also in wall-clock time. */
export interface Cost {
  readonly firstMs: number;
  readonly firstWallMs: number;
  readonly cpuPerSecond: number;
}

export interface Costs {
  readonly ours: Cost;
  readonly reference: Cost;
}

/** Output of `speed.py`: [wall-clock time, CPU time] in seconds. */
interface Answer {
  readonly first: readonly [number, number];
  readonly all: readonly [number, number];
  readonly seconds: number;
}

/**
 * Returns medians.
 * @param python an interpreter with the reference
 * @param threads of PyTorch; the reference also has a thread each for latents and audio
 */
export async function measureSpeed(
  model: PocketModel,
  folder: string,
  { python, threads, rounds }: { readonly python: string; readonly threads: number; readonly rounds: number },
): Promise<Costs> {
  const script = join(import.meta.dirname, 'reference/speed.py');
  const child = spawn(python, [script, folder, String(threads)], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const line = async (): Promise<string> => {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${script} ended early`);
      return value;
    };
    await line();
    const all: Costs[] = [];
    const speak = await speaker(model, folder);
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round++) {
      child.stdin.write('\n');
      const { first, all: whole, seconds } = JSON.parse(await line()) as Answer;
      const reference = {
        firstWallMs: first[0] * 1000,
        firstMs: first[1] * 1000,
        cpuPerSecond: whole[1] / seconds,
      };
      const ours = await speak();
      if (round > 0) all.push({ ours, reference });
    }
    const of = (pick: (costs: Costs) => Cost): Cost => ({
      firstMs: median(all.map((costs) => pick(costs).firstMs)),
      firstWallMs: median(all.map((costs) => pick(costs).firstWallMs)),
      cpuPerSecond: median(all.map((costs) => pick(costs).cpuPerSecond)),
    });
    return { ours: of(({ ours }) => ours), reference: of(({ reference }) => reference) };
  } finally {
    child.stdin.end();
    await ended;
  }
}

/** Speaks the text up to its maximum duration. */
async function speaker(model: PocketModel, folder: string): Promise<() => Promise<Cost>> {
  const expected = await readExpected(folder);
  const voice = await model.voiceState(expected.floats('voice.latents').values);
  const tokens = JSON.parse(expected.metadata.tokens ?? '[]') as number[];
  const frames = mostFrames(model.config, tokens.length);
  const controls = { temperature: null, noiseClamp: null };
  return async () => {
    const [started, cpu] = [performance.now(), process.cpuUsage()];
    let first = { firstMs: 0, firstWallMs: 0 };
    let samples = 0;
    const state = await model.begin(voice, tokens, frames);
    for (let frame = 0; frame < frames; frame++) {
      const noise = frameNoise(model.latentSize, model.config, controls, seededDraws(0, frame));
      const { latent } = await model.nextFrame(state, noise);
      samples += (await model.decode(state, latent)).length;
      if (frame === 0) first = { firstMs: cpuMs(cpu), firstWallMs: performance.now() - started };
    }
    const seconds = samples / model.config.mimi.sample_rate;
    return { ...first, cpuPerSecond: cpuMs(cpu) / 1000 / seconds };
  };
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
