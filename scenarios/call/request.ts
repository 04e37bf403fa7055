import type { Place } from './doors/door.ts';

/**
 * A request for JSON over REST.
 * @returns `data` of the answer
 * @throws Refused with the status and the answer
 */
export async function request<T>(place: Place, method: string, path: string, body?: unknown): Promise<T> {
  const { url, key } = place;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    const message = `${method} ${path} was answered with ${response.status}: ${text}`;
    throw new Refused(message, response.headers.has('retry-after'));
  }
  return (JSON.parse(text) as { data: T }).data;
}

/** The server has answered with an error, or did not open a call. */
export class Refused extends Error {
  /** Whether the server says that it may do it later. */
  readonly mayRetry: boolean;

  constructor(message: string, mayRetry: boolean) {
    super(message);
    this.mayRetry = mayRetry;
  }
}
