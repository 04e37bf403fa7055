import { STATUS_CODES } from 'node:http';

type Rejection = readonly [status: number, detail: string];

/** Responses to requests that node:http could not parse, by error code. */
const STATUS: Readonly<Record<string, Rejection>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers and the URL together are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
};

/**
 * Returns a complete response.
 * @param code of the error; codes other than those of the parser (HPE_…) mean that the connection is broken
 * @returns null when the client cannot be answered
 */
export function rejectionOf(code: string | undefined): string | null {
  const found = STATUS[code ?? ''];
  if (found) return rejection(...found);
  return code?.startsWith('HPE_') ? rejection(400, 'The request is not valid HTTP/1.1') : null;
}

/** Returns a complete response with this text, after which the connection ends. */
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
