import { type Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';

/**
 * Sends a request with a JSON body (without one: a GET) to the loopback interface. Settles with the head of the
 * response.
 */
export function send(
  agent: Agent,
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? null : Buffer.from(JSON.stringify(body));
    const options: RequestOptions = {
      agent,
      host: '127.0.0.1',
      port,
      path,
      method: payload ? 'POST' : 'GET',
      headers: {
        ...headers,
        ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
      },
    };
    const outgoing = request(options, resolve);
    outgoing.once('error', reject);
    outgoing.end(payload ?? undefined);
  });
}

/**
 * Reads a response to its end. Not by iteration, because a client that pauses the response must stop the reading.
 * @throws what `take` throws, after which nothing more is read; Error when the response breaks off
 */
export function readBody(response: IncomingMessage, take: (part: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      response.destroy();
      reject(error);
    };
    response.on('data', (part: Buffer) => {
      try {
        take(part);
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
    response.once('error', fail);
    response.once('close', () => (response.complete ? resolve() : fail(new Error('the answer broke off'))));
  });
}
