/** The files and folders that the pages for contributors name exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from './kit/docs/checkout.ts';

const PAGES = ['CONTRIBUTING.md', 'SECURITY.md', 'docs/architecture.md', 'language/text/languages/README.md'];
/** Matches a path from the root of the repository, in code marks. */
const PATH =
  /`((?:media|language|model-files|engine|recordings|cloning|agent-worker|api|services|scenarios|console|bench|research|test|docs|examples|scripts)\/[\w./-]*)`/g;
const LAYERS = ['language', 'engine', 'recordings', 'cloning', 'agent-worker', 'api', 'scenarios'];
/** Paths that the page on adding a language tells its reader to create. */
const TO_BE_WRITTEN = /(?:^|\/)sv(?:\/|\.|$)/;

test.each(PAGES)('the paths that %s names exist', (page) => {
  const named = [...readFileSync(join(REPOSITORY, page), 'utf8').matchAll(PATH)].map(([, path]) => path!);
  expect(named).not.toHaveLength(0);
  const paths = named.filter((path) => !TO_BE_WRITTEN.test(path));
  expect(paths.filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
});

test.each(LAYERS)('the table of folders in %s is complete', (layer) => {
  const page = readFileSync(join(REPOSITORY, layer, 'README.md'), 'utf8');
  const named = new Set([...page.matchAll(/^\| `([\w-]+)\//gm)].map(([, folder]) => folder!));
  const folders = readdirSync(join(REPOSITORY, layer), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect([...named].sort()).toEqual(folders.sort());
});
