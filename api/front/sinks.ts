import type { SpeakSettings, SpeechChunk, SpeechStream } from '../../engine/index.ts';
import { type WavFormat, wavFile, wavHeader } from '../../media/wav.ts';
import type { Spoken } from '../observability/speech-meter.ts';
import type { OutputFormat } from '../speech/speak-settings.ts';
import type { Response } from './response.ts';

/** Receives the chunks of one response. */
export interface Sink {
  /**
   * Settles when there is room for more.
   * @param stallMs how long the client may read nothing
   * @throws ClientGone
   */
  write(chunk: SpeechChunk, stallMs: number): Promise<void>;
  /**
   * Completes the response.
   * @throws ClientGone
   */
  end(spoken: Spoken, stallMs: number): void | Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Up to this length (about five minutes of speech) a WAV response is one complete file. A longer one is streamed and
 * its header leaves the length open, which most players accept.
 */
const MAX_WHOLE_FILE_CHARS = 5000;

const wavFormat = (settings: SpeakSettings): WavFormat => ({
  encoding: settings.encoding === 'pcm_linear' ? 'pcm16' : 'mulaw',
  sampleRate: settings.samplingRate,
});

/** Sends server-sent events. With `wav` the first chunk begins with a WAV header. */
export function eventSink(
  response: Response,
  settings: SpeakSettings,
  outputFormat: OutputFormat,
  stream: SpeechStream,
  headers: Headers,
): Sink {
  const head = {
    status: 200,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  };
  let prefix = outputFormat === 'wav' ? wavHeader(wavFormat(settings), null) : null;
  return {
    async write(chunk, stallMs) {
      const audio = prefix ? Buffer.concat([prefix, chunk.audio]) : chunk.audio;
      prefix = null;
      const data = { status_code: 200, data: speechData({ ...chunk, audio }, settings, stream) };
      await response.write(event(data), head, stallMs);
    },
    end: () => response.end(),
  };
}

/** Sends a WAV file as the body. */
export function wavSink(response: Response, settings: SpeakSettings, text: string, headers: Headers): Sink {
  const format = wavFormat(settings);
  const head = {
    status: 200,
    headers: { 'content-type': 'audio/wav', 'cache-control': 'no-store', ...headers },
  };
  if (text.length <= MAX_WHOLE_FILE_CHARS) {
    const parts: Uint8Array[] = [];
    return {
      async write(chunk) {
        parts.push(chunk.audio);
      },
      end: () => response.send(200, head.headers, wavFile(format, Buffer.concat(parts))),
    };
  }
  let prefix: Uint8Array | null = wavHeader(format, null);
  return {
    async write(chunk, stallMs) {
      const audio = prefix ? Buffer.concat([prefix, chunk.audio]) : chunk.audio;
      prefix = null;
      await response.write(audio, head, stallMs);
    },
    end: () => response.end(),
  };
}

/** Returns the fields that both transports send with each chunk. */
export function speechData(
  chunk: SpeechChunk,
  settings: SpeakSettings,
  stream: SpeechStream,
): Record<string, unknown> {
  const { audio, text, alignment } = chunk;
  return {
    audio: Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength).toString('base64'),
    text,
    sampling_rate: settings.samplingRate,
    ...(settings.timestamps && { alignment }),
    ...(settings.timestamps &&
      stream.alignmentUnavailable !== null && { alignment_unavailable: stream.alignmentUnavailable }),
  };
}

/** Formats one event (WHATWG HTML, server-sent events), with its JSON data on one line. */
export function event(data: unknown): string {
  return `event: message\ndata: ${JSON.stringify(data)}\n\n`;
}
