/** The program of LiveKit SIP, built from its Go module with the C libraries that it decodes sound with. */
import { join } from 'node:path';
import { buildGoProgram, type GoProgram, whyNoGoProgram } from './go-program.ts';

const LIVEKIT_SIP: GoProgram = {
  name: 'livekit-sip',
  module: join(import.meta.dirname, 'livekit-sip'),
  package: 'github.com/livekit/sip/cmd/livekit-sip',
  libraries: { opus: 'libopus-dev', opusfile: 'libopusfile-dev', soxr: 'libsoxr-dev' },
};

/** Why tests with LiveKit SIP are skipped, or null where it is built already or can be. */
export const whyNoLiveKitSip = (): string | null => whyNoGoProgram(LIVEKIT_SIP);

/** The program, built where that has not been done yet. */
export const buildLiveKitSip = (): Promise<string> => buildGoProgram(LIVEKIT_SIP);
