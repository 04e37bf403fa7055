/** The program of a LiveKit server, built from its Go module. */
import { join } from 'node:path';
import { buildGoProgram, type GoProgram, whyNoGoProgram } from './go-program.ts';

const LIVEKIT: GoProgram = {
  name: 'livekit-server',
  module: join(import.meta.dirname, 'livekit'),
  package: 'github.com/livekit/livekit-server/cmd/server',
};
/** A first build compiles some thousand packages on whatever cores there are. */
export const LIVEKIT_BUILD_MS = 900_000;

/** Why tests with LiveKit are skipped, or null where its server is built already or Go can build it. */
export const whyNoLiveKit = (): string | null => whyNoGoProgram(LIVEKIT);

/** The server's program, built where that has not been done yet. */
export const buildLiveKit = (): Promise<string> => buildGoProgram(LIVEKIT);
