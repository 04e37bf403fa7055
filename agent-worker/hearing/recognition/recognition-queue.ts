import { type RecogniseOptions, type Recogniser, RecognitionError } from '../../../engine/index.ts';
import { CallerLanguage, type Heard, type Said } from './caller-language.ts';
import { type Candidate, RecognitionOrder } from './recognition-order.ts';
import { joined, type Utterance } from './utterance-recording.ts';
import { writtenDictation } from './written-dictation.ts';

export interface Recognised {
  readonly text: string;
  /** Tag of the language of the words. */
  readonly lang: string;
  readonly utterance: Utterance;
}

/** Known words, with their language if it is known. */
export type Understood = Recognised & Said;

export interface RecognitionQueueOptions {
  readonly recogniser: Recogniser;
  readonly lang: string;
  /** The spoken language, if the caller may change it. Default: always `lang`. */
  readonly language?: CallerLanguage;
  /** Names that the caller may say, as of the call. */
  readonly names?: () => readonly string[];
  /** As in `RecogniseOptions`, for speech in a language. Default: none. */
  readonly phrases?: (utterance: Utterance, lang: string) => Pick<RecogniseOptions, 'phrases' | 'contrary'>;
  /** As in `RecogniseOptions`, as of the call. Default: nothing. */
  readonly dictation?: () => RecogniseOptions['dictation'];
  /** The text of confirmed speech, in order. */
  readonly onText: (understood: Understood) => void;
  /** The text of a guess, while the caller is pausing. */
  readonly onGuess?: (understood: Understood) => void;
  /** The text of ongoing speech. @param confidences in its words, 0 to 1; empty if unknown */
  readonly onPartial?: (text: string, confidences: readonly number[]) => void;
  /** Speech could not be recognised. The reason contains nothing that was said. */
  readonly onFailure: (reason: string) => void;
  /** How long to wait for the recogniser. Default 20 s. */
  readonly deadlineMs?: number;
}

/** Limit of ended speech that waits, 60 s at 16 kHz; beyond it, the oldest speech is dropped. */
const MAX_WAITING_SAMPLES = 60 * 16_000;

/** Pause after a pass over ongoing speech, as a multiple of the duration of the pass. */
const PARTIAL_REST = 2;

interface Job extends Candidate {
  readonly utterance: Utterance;
  /** Stops its recognition. */
  readonly abort: AbortController;
  /** The order in which jobs wait: languages may have their own. */
  readonly order: RecognitionOrder;
  /** The speech is over: the text of this job is wanted. */
  wanted: boolean;
  /** The caller continued to speak after the job was queued. */
  stale: boolean;
  outcome: Said | { readonly failure: string } | null;
}

/**
 * Recognises one caller's speech, one job at a time. While the caller pauses, speech is recognised as a guess, which is
 * confirmed if the speech has ended, and stopped if the caller continues. Speech that ends while a job is running
 * waits, and is recognised together with any other speech that has ended by then.
 */
export class RecognitionQueue {
  readonly #options: Required<RecognitionQueueOptions>;
  #running: Job | null = null;
  /** The guess, whether waiting, running or finished. */
  #guess: Job | null = null;
  #ended: Utterance | null = null;
  /** Stops the pass over ongoing speech, if there is one. */
  #partial: (() => void) | null = null;
  #nextPartialMs = 0;
  #closed = false;

