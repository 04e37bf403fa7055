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
/** What lies beside its file. */
const BESIDE = `${FOLDERS}/**/*.test.ts`;
/** Of that, what starts processes, runs whole pipelines or computes for many seconds. */
const SLOW = `${FOLDERS}/**/*.slow.test.ts`;
/** What finds little that others do not, for its time: `npm run faults` runs it. */
const LONG = '**/*.long.test.ts';
/** Whole servers. */
const WHOLE = 'test/**/*.test.ts';
/** Callers who speak at their own speed, many at a time: after all others, on a machine that does nothing else. */
const CALLS = ['test/scenario*.test.ts'];
/** Of both, what is about the port, whose interface two libraries serve: the second, too, has to pass these. */
const PORT = [
  'api/front/front.test.ts',
  'test/front/{requests,floods,fuzz}.test.ts',
  'test/speak/{socket-limits,sse-flow,sse-slow-reader}.test.ts',
];
/** What tests need has tests of its own. */
const LIBRARIES = '**/node_modules/**';

interface Project {
  readonly include: string[];
  readonly exclude?: string[];
  readonly testTimeout?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Projects of a number run at the same time, after those of lower ones. */
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
    // A condition that holds ends the waiting at once.
    expect: { poll: { timeout: 20_000 } },
    // Real servers on a busy machine: LiveKit, for one, drops a job that no worker claims within a second. What needed
    // a second go is in the report.
    retry: process.env.CI === 'true' ? 1 : 0,
    // As in production libraries keep their debug lines to themselves.
    env: { NODE_ENV: 'production', PARLEY_BUNDLED_PROGRAMS: await bundledPrograms() },
    // The sources run as they are, read by tsx. Vitest's own module runner makes every use of an import a call, which
    // more than doubles the time of arithmetic, and reads libraries anew for each file.
    execArgv: ['--import', 'tsx'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // As the server does.
    onUnhandledError: (error) => (isDroppedHandle(error) ? false : undefined),
    // Files share processes, and so the loaded modules.
    isolate: false,
    sequence: { sequencer: TestOrder },
    maxWorkers,
    // Each begins as the one before ends, without waiting for its last file.
    projects: [
      project('unit', { include: [BESIDE], exclude: [SLOW, LONG] }),
      project('integration', { include: [SLOW, LONG, WHOLE], exclude: CALLS, testTimeout: 120_000 }),
      project('node:http', { include: PORT, env: { HTTP_SERVER: 'node' }, testTimeout: 120_000 }),
      project('calls', { include: CALLS, group: 1 }),
    ],
  },
});
