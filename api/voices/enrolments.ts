import {
  type AssistedRequest,
  type Cloning,
  type EnrolmentRequest,
  type EnrolOptions,
  type MadeVoice,
  MIN_SAMPLE_SECONDS,
  type VoiceReference,
} from '../../cloning/index.ts';
import { EngineError } from '../../engine/index.ts';
import { refusal } from '../errors/api-error.ts';
import { toApiError } from '../errors/to-api-error.ts';
import type { IncomingBody } from '../http/forms/incoming.ts';
import { type Form, isMultipart } from '../http/forms/multipart.ts';
import { withHeldForm } from '../http/forms/read.ts';
import { ConcurrencyLimit } from '../limits/concurrency.ts';
import { orThrow } from '../limits/slots.ts';
import { CLONING_UPLOADS, ENROLMENTS, MAX_CLONING_FILE_BYTES } from '../limits/uploads.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Settings } from '../settings/settings.ts';

export interface EnrolmentDeps {
  readonly cloning: Pick<Cloning, 'checkEnrolment' | 'enrol' | 'enrolTake'>;
  readonly settings: Pick<Settings, 'uploadTimeoutMs' | 'maxEnrolments'>;
  readonly metrics: Pick<Metrics, 'enrolments' | 'enrolmentSeconds'>;
  readonly log: Log;
}

/** The places of an enrolment's parts in the request, for reporting their faults. */
export interface EnrolmentFields {
  readonly file: string;
  /** Location of the transcript, or of the script. */
  readonly transcriptIn: 'body' | 'query';
}

/** `signal` aborts when the client disconnects. */
export type LearnOptions = Omit<EnrolOptions, 'owner'> & { readonly signal: AbortSignal };

/** Accepts recordings and has voices learned from them, a few at a time. */
export class Enrolments {
  readonly #deps: EnrolmentDeps;
  readonly #uploads = new ConcurrencyLimit(CLONING_UPLOADS);
  readonly #running: ConcurrencyLimit;

  constructor(deps: EnrolmentDeps) {
    this.#deps = deps;
    this.#running = new ConcurrencyLimit({ ...ENROLMENTS, total: deps.settings.maxEnrolments });
  }

  /**
   * Reads a form and uses it while holding one of the slots that limit how many files are in memory.
   * @param use gets null when there is no body, or one that is not a multipart form
   * @throws ApiError 408, 413, 422, 429, 499; whatever `use` throws
   */
  async withForm<T>(
    ownerId: string,
    contentType: string | undefined,
    body: IncomingBody,
    use: (form: Form | null) => Promise<T>,
  ): Promise<T> {
    if (!isMultipart(contentType)) return use(null);
    // Rejected before the file is sent rather than after.
    const full = this.#running.refusal(ownerId);
    if (full) orThrow(full);
    const limits = { maxFileBytes: MAX_CLONING_FILE_BYTES, timeoutMs: this.#deps.settings.uploadTimeoutMs };
    return withHeldForm(orThrow(this.#uploads.enter(ownerId)), contentType, body, limits, use);
  }

  /**
   * Checks whether a recording could be enrolled at all.
   * @throws ApiError 422, 503
   */
  check(lang: string, hasTranscript: boolean, fields: EnrolmentFields): void {
    try {
      this.#deps.cloning.checkEnrolment(lang, hasTranscript);
    } catch (error) {
      throw inWordsOfRequest(error, fields);
    }
  }

  /**
   * Learns a speaker from a recording.
   * @throws ApiError: 400 for the recording, 422 for the request, 429 or 503 for the server; 499 when the client has
   *   disconnected
   */
  async enrol(
    ownerId: string,
    request: EnrolmentRequest,
    fields: EnrolmentFields,
    options: LearnOptions,
  ): Promise<VoiceReference> {
    this.check(request.lang, request.transcript !== null, fields);
    return this.#run(ownerId, request.audio, fields, options.signal, () =>
      this.#deps.cloning.enrol(request, { ...options, owner: ownerId }).catch(inWordsOfClients),
    );
  }

  /**
   * Learns a speaker from a read-through of a script.
   * @returns the best voice, or candidates, best first
   * @throws ApiError as `enrol`
   */
  async enrolTake(
    ownerId: string,
    request: AssistedRequest,
    fields: EnrolmentFields,
    options: LearnOptions,
  ): Promise<readonly MadeVoice[]> {
    this.check(request.lang, true, fields);
    return this.#run(ownerId, request.audio, fields, options.signal, () =>
      this.#deps.cloning.enrolTake(request, { ...options, owner: ownerId }),
    );
  }

  /** Holds one of the enrolment slots, counts the outcomes, and converts errors for the client. */
  async #run<T>(
    ownerId: string,
    audio: Uint8Array,
    fields: EnrolmentFields,
    signal: AbortSignal,
    learn: () => Promise<T>,
  ): Promise<T> {
    const { metrics, log } = this.#deps;
    const place = orThrow(this.#running.enter(ownerId));
    const startMs = performance.now();
    let outcome = 'failed';
    try {
      signal.throwIfAborted();
      const learned = await learn();
      signal.throwIfAborted();
      outcome = 'learned';
      return learned;
    } catch (error) {
      if (signal.aborted) {
        outcome = 'aborted';
        throw refusal('client_gone');
      }
      if (error instanceof EngineError) outcome = error.type;
      throw inWordsOfRequest(error, fields);
    } finally {
      place.release();
      const seconds = (performance.now() - startMs) / 1000;
      metrics.enrolments.inc({ outcome });
      metrics.enrolmentSeconds.observe(seconds);
      log.info({ outcome, seconds, bytes: audio.byteLength }, 'an enrolment ended');
    }
  }
}

/** Clients match the text for a sample that is too short, in either form. */
function inWordsOfClients(error: unknown): never {
  if (!(error instanceof EngineError) || error.type !== 'too_short') throw error;
  throw new EngineError('sample_too_short', { values: { seconds: MIN_SAMPLE_SECONDS }, cause: error });
}

function inWordsOfRequest(error: unknown, { file, transcriptIn }: EnrolmentFields): unknown {
  if (!(error instanceof EngineError)) return error;
  return toApiError(error, (field) => {
    if (field === 'lang_code') return ['query', field];
    return field === 'transcript' || field === 'script' ? [transcriptIn, field] : ['body', file];
  });
}
