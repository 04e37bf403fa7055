/** Every program in research/ starts: no other test loads them. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from './kit/docs/checkout.ts';

const FOLDER = join(REPOSITORY, 'research');
const PROGRAMS = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(?:^|\/)(?:main|score)\.ts$/.test(name),
);

/** Imports all of them in one process, so that they share their imports. Some end the process after their usage. */
const SHOW_USAGES = `
const ended = Symbol();
process.exit = () => { throw ended; };
for (const file of ${JSON.stringify(PROGRAMS.map((name) => join(FOLDER, name)))}) {
  console.log('--- ' + file);
  process.argv = [process.execPath, file, '--help'];
  await import(file).catch((error) => { if (error !== ended) throw error; });
}
`;

test('programs of research show their usage', () => {
  expect(PROGRAMS.length).toBeGreaterThanOrEqual(16);
  const args = ['--import', 'tsx', '--input-type=module', '--eval', SHOW_USAGES];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: REPOSITORY, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const usages = stdout.split(/^--- .*\n/m).slice(1);
  expect(usages).toHaveLength(PROGRAMS.length);
  for (const usage of usages) expect(usage).toMatch(/^usage: /i);
});
