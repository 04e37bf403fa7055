import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Those of one part, or of some together: they start no servers that outlive them. */
const PARTS = '{media,engine,api,services,bench,console}/**/*.test.ts';
/** Whole servers and conversations. LiveKit's library can be shut down once in a process. */
const WHOLES = '{agent-worker,test}/**/*.test.ts';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Real servers on a busy machine: LiveKit, for one, drops a job that no worker claims within a second. What needed
    // a second go is in the report.
    retry: process.env.CI === 'true' ? 1 : 0,
    // Conversations and playback take as long as they take: on a small machine half of the time is waiting.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      // Files share a process, which spares reading every module anew for each.
      { extends: true, test: { name: 'parts', include: [PARTS], isolate: false } },
      { extends: true, test: { name: 'wholes', include: [WHOLES] } },
    ],
  },
});
