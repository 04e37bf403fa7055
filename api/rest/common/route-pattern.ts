/** Any segment of a path. */
export const OPEN_SEGMENT = '[^/]+';

/**
 * Returns a pattern that matches the paths of a route.
 * @param url with `:name` or `{name}` for any one segment, and `*` for any rest
 */
export function routePattern(url: string): RegExp {
  const parts = url.replace(/[.+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${parts.replace(/:\w+|\{\w+\}/g, OPEN_SEGMENT).replace(/\*$/, '.*')}$`);
}
