import type { Caller } from '../credentials/authenticator.ts';
import { presentedText } from '../credentials/presented-text.ts';
import { type CredentialInput, presentedCredential } from '../credentials/read-credentials.ts';
import type { Scope } from '../credentials/scopes.ts';
import { clientAddress } from '../http/client-address.ts';
import type { FrontDeps } from './deps.ts';
import type { HttpRequest, HttpResponse } from './uws.ts';

/** A copy of the request: uWebSockets.js takes the original back when the handler returns. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly queryText: string;
  /** A repeated header is a list. No prototype: a header may have any name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Address of the connection: the client's or a proxy's. */
  readonly peer: string;
  /** Address of the client, behind trusted proxies. */
  readonly client: string;
}

/** @param trustedProxies addresses and ranges whose `X-Forwarded-For` is believed */
export function readHead(
  res: HttpResponse,
  req: HttpRequest,
  trustedProxies: readonly string[],
): RequestHead {
  const headers: Record<string, string> = Object.create(null);
  req.forEach((name, value) => {
    // A repeated header is a list (RFC 9110 section 5.3).
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  });
  const queryText = req.getQuery() ?? '';
  const peer = Buffer.from(res.getRemoteAddressAsText()).toString();
  return {
    method: req.getCaseSensitiveMethod(),
    path: req.getUrl(),
    query: new URLSearchParams(queryText),
    queryText,
    headers,
    peer,
    client: clientAddress(peer, headers['x-forwarded-for'], trustedProxies),
  };
}

/**
 * Who sent a request, if the credentials in its head are for this scope.
 * @throws ApiError 401, 403, 429
 */
export function authorize(
  { authenticator, backoff }: Pick<FrontDeps, 'authenticator' | 'backoff'>,
  head: RequestHead,
  scope: Scope,
): Promise<Caller> {
  const input = credentialsOf(head);
  return backoff.guard(head.client, presentedText(input), () => authenticator.authorize(input, scope));
}

function credentialsOf({ headers, query }: RequestHead): CredentialInput {
  return {
    xApiKey: headers['x-api-key'],
    authorization: headers.authorization,
    apiKeyQuery: query.get('api_key') ?? undefined,
    jwtQuery: query.get('jwt_token') ?? undefined,
  };
}

/** The API key of a request, whether it is valid or not; null when there is none, and for JWTs. */
export function keyOf(head: RequestHead): string | null {
  try {
    const { kind, value } = presentedCredential(credentialsOf(head));
    return kind === 'key' ? value : null;
  } catch {
    // Whoever needs it will say so.
    return null;
  }
}

/** The decoded path parameter, or the parameter as sent if its percent-encoding is invalid. */
export function decodeSegment(segment: string | undefined): string {
  try {
    return decodeURIComponent(segment ?? '');
  } catch {
    return segment ?? '';
  }
}
