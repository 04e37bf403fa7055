/** The cost of a second of a voice's sound on this machine: assumed first, measured once, and stored. */
import { fork } from 'node:child_process';
import { arch, cpus } from 'node:os';
import { join } from 'node:path';
import { hasDotProducts } from '../../model-files/onnx/instruction-sets.ts';
import { FiguresFile } from '../machine/figures-file.ts';
import { measureAlone, whenIdle } from '../machine/when-idle.ts';
import type { MeasuredCost } from '../synthesis/family.ts';
import type { BaseSource } from '../synthesis/voice-source.ts';
import { program } from '../threads/spawn.ts';
import type { VoiceCost } from './default-voices.ts';

/** Upper bound of the cost: above it, speech is slower than real time. */
const MAX_MS = 120_000;
const MODULE = new URL(
  import.meta.url.endsWith('.ts') ? './voice-speed-process.ts' : './voice-speed-process.js',
  import.meta.url,
);

export interface VoiceSpeedOptions {
  /** File that stores the result; null to store nothing. */
  readonly folder: string | null;
  /** Name of the processor. Default: this machine's. */
  readonly processor?: string;
  /** Seconds without speech before a measurement; default 10. */
  readonly restSeconds?: number;
  /** Measures the cost. Replaced only in tests. @returns CPU seconds of one core for a second of sound */
  readonly measure?: (voice: BaseSource, signal: AbortSignal) => Promise<number>;
}

export interface MeasureOptions {
  /** Whether no stream speaks now. */
  readonly isIdle: () => boolean;
  /** Called when the cost is known. */
  readonly onMeasured: () => void;
  /** Called once with the reason if it cannot be measured; the assumed cost then stays. */
  readonly onFailure: (error: unknown) => void;
}

export class VoiceSpeed {
  readonly #options: Required<VoiceSpeedOptions>;
  readonly #key: string;
  readonly #file: FiguresFile;
  readonly #closing = new AbortController();
  #cost: VoiceCost;
  #stopWaiting: (() => void) | null = null;

  constructor({ file, version, assumedCores }: MeasuredCost, options: VoiceSpeedOptions) {
    this.#cost = { cores: assumedCores(), isMeasured: false };
    this.#options = {
      processor: cpus()[0]?.model ?? 'unknown',
      restSeconds: 10,
      measure: measureInProcess,
      ...options,
    };
    const { folder } = this.#options;
    this.#file = new FiguresFile(folder === null ? null : join(folder, file));
    const processor = [this.#options.processor, arch(), ...(hasDotProducts() ? ['VNNI'] : [])];
    this.#key = [...processor, version].join(' ');
  }

  get cost(): VoiceCost {
    return this.#cost;
  }

  /** Reads an earlier measurement. */
  async remember(): Promise<void> {
    const cores = (await this.#file.read())[this.#key];
    if (typeof cores === 'number' && cores > 0) this.#cost = { cores, isMeasured: true };
  }

  /** Measures once, after some time without speech. */
  measureWhenIdle(voice: BaseSource, { isIdle, onMeasured, onFailure }: MeasureOptions): void {
    if (this.#cost.isMeasured || this.#stopWaiting !== null || this.#closing.signal.aborted) return;
    const { restSeconds } = this.#options;
    this.#stopWaiting = whenIdle({ isIdle, restSeconds }, () => {
      this.#measure(voice).then(onMeasured, (error: unknown) => {
        if (!this.#closing.signal.aborted) onFailure(error);
      });
    });
  }

  close(): void {
    this.#stopWaiting?.();
    this.#closing.abort(new Error('the engine is closed'));
  }

  async #measure(voice: BaseSource): Promise<void> {
    const cores = await measureAlone(() => this.#options.measure(voice, this.#closing.signal));
    this.#cost = { cores, isMeasured: true };
    await this.#file.add(this.#key, Number(cores.toFixed(3)));
  }
}

/** Speaks a sentence in a separate process; takes some seconds. */
async function measureInProcess(voice: BaseSource, signal: AbortSignal): Promise<number> {
  const { url, execArgv } = program(MODULE);
  const child = fork(url, [JSON.stringify(voice)], {
    execArgv,
    signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]),
    killSignal: 'SIGKILL',
    // The process gets none of our secrets, and keeps nothing on disk for telemetry.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ORT_DISABLE_TELEMETRY: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      const { cores } = message as { cores: number };
      resolve(cores);
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`measuring the speed of a voice ended with ${code}`)));
  });
}
