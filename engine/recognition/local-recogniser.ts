import { type ChildProcess, fork } from 'node:child_process';
import { program } from '../threads/spawn.ts';
import { familyOf } from './families.ts';
import type { RecogniserFamily } from './family.ts';
import type { LocalMessage, LocalOrder, LocalSetup } from './local-protocol.ts';
import { piecesOf } from './pieces.ts';
import { speechRange } from './speech-range.ts';
import {
  type Dictation,
  type IdentifiedLanguage,
  RECOGNITION_SAMPLE_RATE,
  type RecognisedWord,
  type RecogniseOptions,
  type Recogniser,
  RecognitionError,
  type Transcript,
} from './types.ts';

/** A transcript of a local recogniser. */
export interface LocalTranscript extends Transcript {
  /** Whether another recogniser, if there is one, should be asked. */
  readonly isDoubtful?: boolean;
  /** The text that the model wrote, if it counts only when another recogniser writes the same. */
  readonly unbelieved?: string;
}

/** A model on this machine. */
export interface LocalModel {
  /** As in the catalogue: it begins with the name of the family. */
  readonly id: string;
  /** In the order of the catalogue. */
  readonly files: readonly string[];
  /** Whether it is multilingual. Default: English only. */
  readonly isMultilingual?: boolean;
}

export interface LocalRecogniserOptions extends LocalModel {
  /** Added to the niceness of the process; more than 0 for work that callers take precedence over. Default 0. */
  readonly niceness?: number;
  /** Jobs that may wait; more are rejected. Default 16. */
  readonly maxWaiting?: number;
  /** After being idle for this long the process ends, which frees its memory. Default 5 min. */
  readonly idleMs?: number;
  /** A process is replaced after this many jobs, in case it leaks memory. Default 200. */
  readonly maxJobs?: number;
  /** Time limit for loading the model: then the process is given up, and waiting jobs fail. Default 60 s. */
  readonly startMs?: number;
  /** Replaces our own program in tests. */
  readonly module?: URL;
}

interface Job {
  readonly samples: Float32Array;
  readonly soundMs: number;
  readonly contrastDb: number;
  readonly language: string;
  readonly translate: boolean;
  /** Takes precedence over jobs that are not urgent. */
  readonly isLive: boolean;
  readonly isPartial: boolean;
  readonly languageOnly: boolean;
  readonly prompt: string;
  readonly names: readonly string[];
  readonly phrases: readonly string[];
  readonly contrary: readonly string[];
  readonly dictation: Dictation | 'any' | null;
  readonly settle: (outcome: LocalMessage | Error) => void;
  readonly deadlineMs: number;
}

interface Running {
  readonly process: ChildProcess;
  ready: boolean;
  job: Job | null;
  jobs: number;
  deadline: NodeJS.Timeout | null;
}

/** A program that stops on request must have done so within this time; otherwise it is killed. */
const STOP_MS = 1000;
const MAX_AUDIO_MS = 10 * 60_000;
/** Amount of speech from which the language is detected. */
const IDENTIFIED_SAMPLES = 5 * RECOGNITION_SAMPLE_RATE;
/** Far above the duration of any job, so that only a stuck one reaches it. */
const BASE_DEADLINE_MS = 60_000;
const DEADLINE_PER_AUDIO_MS = 2;
/** Number of the latest utterances from which the cost of one is computed. */
const REMEMBERED_COSTS = 20;

/** A model in its own process: started with the first job, running one job at a time, ended after being idle. */
export class LocalRecogniser implements Recogniser {
  readonly #options: Required<LocalRecogniserOptions>;
  readonly #family: RecogniserFamily;
  readonly #waiting: Job[] = [];
  #running: Running | null = null;
  #idle: NodeJS.Timeout | null = null;
  #closed = false;
  /** CPU seconds of the last utterances of callers. */
  #costs: number[] = [];

