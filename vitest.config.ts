import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { bundlePrograms } from './test/kit/bundle-programs.ts';

const cores = availableParallelism();
/** LiveKit's media library can be shut down once in a process: files that do so get one each. */
const ROOMS = ['test/rooms/**/*.test.ts', 'test/console/agents.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Real servers on a busy machine: LiveKit, for one, drops a job that no worker claims within a second. What needed
    // a second go is in the report.
    retry: process.env.CI === 'true' ? 1 : 0,
    // As in production libraries keep their debug lines to themselves.
    env: { NODE_ENV: 'production', PARLEY_BUNDLED_PROGRAMS: await bundlePrograms() },
    // The sources run as they are, read by tsx. Vitest's own module runner makes every use of an import a call, which more
    // than doubles the time of arithmetic, and reads libraries anew for each file.
    execArgv: ['--import', 'tsx'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Files share processes, and thereby what was read of libraries and of ours.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{media,engine,agent-worker,api,services,bench,console}/**/*.test.ts'],
          maxWorkers: cores,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'servers',
          include: ['test/**/*.test.ts'],
          exclude: ROOMS,
          // Conversations and playback take as long as they take: half of the time is waiting.
          maxWorkers: cores + 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ROOMS,
          isolate: true,
          maxWorkers: cores + 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
