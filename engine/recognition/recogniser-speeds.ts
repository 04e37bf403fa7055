/** Times of the recognisers on this machine: measured once, and stored. */
import { fork } from 'node:child_process';
import { arch, availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { FiguresFile } from '../machine/figures-file.ts';
import { measureAlone } from '../machine/when-idle.ts';
import { program } from '../threads/spawn.ts';
import { familyOf } from './families.ts';
import type { LocalModel } from './local-recogniser.ts';
import type { RecogniserCost } from './recogniser-choice.ts';

/** Increase it when recognition becomes faster or slower: earlier measurements then no longer count. */
const VERSION = 1;
const FILE = 'recogniser-speed.json';
/** Upper bound: a recogniser that takes longer is not used on this machine. */
const MAX_MS = 120_000;
const MODULE = new URL(
  import.meta.url.endsWith('.ts') ? './recogniser-speed-process.ts' : './recogniser-speed-process.js',
  import.meta.url,
);

export type MeasuredCost = Omit<RecogniserCost, 'isMeasured'>;

/** A recogniser to measure. */
export interface MeasuredModel extends LocalModel {
  readonly isMultilingual: boolean;
  /** Hash of its largest file: with another file, the model is measured again. */
  readonly digest: string;
}

export interface RecogniserSpeedsOptions {
  /** File of the measurements; null to keep none. */
  readonly folder: string | null;
  /** Name of the processor. Default: this machine's. */
  readonly processor?: string;
  /** Measures one recogniser. Replaced only in tests. */
  readonly measure?: (model: LocalModel, signal: AbortSignal) => Promise<MeasuredCost>;
}

export class RecogniserSpeeds {
  readonly #measureOne: NonNullable<RecogniserSpeedsOptions['measure']>;
  readonly #machine: string;
  readonly #file: FiguresFile;
  readonly #closing = new AbortController();
  readonly #costs = new Map<string, MeasuredCost>();

  constructor({ folder, processor, measure = measureInProcess }: RecogniserSpeedsOptions) {
    this.#measureOne = measure;
    this.#file = new FiguresFile(folder === null ? null : join(folder, FILE));
    this.#machine = [
      processor ?? cpus()[0]?.model ?? 'unknown',
      arch(),
      `${availableParallelism()} cores`,
    ].join(' ');
  }

  /** Null until it was measured. */
  cost(id: string): MeasuredCost | null {
    return this.#costs.get(id) ?? null;
  }

  /** Reads earlier measurements. */
  async remember(models: readonly MeasuredModel[]): Promise<void> {
    const known = await this.#file.read();
    for (const model of models) {
      const cost = known[this.#key(model)];
      if (isCost(cost)) this.#costs.set(model.id, cost);
    }
  }

  /** Measures one recogniser; takes some seconds. @throws Error when it cannot be measured, or when closed */
  async measure(model: MeasuredModel): Promise<void> {
    const { cpuSeconds, delayMs } = await measureAlone(() => this.#measureOne(model, this.#closing.signal));
    const cost = { cpuSeconds: Number(cpuSeconds.toFixed(3)), delayMs: Math.round(delayMs) };
    this.#costs.set(model.id, cost);
    await this.#file.add(this.#key(model), cost);
  }

  close(): void {
    this.#closing.abort(new Error('the recogniser is closed'));
  }

  #key({ id, digest }: MeasuredModel): string {
    return [id, digest, this.#machine, familyOf(id).library(), VERSION].join(' ');
  }
}

function isCost(value: unknown): value is MeasuredCost {
  if (typeof value !== 'object' || value === null) return false;
  const { cpuSeconds, delayMs } = value as Record<string, unknown>;
  return typeof cpuSeconds === 'number' && cpuSeconds > 0 && typeof delayMs === 'number' && delayMs > 0;
}

async function measureInProcess(
  { id, files, isMultilingual }: LocalModel,
  signal: AbortSignal,
): Promise<MeasuredCost> {
  const { url, execArgv } = program(MODULE);
  const child = fork(url, [JSON.stringify({ id, files, isMultilingual } as LocalModel)], {
    execArgv,
    signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]),
    killSignal: 'SIGKILL',
    // The process gets none of our secrets.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (isCost(message)) resolve(message);
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`measuring a recogniser ended with ${code}`)));
  });
}
