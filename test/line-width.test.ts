/** Lines of text are at most 120 columns wide. Biome formats the code, but not comments. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from './kit/docs/checkout.ts';

const MAX_COLUMNS = 120;

/** Whether the limit applies to a line. A table row and a URL cannot be broken. */
type Counts = (line: string) => boolean;

const text: Counts = (line) => !/^\s*\|/.test(line) && !/https?:\S{60,}/.test(line);
const comments: Counts = (line) => /^\s*(?:\/\/|\/?\*)/.test(line) && text(line);

const KINDS: Readonly<Record<string, Counts>> = {
  '.md': text,
  '.yml': text,
  '.yaml': text,
  '.css': text,
  '.html': text,
  '.py': text,
  '.mjs': comments,
  '.ts': comments,
  '.tsx': comments,
};

const files = execFileSync('git', ['ls-files'], { cwd: REPOSITORY, encoding: 'utf8' }).split('\n');

test.each(Object.entries(KINDS))('lines of %s are at most 120 columns wide', (kind, counts) => {
  const own = files.filter((file) => extname(file) === kind);
  expect(own).not.toHaveLength(0);
  const wide = own.flatMap((file) =>
    readFileSync(join(REPOSITORY, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (line.length > MAX_COLUMNS && counts(line) ? [`${file}:${i + 1}`] : [])),
  );
  expect(wide).toEqual([]);
});
