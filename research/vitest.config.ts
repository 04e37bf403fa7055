/** Tests of the evaluations themselves: `npm run test:research`. */
import { defineConfig } from 'vitest/config';
import project from '../vitest.config.ts';

const { projects: _, ...options } = project.test ?? {};

export default defineConfig({
  test: { ...options, include: ['research/**/*.test.ts'], testTimeout: 120_000 },
});
