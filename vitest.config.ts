import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{media,engine,agent-worker,api,services,bench,console,test}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Real servers on a busy machine: LiveKit, for one, drops a job that no worker claims within a second. What needed
    // a second go is in the report.
    retry: process.env.CI === 'true' ? 1 : 0,
    // Conversations and playback take as long as they take: on a small machine half of the time is waiting.
    maxWorkers: Math.max(3, availableParallelism() - 1),
  },
});
