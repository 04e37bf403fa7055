/** Makes the calls of a database by Twilio's API, until it is killed. Its argument is a `CallRunner`, as JSON. */
import type { TwilioAccount } from '../../../agent-worker/telephone/twilio-calls.ts';
import type { ConversationPlan } from '../../../api/agents/conversation-planner.ts';
import { SecretEncryption } from '../../../api/agents/secret-encryption.ts';
import { CallLinks } from '../../../api/calls/call-links.ts';
import { Dialer } from '../../../api/calls/dialer.ts';
import { TwilioLine } from '../../../api/calls/twilio-line.ts';
import { Events } from '../../../api/events/events.ts';
import { createLog } from '../../../api/observability/log.ts';
import { Metrics } from '../../../api/observability/metrics.ts';
import { type DatabasePlace, openDatabase } from '../../../api/storage/database.ts';

export interface CallRunner {
  readonly place: DatabasePlace;
  readonly account: TwilioAccount;
}

const { place, account } = JSON.parse(process.argv[2] ?? '') as CallRunner;
const db = await openDatabase(place);
const authenticator = { isStillValid: async () => true };
const log = createLog({ logLevel: 'silent' });
const now = Date.now;
const twilio = new TwilioLine({
  db,
  account,
  publicUrl: 'https://speech.example.org',
  links: new CallLinks({ db, authenticator }),
  planner: { plan: async () => ({}) as ConversationPlan },
  conversations: { requirePlace: () => undefined },
  log,
  now,
  listedWithinMs: 1500,
});
new Dialer({
  db,
  lines: { twilio },
  authenticator,
  settings: { maxCallsPerOwner: 4, callKeepDays: 1 },
  metrics: new Metrics(),
  events: new Events({ db, sealer: new SecretEncryption(db), details: async () => ({}), log, now }),
  log,
  now,
  timing: { leaseMs: 1500, renewMs: 300, pollMs: 30, lookMs: 50 },
}).start();
console.log('started');
