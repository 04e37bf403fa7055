import { encodePcm16 } from '../../../media/pcm.ts';
import { wavFile } from '../../../media/wav.ts';
import type { EnhanceOptions, Enhancer, Sound } from '../types.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { EnhancerError } from './enhancer-error.ts';
import { checkAnswer } from './plausibility-thread.ts';
import { postRecording } from './post-recording.ts';

export interface ExternalEnhancerOptions {
  /**
   * URL that recordings are posted to, or a function that returns it. The operator chose it, so any host is allowed.
   */
  readonly url: string | (() => Promise<string>);
  /** Timeout of one recording, from its first byte sent to the verdict on the answer. Default 40 s. */
  readonly deadlineMs?: number;
  /** The clock of the circuit breaker, in milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
}

const DEADLINE_MS = 40_000;
/** Consecutive failures that open the circuit breaker, and how long it stays open. */
const FAILURES = 3;
const OPEN_MS = 60_000;
/** Highest rate and largest sample of an answer, which bound its size. */
const MAX_ANSWER_RATE = 96_000;
const MAX_SAMPLE_BYTES = 4;
const MAX_HEADER_BYTES = 65_536;

/** Cleans recordings with a service of the operator's choice; docs/enhancer.md specifies its interface. */
export class ExternalEnhancer implements Enhancer {
  readonly model = 'external';
  readonly #url: () => Promise<string>;
  readonly #deadlineMs: number;
  readonly #breaker: CircuitBreaker;
  readonly #running = new Map<AbortController, Promise<unknown>>();
  #closed = false;

  constructor({ url, deadlineMs = DEADLINE_MS, now }: ExternalEnhancerOptions) {
    this.#url = typeof url === 'string' ? async () => url : url;
    this.#deadlineMs = deadlineMs;
    this.#breaker = new CircuitBreaker({ failures: FAILURES, openMs: OPEN_MS, ...(now && { now }) });
  }

  /**
   * Sends a recording to be cleaned within the deadline.
   * @param sound not empty
   * @throws EnhancerError for any failure of the service; the signal's reason
   */
  async enhance(sound: Sound, { signal }: EnhanceOptions = {}): Promise<Sound> {
    signal?.throwIfAborted();
    if (this.#closed) throw closed();
    const pass = this.#breaker.enter();
    if (pass === null) {
      throw new EnhancerError(
        'unavailable',
        'the enhancer failed several times and is not called for a while',
      );
    }
    try {
      const cleaned = await this.#withinDeadline(signal, (ends) => this.#attempt(sound, ends));
      pass.succeeded();
      return cleaned;
    } catch (error) {
      if (signal?.aborted || this.#closed) pass.abandoned();
      // A service that refuses a recording is available.
      else if (error instanceof EnhancerError && error.fault === 'refused') pass.succeeded();
      else pass.failed();
      throw error;
    }
  }

  /** Ends current requests; no requests are possible afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const running of this.#running.keys()) running.abort(closed());
    await Promise.allSettled(this.#running.values());
  }

  async #attempt(sound: Sound, signal: AbortSignal): Promise<Sound> {
    const { samples, sampleRate } = sound;
    const answer = await postRecording(
      await unlessAborted(this.#url(), signal),
      wavFile({ sampleRate, encoding: 'pcm16' }, encodePcm16(samples)),
      { maxBytes: maxAnswerBytes(sound), signal },
    );
    const verdict = await checkAnswer(sound, answer, signal);
    if (verdict.plausible) return { samples: verdict.samples, sampleRate };
    throw new EnhancerError('rubbish', `the output of the enhancer ${verdict.reason}`);
  }

  /** The work's signal is aborted with the error to be thrown. */
  async #withinDeadline<T>(
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const running = new AbortController();
    const onAbort = (): void => running.abort(signal?.reason);
    const timer = setTimeout(() => running.abort(tooSlow(this.#deadlineMs)), this.#deadlineMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    const done = work(running.signal);
    this.#running.set(running, done);
    try {
      return await done;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      this.#running.delete(running);
    }
  }
}

/** @throws the signal's reason as soon as it is aborted, even if the work continues */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function maxAnswerBytes({ samples, sampleRate }: Sound): number {
  const seconds = samples.length / sampleRate + 1;
  return Math.ceil(seconds * Math.max(sampleRate, MAX_ANSWER_RATE) * MAX_SAMPLE_BYTES) + MAX_HEADER_BYTES;
}

function tooSlow(deadlineMs: number): EnhancerError {
  return new EnhancerError('too_slow', `the enhancer did not finish within ${deadlineMs / 1000} s`);
}

function closed(): EnhancerError {
  return new EnhancerError('unavailable', 'the enhancer is closed');
}
