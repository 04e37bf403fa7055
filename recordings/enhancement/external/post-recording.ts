/** One request to an external enhancer: sends a recording, and receives an answer of bounded size. */
import { Agent, type Dispatcher, request } from 'undici';
import { EnhancerError } from './enhancer-error.ts';

export interface PostOptions {
  /** Limit of an answer's body; a longer one is not read completely. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Timeout of the connection, far shorter than that of the answer. */
const CONNECT_MS = 5000;
/** Limit of a refusal, which is a sentence. */
const MAX_REFUSAL_BYTES = 16_384;

/**
 * Sends a WAV file. Redirections are not followed.
 * @returns the body of the answer
 * @throws EnhancerError unavailable, refused, or rubbish when it is too long; the signal's reason
 */
export async function postRecording(
  url: string,
  wav: Uint8Array,
  { maxBytes, signal }: PostOptions,
): Promise<Uint8Array> {
  // One for each exchange: after an abandoned request, an agent would open and keep a new connection.
  const agent = new Agent({ connectTimeout: CONNECT_MS, headersTimeout: 0, bodyTimeout: 0 });
  try {
    return await readAnswer(await send(url, wav, agent, signal), maxBytes, signal);
  } finally {
    await agent.destroy();
  }
}

async function send(
  url: string,
  wav: Uint8Array,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  try {
    return await request(url, {
      method: 'POST',
      headers: { 'content-type': 'audio/wav', accept: 'audio/wav' },
      body: wav,
      dispatcher,
      signal,
      reset: true,
    });
  } catch {
    signal.throwIfAborted();
    throw new EnhancerError('unavailable', 'the enhancer cannot be reached');
  }
}

async function readAnswer(
  answer: Dispatcher.ResponseData,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  // The response also emits an error when it is destroyed, after all listeners are gone.
  answer.body.on('error', () => undefined);
  if (answer.statusCode === 200) {
    const body = await readBody(answer, maxBytes, signal);
    if (body === null) throw new EnhancerError('rubbish', 'the output of the enhancer is far too long');
    return body;
  }
  if (answer.statusCode === 422) {
    const body = await readBody(answer, MAX_REFUSAL_BYTES, signal);
    throw new EnhancerError('refused', 'the enhancer refused the recording', reasonIn(body));
  }
  throw new EnhancerError('unavailable', `the enhancer answered with status ${answer.statusCode}`);
}

/** @returns null if there are more than `maxBytes` */
async function readBody(
  { body }: Dispatcher.ResponseData,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      bytes += part.byteLength;
      if (bytes > maxBytes) return null;
      parts.push(part);
    }
  } catch {
    signal.throwIfAborted();
    throw new EnhancerError('unavailable', 'the enhancer did not complete its response');
  }
  return Buffer.concat(parts);
}

function reasonIn(body: Uint8Array | null): string {
  try {
    const answer: unknown = JSON.parse(Buffer.from(body ?? []).toString('utf8'));
    const reason = (answer as { reason?: unknown } | null)?.reason;
    return typeof reason === 'string' ? reason : '';
  } catch {
    return '';
  }
}
