/** A room worker in a process of its own, for tests that kill it. Arguments: URL, key, secret, agent name. */
import { RoomWorker } from '../../../agent-worker/rooms/room-worker.ts';
import { HeardLog, someRoom, ToneConversation } from '../clients/room-caller.ts';

const [url = '', apiKey = '', apiSecret = '', agentName = ''] = process.argv.slice(2);
const worker = new RoomWorker({
  livekit: { url, apiKey, apiSecret },
  agentName,
  maxSessions: 5,
  load: () => 0,
  resolve: async () => someRoom(),
  openInRoom: async (_settings, room, door, caller) => new ToneConversation(room, door, caller),
  log: new HeardLog(),
  drainMs: 0,
});
await worker.registered();
process.send?.('registered');
