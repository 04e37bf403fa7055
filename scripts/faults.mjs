// Runs the long forms of tests: of faults (test/README.md), and those that run only here (*.long.test.ts).
// Arguments go to vitest and replace the list of files:
// npm run faults -- test/storage/killed-writes.test.ts
import { build } from './build.mjs';
import { installForTests } from './install.mjs';
import { checkNode, main, runTool, ScriptError } from './lib.mjs';

/** Tests that do more with FAULTS=long, or run only with it; parts of their names. */
const LONG_FORMS = [
  '.long.test.ts',
  'agent-worker/llm/reader/answer-text.test.ts',
  'cloning/enrolment/enrolment-threads.slow.test.ts',
  'engine/recognition/local-recogniser.slow.test.ts',
  'media/decode/robustness.slow.test.ts',
  'test/front/fuzz.test.ts',
  'test/openai/transcriptions.test.ts',
  'test/openapi-answers.test.ts',
  'test/storage/durability.test.ts',
  'test/storage/killed-writes.test.ts',
  'test/voices/assisted-killed.test.ts',
];

await main(async () => {
  checkNode();
  await installForTests();
  await build();
  const args = process.argv.slice(2);
  const files = args.length > 0 ? args : LONG_FORMS;
  const code = await runTool('vitest', 'vitest', ['run', '--reporter=verbose', ...files], {
    env: { FAULTS: 'long' },
  });
  if (code) throw new ScriptError('a fault did more harm than it should', code);
});
