import { createRequire } from 'node:module';

type LocalInference = typeof import('@livekit/local-inference');

// The package is CommonJS and picks its add-on while it loads: `require` keeps that off the path of the server's start.
const require = createRequire(import.meta.url);
let library: LocalInference | undefined;

/**
 * LiveKit's models for this machine: voice activity and end of turn. Loaded at first use.
 * @throws Error where the add-on cannot run on this machine
 */
export function localInference(): LocalInference {
  library ??= require('@livekit/local-inference') as LocalInference;
  return library;
}
