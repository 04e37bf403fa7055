// Runs all checks that a change must pass. With arguments, which go to vitest, only the tests that they name, without a
// build: npm test -- model-files
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from './build.mjs';
import { installForTests } from './install.mjs';
import { checkNode, main, root, run, runTool, ScriptError, seconds } from './lib.mjs';

async function step(title, body) {
  const began = Date.now();
  process.stdout.write(`\n=== ${title}\n`);
  const code = await body();
  if (code) throw new ScriptError(`"${title}" failed after ${seconds(began)}`, code);
  process.stdout.write(`=== ${title}: ${seconds(began)}\n`);
}

/** Largest number of files whose tests get another attempt. More failures than these are not for want of time. */
const ATTEMPTED_AGAIN = 8;

/**
 * Runs vitest. In CI, the few files that failed run once more at the end, one at a time: conversations run in real
 * time, and beside all other tests they may get too little CPU time.
 */
async function vitest(args) {
  const first = await vitestOnce(args);
  const isCi = process.env.CI === 'true';
  if (!isCi || first.code === 0 || first.failed.length === 0 || first.failed.length > ATTEMPTED_AGAIN) {
    return first.code;
  }
  process.stdout.write(`\n=== once more, one at a time:\n${first.failed.join('\n')}\n`);
  const again = await vitestOnce([...first.failed, '--no-file-parallelism', ...optionsOf(args)]);
  return again.code;
}

/** The arguments but for the names of files. */
function optionsOf(args) {
  return args.filter((arg, i) => arg.startsWith('-') || /^--(project|config)$/.test(args[i - 1] ?? ''));
}

/**
 * Runs vitest, and repeats its totals as one plain line, for scripts that watch a log.
 * @returns its exit code, and the files that failed, relative to the repository
 */
async function vitestOnce(args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-test-'));
  const report = path.join(folder, 'report.json');
  const failed = [];
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await runTool('vitest', 'vitest', ['run', ...reporters, ...args]);
    try {
      const results = JSON.parse(readFileSync(report, 'utf8'));
      const { numPassedTests, numFailedTests, numPendingTests, testResults } = results;
      for (const { name, status } of testResults)
        if (status === 'failed') failed.push(path.relative(root, name));
      process.stdout.write(secondGoes(results));
      process.stdout.write(
        `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`,
      );
    } catch {
      // vitest stopped before it could report. Its exit code shows that.
    }
    return { code, failed: [...new Set(failed)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lists tests that failed before they passed, with their errors: the default report has only their names. */
function secondGoes({ testResults }) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(
      ({ fullName, failureMessages }) => `\nneeded a second go: ${fullName}\n${failureMessages.join('\n')}\n`,
    )
    .join('');
}

/** Runs the checks other than tests, and builds what the tests need. */
async function prepare() {
  const pull = ['scripts/run.mjs', 'engine/cli/models', 'pull'];
  // Biome colours every single character of a log when CI is set.
  const biome = process.stdout.isTTY ? ['ci', '.'] : ['ci', '--colors=off', '.'];
  await step('format and lint (biome)', () => runTool('@biomejs/biome', 'biome', biome));
  await step('types (tsc)', () => runTool('typescript', 'tsc', []));
  await step('types of the console (tsc)', () => runTool('typescript', 'tsc', ['-p', 'console']));
  await step('unused exports and dependencies (knip)', () => runTool('knip', 'knip', ['--no-progress']));
  await step('build', () => build());
  await step('default models', () => run(process.execPath, pull, { cwd: root }));
}

await main(async () => {
  const args = process.argv.slice(2);
  checkNode();
  await installForTests();
  // With file arguments, tests that need a build make it themselves.
  if (args.length === 0) await prepare();
  await step('tests (vitest)', () => vitest(args));
});
