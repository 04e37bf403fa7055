/** What a second of Kokoro's sound costs on this machine: assumed at first, measured once, and remembered. */
import { fork } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { arch, cpus } from 'node:os';
import { join } from 'node:path';
import { KOKORO_GRAPH } from '../models/kokoro-files.ts';
import type { InstalledKokoro } from '../models/kokoro-folder.ts';
import { hasDotProducts } from '../onnx/instruction-sets.ts';
import type { BaseSource } from '../synthesis/voice-source.ts';
import { program } from '../threads/spawn.ts';
import type { KokoroCost } from './default-voices.ts';

/** Until measured: near what was measured with and without dot products, so that default voices seldom change. */
const ASSUMED_CORES = { dotProducts: 0.4, plain: 0.9 } as const;
/** To be raised when the synthesizer becomes faster or slower: what was measured before counts no more. */
const VERSION = 1;
const FILE = 'kokoro-speed.json';
const LOOK_EVERY_MS = 1_000;
/** A machine that needs longer does not speak in real time. */
const MAX_MS = 120_000;
const MODULE = new URL(
  import.meta.url.endsWith('.ts') ? './kokoro-speed-process.ts' : './kokoro-speed-process.js',
  import.meta.url,
);

export interface KokoroSpeedOptions {
  /** Where it is remembered; null not to. */
  readonly folder: string | null;
  /** The processor; by default this one. */
  readonly processor?: string;
  /** So long nobody may have been speaking before it is measured; default 10. */
  readonly restSeconds?: number;
  /** Measures. Replaced only in tests. @returns CPU seconds of one core for a second of sound */
  readonly measure?: (kokoro: InstalledKokoro, signal: AbortSignal) => Promise<number>;
}

export interface MeasureOptions {
  /** Whether nobody speaks now. */
  readonly isIdle: () => boolean;
  /** Called when it is known. */
  readonly onMeasured: () => void;
  /** Called once with the reason when it cannot be found out; what was assumed then stays. */
  readonly onFailure: (error: unknown) => void;
}

export class KokoroSpeed {
  readonly #options: Required<KokoroSpeedOptions>;
  readonly #key: string;
  readonly #closing = new AbortController();
  #cost: KokoroCost = {
    cores: hasDotProducts() ? ASSUMED_CORES.dotProducts : ASSUMED_CORES.plain,
    isMeasured: false,
  };
  #timer: NodeJS.Timeout | null = null;

  constructor(options: KokoroSpeedOptions) {
    this.#options = {
      processor: cpus()[0]?.model ?? 'unknown',
      restSeconds: 10,
      measure: measureInProcess,
      ...options,
    };
    const processor = [this.#options.processor, arch(), ...(hasDotProducts() ? ['VNNI'] : [])];
    this.#key = [...processor, KOKORO_GRAPH.sha256, VERSION].join(' ');
  }

  get cost(): KokoroCost {
    return this.#cost;
  }

  /** Reads what was measured before. */
  async remember(): Promise<void> {
    const cores = (await this.#readFile())[this.#key];
    if (typeof cores === 'number' && cores > 0) this.#cost = { cores, isMeasured: true };
  }

  /** Measures, unless that was done, as soon as nobody has been speaking for a while. */
  measureWhenIdle(kokoro: InstalledKokoro, { isIdle, onMeasured, onFailure }: MeasureOptions): void {
    if (this.#cost.isMeasured || this.#timer !== null || this.#closing.signal.aborted) return;
    let idleSeconds = 0;
    const look = (): void => {
      idleSeconds = isIdle() ? idleSeconds + 1 : 0;
      if (idleSeconds < this.#options.restSeconds) {
        this.#timer = setTimeout(look, LOOK_EVERY_MS).unref();
        return;
      }
      this.#measure(kokoro).then(onMeasured, (error: unknown) => {
        if (!this.#closing.signal.aborted) onFailure(error);
      });
    };
    this.#timer = setTimeout(look, LOOK_EVERY_MS).unref();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#closing.abort(new Error('the engine is closed'));
  }

  async #measure(kokoro: InstalledKokoro): Promise<void> {
    const cores = await this.#options.measure(kokoro, this.#closing.signal);
    this.#cost = { cores, isMeasured: true };
    // A folder that cannot be written to only means that it is measured again.
    await this.#store(cores).catch(() => undefined);
  }

  async #store(cores: number): Promise<void> {
    const { folder } = this.#options;
    if (folder === null) return;
    const all = { ...(await this.#readFile()), [this.#key]: Number(cores.toFixed(3)) };
    const path = join(folder, FILE);
    await mkdir(folder, { recursive: true });
    await writeFile(`${path}.${process.pid}`, `${JSON.stringify(all, null, 2)}\n`);
    await rename(`${path}.${process.pid}`, path);
  }

  /** Costs by machine, model and version. */
  async #readFile(): Promise<Readonly<Record<string, unknown>>> {
    if (this.#options.folder === null) return {};
    try {
      const stored: unknown = JSON.parse(await readFile(join(this.#options.folder, FILE), 'utf8'));
      return typeof stored === 'object' && stored !== null ? { ...stored } : {};
    } catch {
      return {};
    }
  }
}

/** Speaks a sentence in a process of its own; takes some seconds. */
async function measureInProcess(kokoro: InstalledKokoro, signal: AbortSignal): Promise<number> {
  const [stylePath = ''] = kokoro.stylePaths.values();
  const voice: BaseSource = {
    engine: 'kokoro',
    modelPath: kokoro.modelPath,
    stylePath,
    espeakVoice: 'en-us',
  };
  const { url, execArgv } = program(MODULE);
  const child = fork(url, [JSON.stringify(voice)], {
    execArgv,
    signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]),
    killSignal: 'SIGKILL',
    // None of our secrets, and nothing kept on disk for telemetry.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ORT_DISABLE_TELEMETRY: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      const { cores } = message as { cores: number };
      resolve(cores);
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`measuring the speed of Kokoro ended with ${code}`)));
  });
}