  constructor(options: RecognitionQueueOptions) {
    this.#options = {
      deadlineMs: 20_000,
      onGuess: () => undefined,
      onPartial: () => undefined,
      names: () => [],
      phrases: () => ({}),
      dictation: () => undefined,
      language: new CallerLanguage(options.recogniser, options.lang),
      ...options,
    };
  }

  get #order(): RecognitionOrder {
    const { recogniser, language } = this.#options;
    return RecognitionOrder.of(recogniser, language.lang);
  }

  /** Whether there is ended speech whose words are not known yet. */
  get isBusy(): boolean {
    return this.#ended !== null || this.#running?.wanted === true;
  }

  /**
   * The caller continues to speak; `soFar` is the speech so far. It is recognised if that is cheap and nothing else
   * waits, for at most a third of the time, and cancelled by any other job.
   * @param soFar called only if it is recognised
   */
  follow(soFar: () => Utterance): void {
    const { recogniser, onPartial } = this.#options;
    const { lang, isKnown } = this.#options.language;
    const order = this.#order;
    const beganMs = performance.now();
    const isFree = this.#running === null && this.#partial === null && beganMs >= this.#nextPartialMs;
    // The recogniser would write another language in words of this one.
    const isAble = isKnown && order.hasTime && recogniser.followsSpeech?.(lang);
    if (this.#closed || !isFree || !isAble) return;
    const utterance = soFar();
    const abort = new AbortController();
    const job = { wanted: false, stale: false, giveWay: () => abort.abort() };
    this.#partial = () => {
      job.stale = true;
      this.#partial = null;
      abort.abort();
      order.update();
    };
    const options = { lang, isLive: true, isPartial: true, signal: abort.signal };
    order
      .run(job, () => recogniser.transcribe(utterance.samples, options))
      .then(
        (transcript) =>
          !job.stale && transcript && onPartial(transcript.text.trim(), transcript.wordConfidences ?? []),
        // An error here will also occur for the whole utterance, which reports it.
        () => undefined,
      )
      .then(() => {
        if (job.stale) return;
        this.#partial = null;
        const endedMs = performance.now();
        this.#nextPartialMs = endedMs + PARTIAL_REST * (endedMs - beganMs);
      });
  }

  /** The caller has paused: the speech so far may be complete. */
  guess(utterance: Utterance): void {
    this.withdraw();
    this.#guess = this.#job(utterance, false);
    this.#next();
  }

  /** The caller continues. */
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
      guess.order.update();
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
    job.abort.abort();
    job.order.update();
  }

  #job(utterance: Utterance, wanted: boolean): Job {
    const abort = new AbortController();
    return { utterance, abort, order: this.#order, wanted, stale: false, outcome: null };
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
    if (ended !== null) void this.#run(this.#job(ended, true));
    else if (this.#guess !== null && this.#guess.outcome === null) void this.#run(this.#guess);
  }

  async #run(job: Job): Promise<void> {
    this.#partial?.();
    this.#running = job;
    try {
      job.outcome = await this.#recognise(job);
    } catch (error) {
      job.outcome = { failure: reasonOf(error) };
    }
    this.#running = null;
    if (job.wanted) this.#deliver(job);
    else if (job === this.#guess && 'text' in job.outcome && !this.#closed) {
      this.#options.onGuess({ ...job.outcome, utterance: job.utterance });
    }
    this.#next();
  }

  #deliver(job: Job): void {
    if (this.#closed || job.outcome === null) return;
    if ('text' in job.outcome) this.#options.onText({ ...job.outcome, utterance: job.utterance });
    else this.#options.onFailure(job.outcome.failure);
  }

  async #recognise(job: Job): Promise<Said> {
    try {
      return await this.#inTime(job);
    } catch (error) {
      const again = error instanceof RecognitionError && error.retryable && !job.stale && !this.#closed;
      if (!again) throw error;
      return await this.#inTime(job);
    }
  }

  async #inTime(job: Job): Promise<Said> {
    const { language, deadlineMs } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new RecognitionError('the recogniser did not answer in time', { retryable: false }));
        this.#discard(job);
      }, deadlineMs).unref();
    });
    const recognised = job.order.run(job, (release) => {
      const hear = (lang: string) => this.#hear(job, lang, release);
      return Promise.race([language.hear(job.utterance, hear), late]);
    });
    try {
      const said = await Promise.race([recognised, late]);
      if (said === null) throw new RecognitionError('nobody needs it any more', { retryable: false });
      return said;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param lang "" if the recogniser detects it @param release as in `RecognitionOrder.run` */
  async #hear({ utterance, abort }: Job, lang: string, release: () => void): Promise<Heard> {
    const { recogniser, names, phrases, dictation } = this.#options;
    const dictated = dictation();
    const about = {
      lang,
      isLive: true,
      signal: abort.signal,
      onSecondOpinion: release,
      names: names(),
      ...phrases(utterance, lang),
      ...(dictated && { dictation: dictated }),
    };
    const heard = await recogniser.transcribe(utterance.samples, about);
    const text = heard.text.trim();
    if (dictated === undefined || dictated === 'any') return { ...heard, text };
    const spoken = lang || heard.lang || this.#options.lang;
    return { ...heard, text: writtenDictation(text, dictated, spoken) };
  }
}

/** Recognition errors never contain what was said; other errors might, so their messages are not passed on. */
function reasonOf(error: unknown): string {
  return error instanceof RecognitionError ? error.message : 'the recogniser failed';
}
