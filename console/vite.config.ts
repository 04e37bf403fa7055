import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Paths that the development server forwards. */
const WIRE = [
  '/sse',
  '/speak',
  '/voices',
  '/agents',
  '/ipa',
  '/stress',
  '/pronunciations',
  '/usage',
  '/ping',
  '/calls',
  '/conversations',
  '/events',
  '/keys',
  '/models',
  '/restore',
  '/text',
  '/v1',
  '/webhooks',
];
const SERVER = { target: 'http://127.0.0.1:8000', ws: true };

/** `node scripts/build.mjs` builds with it. `npx vite console` serves the sources beside a server on port 8000. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: fileURLToPath(new URL('../dist/console', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // The first versions with `light-dark()`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy allows no data: scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Most of it is LiveKit's client, which is loaded only for rooms.
    chunkSizeWarningLimit: 1000,
  },
  server: { proxy: Object.fromEntries(WIRE.map((path) => [path, SERVER])) },
});
