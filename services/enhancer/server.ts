/** The HTTP side of the enhancer, as docs/enhancer.md describes it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodePcm16 } from '../../media/pcm.ts';
import { wavFile } from '../../media/wav.ts';
import type { Sound } from '../../recordings/index.ts';
import { readBody, TooLarge } from './body.ts';
import { MAX_BODY_BYTES, Refusal, readRecording } from './recording.ts';

export interface EnhancerServerOptions {
  readonly host: string;
  readonly port: number;
  /** Upper bound of accepted recordings, including those that wait. More are refused. */
  readonly places: number;
  /** @returns the same number of samples; rejects when it failed or with the signal's reason */
  readonly enhance: (sound: Sound, signal: AbortSignal) => Promise<Float32Array>;
  /** Facts about the work, never its content. */
  readonly log: (event: string, facts: Readonly<Record<string, string | number>>) => void;
}

const HEADERS_MS = 10_000;
const BODY_MS = 60_000;
const MAX_CONNECTIONS = 256;
/** Time that a refused client has to read the reason. */
const LINGER_MS = 1000;

export class EnhancerServer {
  readonly #options: EnhancerServerOptions;
  readonly #server: Server;
  #taken = 0;

  constructor(options: EnhancerServerOptions) {
    this.#options = options;
    this.#server = createServer(
      { headersTimeout: HEADERS_MS, requestTimeout: BODY_MS, connectionsCheckingInterval: 1000 },
      (request, response) => void this.#handle(request, response),
    );
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  /** @returns the port it listens on */
  async listen(): Promise<number> {
    const { host, port } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  /** Accepts no more requests, and finishes those in progress, for at most this long. */
  async close(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(timer);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0];
    if (path === '/ping' && request.method === 'GET') return sendJson(response, 200, { message: 'pong' });
    if (path !== '/enhance') return sendJson(response, 404, { reason: 'recordings go to /enhance' });
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST');
      return sendJson(response, 405, { reason: 'recordings are sent with POST' });
    }
    if (this.#taken >= this.#options.places) {
      response.setHeader('retry-after', '5');
      return sendJson(response, 503, { reason: 'too many recordings wait to be cleaned' });
    }
    this.#taken++;
    try {
      await this.#enhance(request, response);
    } catch (error) {
      this.#fail(error, response);
    } finally {
      this.#taken--;
    }
  }

  async #enhance(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const sound = readRecording(await readBody(request, MAX_BODY_BYTES));
    const began = performance.now();
    const samples = await this.#options.enhance(sound, gone.signal);
    const { sampleRate } = sound;
    const wav = wavFile({ sampleRate, encoding: 'pcm16' }, encodePcm16(samples));
    response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': wav.byteLength });
    response.end(wav);
    this.#options.log('enhanced', {
      seconds: Math.round((samples.length / sampleRate) * 10) / 10,
      ms: Math.round(performance.now() - began),
    });
  }

  #fail(error: unknown, response: ServerResponse): void {
    if (response.destroyed) return;
    if (error instanceof Refusal) {
      this.#options.log('refused', { reason: error.message });
      sendJson(response, 422, { reason: error.message });
    } else if (error instanceof TooLarge) {
      sendJson(response, 413, { reason: `a recording has at most ${MAX_BODY_BYTES} bytes` });
    } else {
      this.#options.log('failed', { error: error instanceof Error ? error.message : String(error) });
      sendJson(response, 500, { reason: 'the recording could not be cleaned' });
    }
  }
}

/**
 * The rest of the request is not read: the connection is closed after the response. Data that still arrives until then
 * is discarded, because closing while the client sends can lose the response (RFC 9112, section 9.6).
 */
function sendJson(response: ServerResponse, status: number, body: Readonly<Record<string, string>>): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(!response.req.complete && { connection: 'close' }),
  });
  const { req: request } = response;
  if (request.complete) return void response.end(text);
  response.write(text);
  request.resume();
  const timer = setTimeout(() => response.end(), LINGER_MS);
  request.once('close', () => {
    clearTimeout(timer);
    response.end();
  });
}
