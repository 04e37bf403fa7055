import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{media,engine,agent-worker,api,services,bench,test}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Conversations and playback take as long as they take: on a small machine half of the time is waiting.
    maxWorkers: Math.max(3, availableParallelism() - 1),
  },
});
