/** Builds the LiveKit server for tests, so that no test waits for it. */
import { buildLiveKit } from '../livekit-program.ts';

console.log(await buildLiveKit());
