import { type Engine, EngineError } from '../../engine/index.ts';
import type {
  FileTranscriber,
  TranscribeOptions,
  Transcription,
  TranscriptionRequest,
} from '../../recordings/index.ts';
import { refusal } from '../errors/api-error.ts';
import { toApiError } from '../errors/to-api-error.ts';
import type { IncomingBody } from '../http/forms/incoming.ts';
import { type Form, isMultipart } from '../http/forms/multipart.ts';
import { withHeldForm } from '../http/forms/read.ts';
import { ConcurrencyLimit } from '../limits/concurrency.ts';
import { orThrow } from '../limits/slots.ts';
import { MAX_TRANSCRIPTION_FILE_BYTES, TRANSCRIPTIONS } from '../limits/uploads.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';

export interface TranscriptionDeps {
  readonly engine: Pick<Engine, 'checkTranscription'>;
  readonly transcriber: Pick<FileTranscriber, 'transcribe'>;
  readonly settings: { readonly uploadTimeoutMs: number };
  readonly metrics: Pick<Metrics, 'transcriptions'>;
  readonly log: Log;
}

/** Accepts recordings and transcribes them, a few at a time. */
export class Transcriptions {
  readonly #deps: TranscriptionDeps;
  readonly #limit = new ConcurrencyLimit(TRANSCRIPTIONS);

  constructor(deps: TranscriptionDeps) {
    this.#deps = deps;
  }

  /**
   * Reads a form and uses it while holding one of the slots.
   * @param translate whether to translate into English
   * @param use gets null when there is no body, or one that is not a multipart form
   * @throws ApiError 408, 413, 422, 429, 499, 503; whatever `use` throws
   */
  async withForm<T>(
    ownerId: string,
    contentType: string | undefined,
    body: IncomingBody,
    translate: boolean,
    use: (form: Form | null) => Promise<T>,
  ): Promise<T> {
    // Rejected before the file is sent rather than after.
    this.#check(null, translate);
    if (!isMultipart(contentType)) return use(null);
    const limits = {
      maxFileBytes: MAX_TRANSCRIPTION_FILE_BYTES,
      timeoutMs: this.#deps.settings.uploadTimeoutMs,
    };
    return withHeldForm(orThrow(this.#limit.enter(ownerId)), contentType, body, limits, use);
  }

  /**
   * @throws ApiError: 422 for the recording or the language, 503 for the server; 499 when the client has disconnected
   */
  async transcribe(
    request: TranscriptionRequest,
    options: TranscribeOptions & { readonly signal: AbortSignal },
  ): Promise<Transcription> {
    const { transcriber, metrics, log } = this.#deps;
    this.#check(request.lang, request.translate);
    const startMs = performance.now();
    let outcome = 'failed';
    try {
      const transcription = await transcriber.transcribe(request, options);
      outcome = 'transcribed';
      return transcription;
    } catch (error) {
      if (options.signal.aborted) {
        outcome = 'aborted';
        throw refusal('client_gone');
      }
      if (error instanceof EngineError) outcome = error.type;
      throw inFormWords(error);
    } finally {
      metrics.transcriptions.inc({ outcome });
      const seconds = (performance.now() - startMs) / 1000;
      log.info({ outcome, seconds, bytes: request.audio.byteLength }, 'a transcription ended');
    }
  }

  #check(lang: string | null, translate = false): void {
    try {
      this.#deps.engine.checkTranscription(lang, translate);
    } catch (error) {
      throw inFormWords(error);
    }
  }
}

/** Rewrites the location of a fault: in a form all fields are in the body. */
function inFormWords(error: unknown): unknown {
  return error instanceof EngineError ? toApiError(error, (field) => ['body', field]) : error;
}
