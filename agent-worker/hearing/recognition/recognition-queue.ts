import { type Recogniser, RecognitionError } from '../../../engine/index.ts';
import { joined, type Utterance } from './utterance-recording.ts';

export interface Recognised {
  readonly text: string;
  readonly utterance: Utterance;
}

export interface RecognitionQueueOptions {
  readonly recogniser: Recogniser;
  readonly lang: string;
  /** The text of speech that was meant to be known; in order. */
  readonly onText: (recognised: Recognised) => void;
  /** The text of a guess, while the caller still pauses. */
  readonly onGuess?: (recognised: Recognised) => void;
  /** None will be known. Holds nothing that was said. */
  readonly onFailure: (reason: string) => void;
  /** A recogniser that has not answered by then is not waited for any longer. Default 20 s. */
  readonly deadlineMs?: number;
}

/** Ended speech that waits; older speech is dropped when there is more. 60 s at 16 kHz. */
const MAX_WAITING_SAMPLES = 60 * 16_000;

interface Job {
  readonly utterance: Utterance;
  /** The speech that a running job covers is over, so that its text is wanted. */
  wanted: boolean;
  /** Speech went on after it was asked for. */
  stale: boolean;
  outcome: { readonly text: string } | { readonly failure: string } | null;
}

/**
 * Recognises one caller's speech, one job at a time. Speech may be guessed: asked for while the caller pauses, it is
 * confirmed when that was all, and withdrawn when it was not. What runs is never aborted, since that would cost the
 * local recogniser its process; its text is thrown away. Speech that ends while another is recognised waits and is
 * recognised together with what else has ended by then.
 */
export class RecognitionQueue {
  readonly #options: Required<RecognitionQueueOptions>;
  #running: Job | null = null;
  /** The guess, running, waiting or answered. */
  #guess: Job | null = null;
  #ended: Utterance | null = null;
  #closed = false;

  constructor(options: RecognitionQueueOptions) {
    this.#options = { deadlineMs: 20_000, onGuess: () => undefined, ...options };
  }

  /** Whether speech that has ended is not known yet. */
  get isBusy(): boolean {
    return this.#ended !== null || this.#running?.wanted === true;
  }

  /** The caller has paused: what was said until now may be all. */
  guess(utterance: Utterance): void {
    this.withdraw();
    this.#guess = { utterance, wanted: false, stale: false, outcome: null };
    this.#next();
  }

  /** The caller goes on. */
  withdraw(): void {
    if (this.#guess !== null) this.#guess.stale = true;
    this.#guess = null;
  }

  /** The caller has ended; the guess is used when there is one. @param utterance called when there is none */
  confirm(utterance: () => Utterance): void {
    const guess = this.#guess;
    this.#guess = null;
    if (guess?.outcome) this.#deliver(guess);
    else if (guess !== null && guess === this.#running) guess.wanted = true;
    else this.#wait(guess?.utterance ?? utterance());
  }

  close(): void {
    this.#closed = true;
    this.withdraw();
    this.#ended = null;
  }

  #wait(utterance: Utterance): void {
    const waiting = this.#ended;
    this.#ended = waiting === null ? utterance : joined(waiting, utterance);
    if (this.#ended.samples.length > MAX_WAITING_SAMPLES && waiting !== null) {
      this.#ended = utterance;
      this.#options.onFailure('the recogniser does not keep up with the caller');
    }
    this.#next();
  }

  #next(): void {
    if (this.#running !== null || this.#closed) return;
    const ended = this.#ended;
    this.#ended = null;
    if (ended !== null) void this.#run({ utterance: ended, wanted: true, stale: false, outcome: null });
    else if (this.#guess !== null && this.#guess.outcome === null) void this.#run(this.#guess);
  }

  async #run(job: Job): Promise<void> {
    this.#running = job;
    try {
      job.outcome = { text: await this.#recognise(job) };
    } catch (error) {
      job.outcome = { failure: reasonOf(error) };
    }
    this.#running = null;
    if (job.wanted) this.#deliver(job);
    else if (job === this.#guess && 'text' in job.outcome && !this.#closed) {
      this.#options.onGuess({ text: job.outcome.text, utterance: job.utterance });
    }
    this.#next();
  }

  #deliver(job: Job): void {
    if (this.#closed || job.outcome === null) return;
    if ('text' in job.outcome) this.#options.onText({ text: job.outcome.text, utterance: job.utterance });
    else this.#options.onFailure(job.outcome.failure);
  }

  async #recognise(job: Job): Promise<string> {
    try {
      return await this.#inTime(job.utterance.samples);
    } catch (error) {
      const again = error instanceof RecognitionError && error.retryable && !job.stale && !this.#closed;
      if (!again) throw error;
      return await this.#inTime(job.utterance.samples);
    }
  }

  async #inTime(samples: Float32Array): Promise<string> {
    const { recogniser, lang, deadlineMs } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new RecognitionError('the recogniser did not answer in time', { retryable: false })),
        deadlineMs,
      ).unref();
    });
    try {
      const { text } = await Promise.race([recogniser.transcribe(samples, { lang }), late]);
      return text.trim();
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Recognisers word their errors without what was said; of anything else nothing is told. */
function reasonOf(error: unknown): string {
  return error instanceof RecognitionError ? error.message : 'the recogniser failed';
}
