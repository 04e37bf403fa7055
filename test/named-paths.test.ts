/** The pages that show contributors around name files and folders; each of them is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from './kit/docs/checkout.ts';

const PAGES = ['CONTRIBUTING.md', 'SECURITY.md', 'docs/architecture.md', 'docs/adding-a-language.md'];
/** A path from the root of the repository, in code marks. */
const PATH = /`((?:media|engine|agent-worker|api|services|console|bench|test|docs|scripts)\/[\w./-]*)`/g;
/** What the page on adding a language has its reader write. */
const TO_BE_WRITTEN = /(?:^|\/)sv(?:\/|\.|$)/;

test.each(PAGES)('the paths that %s names exist', (page) => {
  const named = [...readFileSync(join(REPOSITORY, page), 'utf8').matchAll(PATH)].map(([, path]) => path!);
  expect(named).not.toHaveLength(0);
  const paths = named.filter((path) => !TO_BE_WRITTEN.test(path));
  expect(paths.filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
});
