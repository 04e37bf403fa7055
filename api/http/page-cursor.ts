import { invalid } from '../errors/api-error.ts';
import type { PagePlace } from '../storage/page-place.ts';

/** Returns the cursor of the next page. */
export function cursorOf({ at, id }: PagePlace): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

/** @throws ApiError 422 */
export function placeOf(cursor: string): PagePlace {
  const [at, id, ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!at || !id || rest.length > 0) throw invalid(['query', 'cursor'], 'cursor_malformed');
  return { at, id };
}
