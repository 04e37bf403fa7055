import { setImmediate as turn } from 'node:timers/promises';
import type { SpeechChunk } from '../../engine/index.ts';
import type { AudioEncoder } from '../../media/encode/audio-encoder.ts';
import { decodePcm16ToInt16 } from '../../media/pcm.ts';
import type { Response } from './response.ts';
import type { Sink } from './sinks.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Samples to encode before yielding to other work. A second of audio takes up to 10 ms to encode, and another stream's
 * next chunk should not wait that long.
 */
const SLICE_SAMPLES = 6000;

/** Sends the file as the body, as the encoder produces it. */
export function fileSink(
  response: Response,
  encoder: AudioEncoder,
  mediaType: string,
  headers: Headers,
): Sink {
  const head = headOf(mediaType, headers);
  return {
    write: (chunk, stallMs) => encodeInto(encoder, chunk, (bytes) => response.write(bytes, head, stallMs)),
    async end(_spoken, stallMs) {
      const bytes = await encoder.finish();
      if (bytes.length > 0) await response.write(bytes, head, stallMs);
      response.end();
    },
  };
}

/** Sends the file in parts, as the events of OpenAI's `stream_format: sse`. */
export function deltaSink(response: Response, encoder: AudioEncoder, headers: Headers): Sink {
  const head = headOf('text/event-stream; charset=utf-8', headers);
  const delta = (bytes: Uint8Array, stallMs: number): Promise<void> => {
    const audio = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
    return response.write(dataEvent({ type: 'speech.audio.delta', audio }), head, stallMs);
  };
  return {
    write: (chunk, stallMs) => encodeInto(encoder, chunk, (bytes) => delta(bytes, stallMs)),
    async end({ characters, audioMs }, stallMs) {
      const bytes = await encoder.finish();
      if (bytes.length > 0) await delta(bytes, stallMs);
      const output = Math.round(audioMs);
      const usage = { input_tokens: characters, output_tokens: output, total_tokens: characters + output };
      await response.write(dataEvent({ type: 'speech.audio.done', usage }), head, stallMs);
      response.end();
    },
  };
}

/** Formats an event without a name, as OpenAI's clients expect. */
export function dataEvent(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function headOf(mediaType: string, headers: Headers) {
  return { status: 200, headers: { 'content-type': mediaType, 'cache-control': 'no-store', ...headers } };
}

async function encodeInto(
  encoder: AudioEncoder,
  { audio }: SpeechChunk,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const samples = decodePcm16ToInt16(audio);
  for (let at = 0; at < samples.length; at += SLICE_SAMPLES) {
    if (at > 0) await turn();
    const bytes = await encoder.push(samples.subarray(at, at + SLICE_SAMPLES));
    if (bytes.length > 0) await write(bytes);
  }
}