  constructor(options: LocalRecogniserOptions) {
    this.#family = familyOf(options.id);
    this.#options = {
      maxWaiting: 16,
      idleMs: 300_000,
      maxJobs: 200,
      startMs: 60_000,
      module: this.#family.program,
      isMultilingual: false,
      niceness: 0,
      ...options,
    };
  }

  /** For "": whether it detects the language. */
  supports(lang: string): boolean {
    return this.#language(lang) !== null;
  }

  get translates(): boolean {
    return this.#options.isMultilingual;
  }

  #language(lang: string): string | null {
    return this.#family.language(lang, this.#options.isMultilingual);
  }

  /** The cost of callers' utterances so far; null before the first. */
  get utteranceCpuSeconds(): number | null {
    if (this.#costs.length === 0) return null;
    // The median and not the mean: threads wait for each other by spinning, which costs more while other programs keep
    // the machine busy.
    const sorted = this.#costs.toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 4)] ?? null;
  }

  prepare(): void {
    if (this.#closed) return;
    if (this.#running === null) this.#start();
    else this.#dispatch();
  }

  /** Process id while the model is loaded. */
  get pid(): number | null {
    return this.#running?.process.pid ?? null;
  }

  async transcribe(
    samples: Float32Array,
    {
      lang,
      isLive = false,
      isPartial = false,
      prompt = '',
      names = [],
      phrases = [],
      contrary = [],
      dictation,
      translate = false,
      signal,
    }: RecogniseOptions,
  ): Promise<LocalTranscript> {
    signal?.throwIfAborted();
    const language = this.#language(lang);
    if (language === null) {
      throw new RecognitionError(`speech in "${lang}" cannot be recognised here`, { retryable: false });
    }
    if (toMs(samples.length) > MAX_AUDIO_MS) {
      throw new RecognitionError('the recording is too long to be recognised', { retryable: false });
    }
    const told = { prompt, names, phrases, contrary, dictation: dictation ?? null };
    const spoken = { language, languageOnly: false, translate, ...told };
    const asked = { ...spoken, isLive: isLive && !isPartial, isPartial };
    const texts: string[] = [];
    const words: RecognisedWord[] = [];
    const unbelieved: string[] = [];
    let heard: string | null = null;
    let isDoubtful = false;
    let confidence: number | null = null;
    const wordConfidences: number[] = [];
    // Between two pieces, jobs of callers and recordings of other owners run.
    for (const { startSamples, endSamples } of piecesOf(samples)) {
      signal?.throwIfAborted();
      const piece = samples.subarray(startSamples, endSamples);
      const part = await this.#transcribePiece(piece, toMs(startSamples), asked, signal);
      isDoubtful ||= part.isDoubtful ?? false;
      unbelieved.push(part.unbelieved ?? part.text);
      if (part.confidence != null) confidence = Math.min(confidence ?? 1, part.confidence);
      if (part.text === '') continue;
      texts.push(part.text);
      words.push(...part.words);
      wordConfidences.push(...(part.wordConfidences ?? []));
      heard ??= part.lang ?? null;
    }
    return {
      text: texts.join(' '),
      words,
      ...(confidence !== null && { confidence }),
      ...(isPartial && { wordConfidences }),
      ...(lang === '' && { lang: heard }),
      ...(isDoubtful && { isDoubtful, unbelieved: unbelieved.join(' ') }),
    };
  }

  async identify(samples: Float32Array, expected: string): Promise<IdentifiedLanguage | null> {
    const any = this.#language('');
    const range = speechRange(samples);
    if (any === null || range === null) return null;
    const language = this.#language(expected) ?? any;
    const { startSamples, endSamples, soundMs, contrastDb } = range;
    const speech = samples.slice(startSamples, Math.min(endSamples, startSamples + IDENTIFIED_SAMPLES));
    const asked = { language, languageOnly: true, translate: false, isLive: true, isPartial: false };
    const spoken = { samples: speech, soundMs, contrastDb };
    const nothing = { prompt: '', names: [], phrases: [], contrary: [], dictation: null };
    const order = { ...asked, ...spoken, ...nothing };
    const found = await this.#run({ ...order, deadlineMs: BASE_DEADLINE_MS }, undefined, false);
    return found.language === null ? null : { lang: found.language, isSure: found.isSure ?? null };
  }

  async #transcribePiece(
    samples: Float32Array,
    offsetMs: number,
    asked: Omit<Job, 'samples' | 'soundMs' | 'contrastDb' | 'settle' | 'deadlineMs'>,
    signal: AbortSignal | undefined,
  ): Promise<LocalTranscript> {
    const range = speechRange(samples);
    if (range === null) return { text: '', words: [] };
    const { startSamples, endSamples, soundMs, contrastDb } = range;
    const deadlineMs = BASE_DEADLINE_MS + toMs(samples.length) * DEADLINE_PER_AUDIO_MS;
    // A copy, so that the caller may continue to use the recording while the job waits.
    const speech = samples.slice(startSamples, endSamples);
    // A job that has started is not rejected halfway.
    const isAdmitted = offsetMs > 0;
    const order = { ...asked, samples: speech, soundMs, contrastDb, deadlineMs };
    const reply = await this.#run(order, signal, isAdmitted);
    if (asked.isLive) this.#costs = [...this.#costs.slice(1 - REMEMBERED_COSTS), reply.cpuMs / 1000];
    const startMs = offsetMs + toMs(startSamples);
    const words = reply.words.map((word) => ({
      ...word,
      startMs: startMs + word.startMs,
      endMs: startMs + word.endMs,
    }));
    const { text, language, isDoubtful = false, unbelieved = text, confidence = null } = reply;
    const { wordConfidences = [] } = reply;
    return { text, words, lang: language, isDoubtful, unbelieved, confidence, wordConfidences };
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.settle(closed());
    this.#running?.job?.settle(closed());
    await this.#stop();
  }

  #run(
    order: Omit<Job, 'settle'>,
    signal: AbortSignal | undefined,
    isAdmitted: boolean,
  ): Promise<Extract<LocalMessage, { type: 'done' }>> {
    if (this.#closed) return Promise.reject(closed());
    if (!isAdmitted && this.#waiting.length >= this.#options.maxWaiting) {
      return Promise.reject(
        new RecognitionError('too many recordings wait to be recognised', { retryable: true }),
      );
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        reject(signal?.reason);
        const index = this.#waiting.indexOf(job);
        if (index >= 0) this.#waiting.splice(index, 1);
        else if (this.#running?.job === job) this.#interrupt(this.#running, job);
      };
      const job: Job = {
        ...order,
        settle: (outcome) => {
          signal?.removeEventListener('abort', onAbort);
          if (outcome instanceof Error) reject(outcome);
          else if (outcome.type === 'done') resolve(outcome);
          else
            reject(
              new RecognitionError('the recording could not be recognised', {
                retryable: true,
                cause: outcome,
              }),
            );
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const before = order.isLive ? this.#waiting.findIndex(({ isLive }) => !isLive) : -1;
      this.#waiting.splice(before < 0 ? this.#waiting.length : before, 0, job);
      this.#dispatch();
    });
  }

  #dispatch(): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    if (this.#closed) return;
    const running = this.#running;
    if (this.#waiting.length > 0) {
      if (running === null) this.#start();
      else if (running.ready && running.job === null) {
        const job = this.#waiting.shift()!;
        running.job = job;
        running.jobs++;
        running.deadline = setTimeout(() => {
          job.settle(new RecognitionError('recognition took too long', { retryable: true }));
          void this.#stop();
        }, job.deadlineMs);
        const { settle: _settle, ...order } = job;
        running.process.send({ type: 'job', ...order } satisfies LocalOrder);
      }
    } else if (running?.job === null) {
      this.#idle = setTimeout(() => void this.#stop(), this.#options.idleMs).unref();
    }
  }

  #start(): void {
    const { module, files, niceness, startMs } = this.#options;
    const { url, execArgv } = program(module);
    const child = fork(url, [JSON.stringify({ files, niceness } satisfies LocalSetup)], {
      execArgv,
      // Samples travel as bytes, not as JSON.
      serialization: 'advanced',
      // The process gets none of our secrets, and no file of the server.
      env: { PATH: process.env.PATH, HOME: process.env.HOME, LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const running: Running = { process: child, ready: false, job: null, jobs: 0, deadline: null };
    this.#running = running;
    running.deadline = setTimeout(() => {
      this.#died(running, 'it did not start in time');
      child.kill('SIGKILL');
    }, startMs);
    let cause = '';
    child.on('message', (message: LocalMessage) => {
      if (this.#running !== running) return;
      if (message.type === 'ready') {
        if (running.deadline) clearTimeout(running.deadline);
        running.ready = true;
      } else if (!running.ready) cause = message.type === 'failed' ? message.message : '';
      else this.#finish(running, message);
      this.#dispatch();
    });
    child.on('error', (error) => {
      cause = error.message;
      // A process that could not be started does not emit 'exit'.
      if (child.pid === undefined) this.#died(running, cause);
    });
    child.on('exit', (code, signal) => this.#died(running, cause || `it ended with ${signal ?? code}`));
  }

  #finish(running: Running, reply: LocalMessage): void {
    if (running.deadline) clearTimeout(running.deadline);
    const job = running.job;
    running.job = null;
    job?.settle(reply);
    if (running.jobs < this.#options.maxJobs) return;
    void this.#stop();
    this.prepare();
  }

  #died(running: Running, cause: string): void {
    if (running.deadline) clearTimeout(running.deadline);
    if (this.#running !== running) return;
    this.#running = null;
    const failure = new RecognitionError(`the recogniser failed: ${cause}`, { retryable: running.ready });
    running.job?.settle(failure);
    // If it cannot start now, it would not start for the waiting jobs either.
    if (!running.ready) for (const job of this.#waiting.splice(0)) job.settle(failure);
    this.#dispatch();
  }

  /** Stops the running job, which is no longer needed. */
  #interrupt(running: Running, { isLive }: Job): void {
    const { stopsWhenTold } = this.#family;
    // An utterance of a caller is short: a new process would cost more than the rest of the job.
    if (!stopsWhenTold && !isLive) return void this.#stop();
    running.process.send({ type: 'stop' } satisfies LocalOrder);
    if (!stopsWhenTold) return;
    if (running.deadline) clearTimeout(running.deadline);
    running.deadline = setTimeout(() => void this.#stop(), STOP_MS);
  }

  /** Ends the process immediately; the next job gets a new one. */
  async #stop(): Promise<void> {
    const running = this.#running;
    if (this.#idle) clearTimeout(this.#idle);
    if (running === null) return;
    this.#running = null;
    if (running.deadline) clearTimeout(running.deadline);
    const { process: child } = running;
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      const exit = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      this.#dispatch();
      await exit;
    } else this.#dispatch();
  }
}

function toMs(samples: number): number {
  return Math.round((samples / RECOGNITION_SAMPLE_RATE) * 1000);
}

function closed(): RecognitionError {
  return new RecognitionError('the recogniser is closed', { retryable: false });
}
