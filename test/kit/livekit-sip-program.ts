/** The program of LiveKit SIP, built from its Go module with its C libraries for audio. */
import { join } from 'node:path';
import { buildGoProgram, type GoProgram, whyNoGoProgram } from './go-program.ts';

const LIVEKIT_SIP: GoProgram = {
  name: 'livekit-sip',
  module: join(import.meta.dirname, 'livekit-sip'),
  package: 'github.com/livekit/sip/cmd/livekit-sip',
  libraries: { opus: 'libopus-dev', opusfile: 'libopusfile-dev', soxr: 'libsoxr-dev' },
};

/** Returns why tests with LiveKit SIP are skipped, or null when it is built or can be. */
export const whyNoLiveKitSip = (): string | null => whyNoGoProgram(LIVEKIT_SIP);

/** Returns the program, and builds it if necessary. */
export const buildLiveKitSip = (): Promise<string> => buildGoProgram(LIVEKIT_SIP);
