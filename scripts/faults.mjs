// Runs the long forms of tests: of faults (test/README.md), and those that run only here (*.long.test.ts).
// Arguments go to vitest and replace the list of files:
// npm run faults -- test/storage/killed-writes.test.ts
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { installForTests } from './install.mjs';
import { checkNode, main, root, runTool, ScriptError } from './lib.mjs';

/** The tests that have a long form, or run only in it. */
function longForms() {
  const sources = readdirSync(root).filter((name) => !['dist', 'node_modules', '.git'].includes(name));
  return sources
    .flatMap((name) => testsIn(path.join(root, name)))
    .filter((file) => file.endsWith('.long.test.ts') || readFileSync(file, 'utf8').includes('/long-form.ts'))
    .map((file) => path.relative(root, file));
}

function testsIn(folder) {
  if (!statSync(folder).isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testsIn(file);
    return entry.name.endsWith('.test.ts') ? [file] : [];
  });
}

await main(async () => {
  checkNode();
  await installForTests();
  await build();
  const args = process.argv.slice(2);
  const files = args.length > 0 ? args : longForms();
  const code = await runTool('vitest', 'vitest', ['run', '--reporter=verbose', ...files], {
    env: { FAULTS: 'long' },
  });
  if (code) throw new ScriptError('a fault did more harm than it should', code);
});
