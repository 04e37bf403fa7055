import { type Recogniser, RecognitionError } from '../../../engine/index.ts';
import { type Candidate, RecognitionOrder } from './recognition-order.ts';
import { joined, type Utterance } from './utterance-recording.ts';

export interface Recognised {
  readonly text: string;
  readonly utterance: Utterance;
}

export interface RecognitionQueueOptions {
  readonly recogniser: Recogniser;
  readonly lang: string;
  /** Names that the caller may say, as of now. */
  readonly names?: () => readonly string[];
  /** The prompt for a second recognition of the same speech; null for none, which is the default. */
  readonly hearAgain?: (recognised: Recognised) => string | null;
  /** Whether the text of the second recognition is used. */
  readonly isBetter?: (text: string) => boolean;
  /** The text of confirmed speech, in order. */
  readonly onText: (recognised: Recognised) => void;
  /** The text of a guess, while the caller is pausing. */
  readonly onGuess?: (recognised: Recognised) => void;
  /** The text of speech that goes on. */
  readonly onPartial?: (recognised: Recognised) => void;
  /** Speech could not be recognised. The reason contains nothing that was said. */
  readonly onFailure: (reason: string) => void;
  /** How long to wait for the recogniser. Default 20 s. */
  readonly deadlineMs?: number;
}

/** Limit of ended speech that waits, 60 s at 16 kHz; beyond it, older speech is dropped. */
const MAX_WAITING_SAMPLES = 60 * 16_000;

/** After a pass over speech that goes on, so many times as long as it took there is none. */
const PARTIAL_REST = 2;

interface Job extends Candidate {
  readonly utterance: Utterance;
  /** The speech is over, so the text of this job is wanted. */
  wanted: boolean;
  /** The caller went on speaking after the job was queued. */
  stale: boolean;
  outcome: { readonly text: string } | { readonly failure: string } | null;
}

/**
 * Recognises one caller's speech, one job at a time. While the caller pauses, speech is recognised as a guess, which is
 * confirmed if that was all, and withdrawn if the caller goes on. A job that has begun is never aborted, since that
 * would cost the local recogniser its process; its text is discarded instead. Speech that ends while a job is running
 * waits, and is recognised together with any other speech that has ended by then.
 */
export class RecognitionQueue {
  readonly #options: Required<RecognitionQueueOptions>;
  readonly #order: RecognitionOrder;
  #running: Job | null = null;
  /** The guess, whether waiting, running or finished. */
  #guess: Job | null = null;
  #ended: Utterance | null = null;
  /** Ends the pass over speech that goes on, if there is one. */
  #partial: (() => void) | null = null;
  #nextPartialMs = 0;
  #closed = false;

  constructor(options: RecognitionQueueOptions) {
    this.#options = {
      deadlineMs: 20_000,
      onGuess: () => undefined,
      onPartial: () => undefined,
      names: () => [],
      hearAgain: () => null,
      isBetter: () => false,
      ...options,
    };
    this.#order = RecognitionOrder.of(options.recogniser, options.lang);
  }

  /** Whether there is ended speech whose words are not known yet. */
  get isBusy(): boolean {
    return this.#ended !== null || this.#running?.wanted === true;
  }

  /**
   * The caller goes on speaking, and this is what was said so far. It is recognised where that is cheap and nothing
   * else is to be done, at most a third of the time, and given up when anything else comes.
   */
  follow(utterance: Utterance): void {
    const { recogniser, lang, onPartial } = this.#options;
    const beganMs = performance.now();
    const isFree = this.#running === null && this.#partial === null && beganMs >= this.#nextPartialMs;
    if (this.#closed || !isFree || !this.#order.hasTime || !recogniser.followsSpeech?.(lang)) return;
    const abort = new AbortController();
    const job = { wanted: false, stale: false, giveWay: () => abort.abort() };
    this.#partial = () => {
      job.stale = true;
      this.#partial = null;
      abort.abort();
      this.#order.update();
    };
    const options = { lang, isLive: true, isPartial: true, signal: abort.signal };
    this.#order
      .run(job, () => recogniser.transcribe(utterance.samples, options))
      .then(
        (transcript) => !job.stale && transcript && onPartial({ text: transcript.text.trim(), utterance }),
        // Whatever it is, the whole utterance will have it, too.
        () => undefined,
      )
      .then(() => {
        if (job.stale) return;
        this.#partial = null;
        const endedMs = performance.now();
        this.#nextPartialMs = endedMs + PARTIAL_REST * (endedMs - beganMs);
      });
  }

  /** The caller has paused: what was said so far may be all. */
  guess(utterance: Utterance): void {
    this.withdraw();
    this.#guess = { utterance, wanted: false, stale: false, outcome: null };
    this.#next();
  }

  /** The caller goes on. */
  withdraw(): void {
    this.#discard(this.#guess);
    this.#guess = null;
  }

  /** The speech has ended; the guess is used if there is one. @param utterance called if there is none */
  confirm(utterance: () => Utterance): void {
    const guess = this.#guess;
    this.#guess = null;
    if (guess?.outcome) this.#deliver(guess);
    else if (guess !== null && guess === this.#running) {
      guess.wanted = true;
      this.#order.update();
    } else this.#wait(guess?.utterance ?? utterance());
  }

  close(): void {
    this.#closed = true;
    this.#partial?.();
    this.withdraw();
    this.#discard(this.#running);
    this.#ended = null;
  }

  #discard(job: Job | null): void {
    if (job === null) return;
    job.stale = true;
    this.#order.update();
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
    this.#partial?.();
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
      return await this.#inTime(job);
    } catch (error) {
      const again = error instanceof RecognitionError && error.retryable && !job.stale && !this.#closed;
      if (!again) throw error;
      return await this.#inTime(job);
    }
  }

  async #inTime(job: Job): Promise<string> {
    const { recogniser, lang, names, deadlineMs } = this.#options;
    const { samples } = job.utterance;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new RecognitionError('the recogniser did not answer in time', { retryable: false }));
        this.#discard(job);
      }, deadlineMs).unref();
    });
    const hear = (options: { readonly names?: readonly string[]; readonly prompt?: string }) =>
      recogniser.transcribe(samples, { lang, isLive: true, ...options }).then(({ text }) => text.trim());
    const recognised = this.#order.run(job, () =>
      Promise.race([hear({ names: names() }).then((text) => this.#again(text, job, hear)), late]),
    );
    try {
      const text = await Promise.race([recognised, late]);
      if (text === null) throw new RecognitionError('nobody needs it any more', { retryable: false });
      return text;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Hears doubtful speech once more. */
  async #again(
    text: string,
    job: Job,
    hear: (options: { readonly prompt: string }) => Promise<string>,
  ): Promise<string> {
    const { hearAgain, isBetter } = this.#options;
    const prompt = job.stale ? null : hearAgain({ text, utterance: job.utterance });
    if (prompt === null) return text;
    const told = await hear({ prompt });
    return isBetter(told) ? told : text;
  }
}

/** Recognition errors never contain what was said; any other error might, so its message is not passed on. */
function reasonOf(error: unknown): string {
  return error instanceof RecognitionError ? error.message : 'the recogniser failed';
}
