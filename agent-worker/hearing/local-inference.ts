import { createRequire } from 'node:module';

type LocalInference = typeof import('@livekit/local-inference');

// The package is CommonJS and selects its add-on while loading: `require` defers that, so the server's start is faster.
const require = createRequire(import.meta.url);
let library: LocalInference | undefined;

/**
 * LiveKit's local models: voice activity detection and end of turn. Loaded on first use.
 * @throws Error when the add-on cannot run on this machine
 */
export function localInference(): LocalInference {
  library ??= require('@livekit/local-inference') as LocalInference;
  return library;
}
