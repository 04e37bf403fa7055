import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { isDroppedHandle } from './agent-worker/rooms/dropped-handles.ts';
import { bundledPrograms } from './test/kit/bundle-programs.ts';
import { LongestFirst } from './test/kit/longest-first.ts';

const cores = availableParallelism();
/** Conversations and playback take as long as they take: half of the time is waiting. */
const waiting = cores + 2;

const FOLDERS = '{media,engine,agent-worker,api,services,bench,console}';
/** What lies beside its file. */
const BESIDE = `${FOLDERS}/**/*.test.ts`;
/** Of that, what starts processes, runs whole pipelines or computes for many seconds. */
const SLOW = `${FOLDERS}/**/*.slow.test.ts`;
/** Whole servers. */
const WHOLE = 'test/**/*.test.ts';
/** What tests need has tests of its own. */
const LIBRARIES = '**/node_modules/**';

interface Project {
  readonly include: string[];
  readonly exclude?: string[];
  readonly maxWorkers: number;
  readonly testTimeout?: number;
  readonly groupOrder?: number;
}

function project(
  name: string,
  { groupOrder = 0, exclude = [], ...options }: Project,
): TestProjectInlineConfiguration {
  const test = { name, sequence: { groupOrder }, exclude: [LIBRARIES, ...exclude], ...options };
  return { extends: true, test };
}

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
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
    // Files share processes, and thereby what was read of libraries and of ours.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', { include: [BESIDE], exclude: [SLOW], maxWorkers: cores }),
      // Much of what computes for seconds gives way to all that runs beside it.
      project('slow', { include: [SLOW], maxWorkers: cores, testTimeout: 120_000 }),
      project('servers', { include: [WHOLE], maxWorkers: waiting, groupOrder: 1 }),
    ],
  },
});
