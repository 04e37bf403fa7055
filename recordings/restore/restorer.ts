import { EngineError } from '../../engine/errors.ts';
import type { SharedSound } from '../../engine/threads/shared-sound.ts';
import { StepThread } from '../../engine/threads/step-thread.ts';
import { PART_SECONDS, type Part, partsOf } from './parts.ts';
import type { Restored, RestoreOptions, RestoreStage } from './types.ts';
import type { Step, StepResults } from './worker-protocol.ts';

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
/** Timeout of the decoder: a longer time means that a malicious file blocks it. */
const DECODE_MS = 60_000;
const IDLE_MS = 60_000;
const SEGMENTS_AT_A_TIME = 2000;
/** Completed share at the end of each stage. */
const SHARES: Readonly<Record<RestoreStage, number>> = { decode: 0.08, declip: 0.2, clean: 0.96, finish: 1 };

export interface RestorerOptions {
  /** Folder with the models of this machine; null for none: then a denoiser without a model is used. */
  readonly modelsFolder: string | null;
  /** Longer recordings are rejected. */
  readonly maxSeconds: number;
  readonly decodeMs?: number;
  /** A thread that has been idle for this long is ended, which frees its memory. */
  readonly idleMs?: number;
  /** Replaces our worker; only in tests. */
  readonly module?: URL;
}

type RestoreThread = StepThread<Step, StepResults>;

/** Restores recordings, each in a worker thread of its own: a stuck decoder can only be stopped with its thread. */
export class Restorer {
  readonly #options: RestorerOptions;
  readonly #closing = new AbortController();
  /** Threads that exist, some of them about to end. */
  readonly #threads = new Set<RestoreThread>();
  readonly #spare: RestoreThread[] = [];
  #idle: NodeJS.Timeout | null = null;

  constructor(options: RestorerOptions) {
    this.#options = options;
  }

  /** Worker threads that exist. */
  get threads(): number {
    return this.#threads.size;
  }

  /**
   * Restores a recording: repairs clipping, removes rumble, echoes and noise, and adjusts it to a fixed loudness. Takes
   * about a tenth of its duration.
   * @param audio the file as uploaded, preferably in shared memory; its format is detected from its content
   * @throws EngineError when the recording is at fault; Error when the server is; the signal's reason
   */
  async restore(audio: Uint8Array, options: RestoreOptions): Promise<Restored> {
    const thread = this.#lend();
    const signal = AbortSignal.any([options.signal, this.#closing.signal]);
    try {
      return await this.#work(thread, audio, { ...options, signal });
    } finally {
      this.#giveBack(thread);
    }
  }

  /** Ends all running work, and resolves when all threads have ended. */
  async close(): Promise<void> {
    const reason = new Error('The server is shutting down');
    this.#closing.abort(reason);
    if (this.#idle) clearTimeout(this.#idle);
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  #lend(): RestoreThread {
    const spare = this.#spare.pop();
    if (spare) return spare;
    const thread: RestoreThread = new StepThread({
      module: this.#options.module ?? WORKER,
      purpose: 'restoration',
      stoppable: new Set<Step['kind']>(['decode', 'find-clipped', 'declip', 'prepare', 'finish']),
    });
    this.#threads.add(thread);
    return thread;
  }

  #giveBack(thread: RestoreThread): void {
    // A stopped thread may have to finish a step. Only `close` waits for that.
    if (this.#closing.signal.aborted || thread.busy || !thread.alive) void this.#end(thread);
    else this.#spare.push(thread);
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      for (const spare of this.#spare.splice(0)) void this.#end(spare);
    }, this.#options.idleMs ?? IDLE_MS).unref();
  }

  async #end(thread: RestoreThread): Promise<void> {
    await thread.end(new Error('the restoration is over'));
    this.#threads.delete(thread);
  }

  async #work(thread: RestoreThread, audio: Uint8Array, options: RestoreOptions): Promise<Restored> {
    const { signal, onProgress, onDuration } = options;
    const { modelsFolder } = this.#options;
    const report = (stage: RestoreStage, from: number, done: number): void =>
      onProgress?.(stage, from + done * (SHARES[stage] - from));
    report('decode', 0, 0);
    const decoded = await this.#decode(thread, audio, signal);
    onDuration?.((decoded.samples.length * 1000) / decoded.sampleRate);

    let declippedSamples = 0;
    report('declip', SHARES.decode, 0);
    const segments = await thread.run({ kind: 'find-clipped', sound: decoded }, signal);
    await eachPart(partsOf(segments.length / 3, SEGMENTS_AT_A_TIME), async (part, done) => {
      report('declip', SHARES.decode, done);
      declippedSamples += await thread.run({ kind: 'declip', sound: decoded, segments, ...part }, signal);
    });

    const { sound, gain } = await thread.run({ kind: 'prepare', sound: decoded }, signal);
    const { samples, sampleRate } = sound;
    const out = new Float32Array(new SharedArrayBuffer(samples.byteLength));
    let model = '';
    await eachPart(partsOf(samples.length, PART_SECONDS * sampleRate), async (part, done) => {
      report('clean', SHARES.declip, done);
      model = await thread.run({ kind: 'clean', sound, gain, out, modelsFolder, ...part }, signal);
    });

    report('finish', SHARES.clean, 0);
    const wav = await thread.run({ kind: 'finish', sound: { samples: out, sampleRate } }, signal);
    return { wav, sampleRate, durationMs: (samples.length * 1000) / sampleRate, declippedSamples, model };
  }

  /** @throws EngineError also for a file that takes too long */
  async #decode(thread: RestoreThread, audio: Uint8Array, signal: AbortSignal): Promise<SharedSound> {
    const { maxSeconds, decodeMs = DECODE_MS } = this.#options;
    const slow = new AbortController();
    const tooSlow = new EngineError('decoding_too_slow');
    const deadline = setTimeout(() => slow.abort(tooSlow), decodeMs);
    try {
      return await thread.run({ kind: 'decode', audio, maxSeconds }, AbortSignal.any([signal, slow.signal]));
    } finally {
      clearTimeout(deadline);
    }
  }
}

/** @param work receives the completed share of all parts before this one */
async function eachPart(
  parts: readonly Part[],
  work: (part: Part, done: number) => Promise<void>,
): Promise<void> {
  for (const [i, part] of parts.entries()) await work(part, i / parts.length);
}
