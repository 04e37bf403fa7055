/** The methods that a page of another origin may use. The browser may cache this for the number of seconds below. */
const ALLOWED_METHODS = 'GET, POST, PATCH, DELETE';
const ALLOWED_HEADERS = 'accept, authorization, content-type, x-api-key, x-demo-token';
const EXPOSED_HEADERS = 'retry-after';
const MAX_AGE_SECONDS = '600';

/**
 * Returns the headers that let a web page of another origin read a response (Fetch standard, CORS protocol). There are
 * no cookies, so credentials are never allowed.
 * @param origin the request's Origin header
 * @param allowed origins, or `*` alone
 */
export function corsHeaders(origin: string | undefined, allowed: readonly string[]): Record<string, string> {
  if (allowed.length === 0) return {};
  const any = allowed.includes('*');
  // Caches must not serve the response for one origin to another, even when this origin was not allowed.
  const vary: Record<string, string> = any ? {} : { vary: 'Origin' };
  if (origin === undefined || (!any && !allowed.includes(origin))) return vary;
  return {
    ...vary,
    'access-control-allow-origin': any ? '*' : origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
  };
}

/** Headers of the response to a preflight (an OPTIONS request with Access-Control-Request-Method). */
export function preflightHeaders(
  origin: string | undefined,
  allowed: readonly string[],
): Record<string, string> {
  const headers = corsHeaders(origin, allowed);
  if (!('access-control-allow-origin' in headers)) return headers;
  return {
    ...headers,
    'access-control-allow-methods': ALLOWED_METHODS,
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': MAX_AGE_SECONDS,
  };
}
