import type { CredentialInput } from '../credentials/read-credentials.ts';
import type { HttpRequest } from './uws.ts';

/** A copy of the request: uWebSockets.js takes the original back when the handler returns. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly queryText: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function readHead(req: HttpRequest): RequestHead {
  const headers: Record<string, string> = {};
  req.forEach((name, value) => {
    // A repeated header is a list (RFC 9110 section 5.3).
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  });
  const queryText = req.getQuery() ?? '';
  return {
    method: req.getCaseSensitiveMethod(),
    path: req.getUrl(),
    query: new URLSearchParams(queryText),
    queryText,
    headers,
  };
}

export function credentialsOf({ headers, query }: RequestHead): CredentialInput {
  return {
    xApiKey: headers['x-api-key'],
    authorization: headers.authorization,
    apiKeyQuery: query.get('api_key') ?? undefined,
    jwtQuery: query.get('jwt_token') ?? undefined,
  };
}

/** The decoded path parameter, or the parameter as sent if its percent-encoding is invalid. */
export function decodeSegment(segment: string | undefined): string {
  try {
    return decodeURIComponent(segment ?? '');
  } catch {
    return segment ?? '';
  }
}
