import type { Worker } from 'node:worker_threads';
import { endOfTurnModelFile, spawnWorker } from '../../../../engine/setup.ts';
import { WINDOW_MS } from '../../vad/vad-model.ts';
import type { EndOfTurnFamily, EndOfTurnModel, SoundJudgement } from '../end-of-turn-model.ts';
import { INPUT_SECONDS } from './smart-turn-network.ts';
import type { SmartTurnMessage, SmartTurnQuestion, SmartTurnSetup } from './smart-turn-thread.ts';

const MODULE = new URL(
  import.meta.url.endsWith('.ts') ? './smart-turn-thread.ts' : './smart-turn-thread.js',
  import.meta.url,
);

export const SMART_TURN: EndOfTurnFamily = {
  modelFile: endOfTurnModelFile,
  load: (modelFile) => SmartTurn.load(modelFile),
};

interface Pending {
  readonly resolve: (judgement: SoundJudgement) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Smart Turn (github.com/pipecat-ai/smart-turn), a network of 8 million parameters that was trained on 23 languages:
 * the encoder of Whisper tiny, followed by a classifier, and here by another one (`finished-speech.ts`). One thread of
 * this process runs it for all conversations, one request at a time, with some 25 ms of CPU time each.
 */
export class SmartTurn implements EndOfTurnModel {
  readonly inputMs = INPUT_SECONDS * 1000;
  /** Asked earlier it is less certain; asked later the words would wait for it. */
  readonly askAfterMs = 4 * WINDOW_MS;
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #questions = 0;
  #failure: Error | null = null;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (message: SmartTurnMessage) => this.#answer(message));
  }

  /** @throws Error when the file is no such model, or the thread cannot run */
  static async load(modelFile: string): Promise<SmartTurn> {
    const worker = spawnWorker(MODULE, { modelFile } satisfies SmartTurnSetup);
    const model = new SmartTurn(worker);
    await new Promise<void>((resolve, reject) => {
      const fail = (error: Error): void => {
        model.#fail(error);
        reject(error);
      };
      worker.on('error', fail);
      worker.on('exit', (code) => fail(new Error(`the thread of the end-of-turn model ended with ${code}`)));
      worker.on('message', ({ type }: SmartTurnMessage) => type === 'ready' && resolve());
    });
    worker.unref();
    return model;
  }

  judge(windows: readonly Int16Array[]): Promise<SoundJudgement> {
    if (this.#failure) return Promise.reject(this.#failure);
    const samples = new Float32Array(windows.reduce((sum, window) => sum + window.length, 0));
    let at = 0;
    for (const window of windows) for (const sample of window) samples[at++] = sample / 32_768;
    const id = this.#questions++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      // Keeps the process alive only while it works: exiting while the thread works would abort the process.
      this.#worker.ref();
      this.#worker.postMessage({ id, samples } satisfies SmartTurnQuestion, [samples.buffer]);
    });
  }

  #answer(message: SmartTurnMessage): void {
    if (message.type === 'ready') return;
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.type === 'judged') pending?.resolve(message.judgement);
    else pending?.reject(new Error(message.message));
    if (this.#pending.size === 0) this.#worker.unref();
  }

  #fail(error: Error): void {
    this.#failure = error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
