import { type IncomingHttpHeaders, request } from 'node:http';
import { KEY, type TestServer } from '../server.ts';
import type { SpeechMessage } from './messages.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body as JSON. */
  json(): unknown;
}

export interface Question {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal;
}

/** Sends one request over a connection of its own, with only the given headers, and returns the whole response. */
export function ask(server: TestServer, question: Question): Promise<Answer> {
  const { method = 'GET', path, headers = {}, body, signal } = question;
  return new Promise((resolve, reject) => {
    const req = request(
      {
        host: '127.0.0.1',
        port: server.port,
        agent: false,
        method,
        path,
        headers: {
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
        ...(signal && { signal }),
      },
      (res) => {
        const parts: Buffer[] = [];
        res.on('data', (part: Buffer) => parts.push(part));
        res.on('error', reject);
        res.on('end', () => {
          const bytes = Buffer.concat(parts);
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            body: bytes,
            json: () => JSON.parse(bytes.toString('utf8')),
          });
        });
      },
    );
    req.on('error', reject);
    req.end(body);
  });
}

/** Sends `POST /sse/speak/{lang}` with a JSON body, and the key in its header unless other headers are given. */
export function askToSpeak(
  server: TestServer,
  body: unknown,
  options: {
    readonly lang?: string;
    readonly query?: string;
    readonly headers?: Record<string, string>;
  } = {},
): Promise<Answer> {
  return ask(server, {
    method: 'POST',
    path: `/sse/speak/${options.lang ?? 'en'}${options.query ?? ''}`,
    headers: { 'content-type': 'application/json', ...(options.headers ?? { 'x-api-key': KEY }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const EVENT = 'event: message\ndata: ';

/**
 * Parses an event stream as strictly as clients may: every event is `event: message`, one line of data with one space
 * behind the colon, and an empty line. There is nothing else in the stream, and nothing is left over.
 * @throws Error at the first byte that differs
 */
export function parseEvents(body: Buffer): SpeechMessage[] {
  const text = body.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(body)) throw new Error('the stream is not UTF-8');
  const messages: SpeechMessage[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n\n', at);
    const event = text.slice(at, end < 0 ? undefined : end);
    if (end < 0 || !event.startsWith(EVENT))
      throw new Error(`not an event: ${JSON.stringify(event.slice(0, 80))}`);
    const data = event.slice(EVENT.length);
    if (/[\n\r]/.test(data) || !data.startsWith('{')) throw new Error('the data is not one line of JSON');
    messages.push(JSON.parse(data) as SpeechMessage);
    at = end + 2;
  }
  return messages;
}

/** Returns the events of a response that must be a stream of speech. */
export async function speak(
  server: TestServer,
  body: Readonly<Record<string, unknown>>,
  lang = 'en',
): Promise<SpeechMessage[]> {
  const answer = await askToSpeak(server, body, { lang });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.toString('utf8')}`);
  return parseEvents(answer.body);
}
