import type { Caller } from '../credentials/authenticator.ts';
import { presentedText } from '../credentials/presented-text.ts';
import { type CredentialInput, presentedCredential } from '../credentials/read-credentials.ts';
import type { Scope } from '../credentials/scopes.ts';
import { clientAddress } from '../http/client-address.ts';
import type { ExchangeHead } from '../port/port.ts';
import type { FrontDeps } from './deps.ts';

/** The head of a request, with the values parsed from it. */
export interface RequestHead extends Omit<ExchangeHead, 'asksForSocket'> {
  readonly query: URLSearchParams;
  /** Address of the client, behind trusted proxies. `peer` may be that of a proxy. */
  readonly client: string;
}

/** @param trustedProxies addresses and ranges whose `X-Forwarded-For` is believed */
export function readHead(head: ExchangeHead, trustedProxies: readonly string[]): RequestHead {
  const { method, path, queryText, headers, peer } = head;
  const query = new URLSearchParams(queryText);
  const client = clientAddress(peer, headers['x-forwarded-for'], trustedProxies);
  return { method, path, query, queryText, headers, peer, client };
}

/**
 * Identifies the sender of a request, if the credentials in its head have this scope.
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

/** Returns the API key of a request, whether it is valid or not; null when there is none, and for JWTs. */
export function keyOf(head: RequestHead): string | null {
  try {
    const { kind, value } = presentedCredential(credentialsOf(head));
    return kind === 'key' ? value : null;
  } catch {
    // A route that requires a credential reports its absence.
    return null;
  }
}

/** Returns the decoded path parameter, or the parameter as sent if its percent-encoding is invalid. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
