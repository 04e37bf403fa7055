/** The program of a LiveKit server, built from its Go module. */
import { join } from 'node:path';
import { buildGoProgram, type GoProgram, whyNoGoProgram } from './go-program.ts';

const LIVEKIT: GoProgram = {
  name: 'livekit-server',
  module: join(import.meta.dirname, 'livekit'),
  package: 'github.com/livekit/livekit-server/cmd/server',
};
/** A first build compiles some thousand packages on any number of cores. */
export const LIVEKIT_BUILD_MS = 900_000;

/** Returns why tests with LiveKit are skipped, or null when its server is built or Go can build it. */
export const whyNoLiveKit = (): string | null => whyNoGoProgram(LIVEKIT);

/** Returns the server's program, and builds it if necessary. */
export const buildLiveKit = (): Promise<string> => buildGoProgram(LIVEKIT);
