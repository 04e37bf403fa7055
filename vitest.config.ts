import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { isDroppedHandle } from './agent-worker/rooms/dropped-handles.ts';
import { bundledPrograms } from './test/kit/bundle-programs.ts';
import { isLongForm } from './test/kit/long-form.ts';
import { TestOrder } from './test/kit/test-order.ts';

/** Conversations and playback run in real time, and long computations get less CPU time beside other programs. */
const maxWorkers = availableParallelism() + 2;

const FOLDERS =
  '{media,language,model-files,engine,recordings,cloning,agent-worker,api,services,scenarios,bench,console}';
/** Tests beside their files. */
const BESIDE = `${FOLDERS}/**/*.test.ts`;
/** Those of them that start processes, run whole pipelines or compute for many seconds. */
const SLOW = `${FOLDERS}/**/*.slow.test.ts`;
/** Slow tests that find little that others do not: `npm run faults` runs them. */
const LONG = '**/*.long.test.ts';
/** Tests of whole servers. */
const WHOLE = 'test/**/*.test.ts';
/** Callers who speak at their own speed: after all others, because what computes would take their CPU time. */
const CALLS = [
  'test/{agents,conversations,rooms}/**/*.test.ts',
  'test/scenario*.test.ts',
  'test/openai/realtime.test.ts',
  'test/console/{agents,calls}.test.ts',
];
/** Of both, what is about the port, whose interface two libraries serve: the second, too, has to pass these. */
const PORT = [
  'api/front/front.test.ts',
  'test/front/{requests,floods,fuzz}.test.ts',
  'test/speak/{socket-limits,sse-flow,sse-slow-reader}.test.ts',
];
/** Tests of the test helpers. */
const LIBRARIES = '**/node_modules/**';

interface Project {
  readonly include: string[];
  readonly exclude?: string[];
  readonly testTimeout?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Projects with the same number run concurrently, after those with lower numbers. */
  readonly group?: number;
}

function project(
  name: string,
  { exclude = [], group = 0, ...options }: Project,
): TestProjectInlineConfiguration {
  const excluded = [LIBRARIES, ...(isLongForm ? [] : [LONG]), ...exclude];
  return {
    extends: true,
    test: { name, exclude: excluded, sequence: { groupOrder: group }, ...options },
  };
}

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // A wait ends as soon as its condition holds.
    expect: { poll: { timeout: 20_000 } },
    // Real servers on a busy machine: LiveKit, for one, drops a job that no worker claims within a second. The report
    // lists tests that needed a second attempt.
    retry: process.env.CI === 'true' ? 1 : 0,
    // As in production, libraries print no debug lines.
    env: { NODE_ENV: 'production', PARLEY_BUNDLED_PROGRAMS: await bundledPrograms() },
    // The sources run as they are, read by tsx. Vitest's own module runner makes every use of an import a call, which
    // more than doubles the time of arithmetic, and reads libraries anew for each file.
    execArgv: ['--import', 'tsx'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Like the server.
    onUnhandledError: (error) => (isDroppedHandle(error) ? false : undefined),
    // Files share processes, and so the loaded modules.
    isolate: false,
    sequence: { sequencer: TestOrder },
    maxWorkers,
    // Each begins when the previous one is nearly over, without waiting for its last file.
    projects: [
      project('unit', { include: [BESIDE], exclude: [SLOW, LONG] }),
      project('integration', { include: [SLOW, LONG, WHOLE], exclude: CALLS, testTimeout: 120_000 }),
      project('node:http', { include: PORT, env: { HTTP_SERVER: 'node' }, testTimeout: 120_000 }),
      project('calls', { include: CALLS, testTimeout: 120_000, group: 1 }),
    ],
  },
});
