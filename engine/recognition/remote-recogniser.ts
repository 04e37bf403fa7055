import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { primaryLanguage } from '../../language/languages.ts';
import { encodePcm16 } from '../../media/pcm.ts';
import { wavFile } from '../../media/wav.ts';
import { languageIn, parseTranscription } from './remote-transcription.ts';
import { speechRange } from './speech-range.ts';
import {
  RECOGNITION_SAMPLE_RATE,
  type RecogniseOptions,
  type Recogniser,
  RecognitionError,
  type Transcript,
} from './types.ts';

export interface RemoteRecogniserOptions {
  /** Base URL of the API, as its clients know it ("https://api.example.org/v1"). */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
  /** Deadline for one recording, attempts and waits included. Default 60 s. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 60_000;
const MAX_RETRIES = 1;
/** Statuses with which servers reject an unsupported parameter. */
const UNSUPPORTED = new Set([400, 404, 415, 422, 501]);

/** Speech to text on any server with OpenAI's `POST /audio/transcriptions`, with word timings if it provides them. */
export class RemoteRecogniser implements Recogniser {
  readonly utteranceCpuSeconds = 0;
  readonly #client: OpenAI;
  readonly #options: RemoteRecogniserOptions;
  readonly #closing = new AbortController();
  /** False once the server has rejected the detailed response format and then accepted the simple one. */
  #detailed = true;
  /** False once the server has rejected a request with a prompt and then accepted it without. */
  #takesPrompts = true;

  constructor(options: RemoteRecogniserOptions) {
    this.#options = options;
    this.#client = new OpenAI({
      baseURL: options.baseUrl,
      apiKey: options.apiKey ?? 'none',
      ...(options.apiKey === null && { defaultHeaders: { authorization: null } }),
      // The client would otherwise take these from the environment, where they may belong to another application.
      organization: null,
      project: null,
      maxRetries: MAX_RETRIES,
      logLevel: 'off',
    });
  }

  /** A server cannot be asked which languages it understands, so all are tried. */
  supports(): boolean {
    return true;
  }

  async transcribe(
    samples: Float32Array,
    { lang, prompt: given = '', names = [], signal }: RecogniseOptions,
  ): Promise<Transcript> {
    signal?.throwIfAborted();
    if (speechRange(samples) === null) return { text: '', words: [] };
    const deadlineMs = this.#options.deadlineMs ?? DEADLINE_MS;
    const deadline = AbortSignal.timeout(deadlineMs);
    const signals = [deadline, this.#closing.signal, ...(signal ? [signal] : [])];
    const wav = wavFile({ encoding: 'pcm16', sampleRate: RECOGNITION_SAMPLE_RATE }, encodePcm16(samples));
    const told = given === '' && names.length > 0 ? `${names.join(', ')}.` : given;
    const prompt = this.#takesPrompts ? told : '';
    const file = new File([wav], 'speech.wav', { type: 'audio/wav' });
    try {
      return await this.#request(file, { lang, prompt }, AbortSignal.any(signals));
    } catch (error) {
      signal?.throwIfAborted();
      if (this.#closing.signal.aborted) {
        throw new RecognitionError('the recogniser is closed', { retryable: false });
      }
      if (deadline.aborted) {
        throw new RecognitionError(`the recogniser did not answer within ${deadlineMs} ms`, {
          retryable: true,
        });
      }
      throw toRecognitionError(error);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  async #request(
    file: File,
    { lang, prompt }: { readonly lang: string; readonly prompt: string },
    signal: AbortSignal,
  ): Promise<Transcript> {
    const language = primaryLanguage(lang);
    const common = {
      file,
      model: this.#options.model,
      ...(language && { language }),
      ...(prompt && { prompt }),
    };
    // Our deadline decides; the client's own timeout per attempt must be later.
    const options = { signal, timeout: (this.#options.deadlineMs ?? DEADLINE_MS) + 1000 };
    const { transcriptions } = this.#client.audio;
    if (this.#detailed) {
      try {
        const answer = await transcriptions.create(
          { ...common, response_format: 'verbose_json', timestamp_granularities: ['word'] },
          options,
        );
        return { ...parseTranscription(answer), ...(lang === '' && { lang: languageIn(answer) }) };
      } catch (error) {
        if (!isUnsupported(error)) throw error;
      }
    }
    try {
      const answer = await transcriptions.create({ ...common, response_format: 'json' }, options);
      this.#detailed = false;
      return parseTranscription(answer);
    } catch (error) {
      if (prompt === '' || !isUnsupported(error)) throw error;
    }
    const answer = await this.#request(file, { lang, prompt: '' }, signal);
    this.#takesPrompts = false;
    return answer;
  }
}

function isUnsupported(error: unknown): boolean {
  return error instanceof APIError && UNSUPPORTED.has(error.status ?? 0);
}

/** Without the server's message and cause, because servers repeat keys and texts in errors. */
function toRecognitionError(error: unknown): RecognitionError {
  if (error instanceof RecognitionError) return error;
  if (error instanceof APIConnectionTimeoutError || error instanceof APIConnectionError) {
    return new RecognitionError('the recogniser cannot be reached', { retryable: true });
  }
  const status = error instanceof APIError ? error.status : undefined;
  if (typeof status === 'number') {
    const retryable = status === 408 || status === 409 || status === 429 || status >= 500;
    const hint = status === 401 || status === 403 ? ', which means that its key is wrong or missing' : '';
    return new RecognitionError(`the recogniser answered with status ${status}${hint}`, { retryable });
  }
  return new RecognitionError('the recogniser gave an answer that cannot be read', { retryable: true });
}
