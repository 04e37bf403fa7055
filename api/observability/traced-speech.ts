import { context, propagation, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { SpeechChunk, SpeechStream } from '../../engine/index.ts';
import type { Transport } from './metrics.ts';

/** Attributes that all spans of a stream share. */
export interface SpeechTrace {
  readonly transport: Transport;
  readonly lang: string;
  readonly samplingRate: number;
  /** Headers of the request, which may name the caller's trace (W3C Trace Context). */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the same stream with each of its utterances as a span: from its first text to its last chunk, with the first
 * audio as an event. Without a tracer the spans cost nothing.
 */
export function traceSpeech(stream: SpeechStream, about: SpeechTrace): SpeechStream {
  const utterance = new Utterance(about);
  return {
    get alignmentUnavailable() {
      return stream.alignmentUnavailable;
    },
    get pendingCharacters() {
      return stream.pendingCharacters;
    },
    push: (text, contextId) => {
      utterance.begin();
      stream.push(text, contextId);
    },
    finish: (contextId) => {
      utterance.begin();
      stream.finish(contextId);
    },
    reset: () => {
      utterance.end('reset');
      stream.reset();
    },
    end: () => stream.end(),
    close: () => {
      utterance.end('closed');
      stream.close();
    },
    [Symbol.asyncIterator]: () => follow(stream[Symbol.asyncIterator](), utterance),
  };
}

function follow(chunks: AsyncIterator<SpeechChunk>, utterance: Utterance): AsyncIterator<SpeechChunk> {
  return {
    next: async () => {
      try {
        const result = await chunks.next();
        if (result.done) utterance.end('spoken');
        else utterance.spoke(result.value);
        return result;
      } catch (error) {
        utterance.failed(error);
        throw error;
      }
    },
    return: async () => {
      utterance.end('closed');
      return (await chunks.return?.()) ?? { done: true, value: undefined };
    },
  };
}

class Utterance {
  readonly #about: SpeechTrace;
  #span: Span | null = null;
  #characters = 0;
  #samples = 0;

  constructor(about: SpeechTrace) {
    this.#about = about;
  }

  begin(): void {
    if (this.#span) return;
    const { transport, lang, headers } = this.#about;
    const parent = headers ? propagation.extract(context.active(), headers) : context.active();
    const attributes = { 'parley.transport': transport, 'parley.lang': lang };
    this.#span = trace.getTracer('parley').startSpan('utterance', { attributes }, parent);
    this.#characters = 0;
    this.#samples = 0;
  }

  spoke({ billedCharacters, samples, stop }: SpeechChunk): void {
    if (this.#samples === 0 && samples > 0) this.#span?.addEvent('first_audio');
    this.#characters += billedCharacters;
    this.#samples += samples;
    if (stop) this.end('spoken');
  }

  failed(error: unknown): void {
    if (error instanceof Error) this.#span?.recordException(error);
    this.#span?.setStatus({ code: SpanStatusCode.ERROR });
    this.end('failed');
  }

  end(outcome: 'spoken' | 'failed' | 'reset' | 'closed'): void {
    this.#span?.setAttributes({
      'parley.outcome': outcome,
      'parley.characters': this.#characters,
      'parley.audio_seconds': this.#samples / this.#about.samplingRate,
    });
    this.#span?.end();
    this.#span = null;
  }
}
