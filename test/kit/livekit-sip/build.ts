/** Builds LiveKit SIP for tests, so that no test waits for it. */
import { buildLiveKitSip } from '../livekit-sip-program.ts';

console.log(await buildLiveKitSip());
