import { STATUS_CODES } from 'node:http';

type Rejection = readonly [status: number, detail: string];

/** What is answered to a request that node:http could not read, by the code of its error. */
const STATUS: Readonly<Record<string, Rejection>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers and the URL together are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
};

/**
 * A whole response.
 * @param code of the error; other codes than those of the parser (HPE_…) say that the connection is broken
 * @returns null when nobody is left to be answered
 */
export function rejectionOf(code: string | undefined): string | null {
  const found = STATUS[code ?? ''];
  if (found) return rejection(...found);
  return code?.startsWith('HPE_') ? rejection(400, 'The request is not valid HTTP/1.1') : null;
}

/** A whole response that says so, after which the connection ends. */
export function rejection(status: number, detail: string): string {
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
