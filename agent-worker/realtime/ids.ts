import { randomUUID } from 'node:crypto';

/** @param kind `event`, `item`, `resp` or `sess` */
export function newId(kind: string): string {
  return `${kind}_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
}
