import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{media,engine,agent-worker,api,bench,test}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
