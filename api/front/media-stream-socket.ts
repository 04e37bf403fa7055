import type { ConversationSettings } from '../../agent-worker/conversation/types.ts';
import { MediaStreamSession } from '../../agent-worker/telephone/media-stream-session.ts';
import { type TwilioAccount, transferTwilioCall } from '../../agent-worker/telephone/twilio-calls.ts';
import { askByTwilio } from '../../agent-worker/telephone/twilio-person.ts';
import type { Identity } from '../credentials/authenticator.ts';
import { MAX_AGENT_MESSAGE_BYTES, MAX_METADATA_CHARS, MAX_METADATA_FIELDS } from '../limits/sockets.ts';
import type { ConversationDeps } from './conversation-deps.ts';
import type { ConversationSocketPlan, PlanConversation } from './conversation-socket.ts';
import type { FrontDeps } from './deps.ts';
import { authorize, type RequestHead } from './request.ts';

/** Parameters that identify the caller and the agent. All others are metadata. */
const CREDENTIALS: ReadonlySet<string> = new Set(['token', 'api_key', 'jwt_token', 'agent_id', 'variables']);

/**
 * Plans an upgraded `GET /agents/{agent_id}/media-stream`: a call with a stored agent, without overrides. The
 * credentials are a signed token, in the query or at the end of the path (telephone services drop queries), or the
 * ordinary ones.
 * @param path the agent's id, and the token if it is in the path
 */
export const planMediaStream: PlanConversation = async (deps, agents, head, path) => {
  const [agentId = '', tokenInPath] = path;
  const token = tokenInPath ?? head.query.get('token');
  const identity = await identify(deps, agents, head, agentId, token);
  const query = new URLSearchParams({
    agent_id: agentId,
    variables: await variablesOf(agents, head, agentId, token),
  });
  const plan = await agents.planner.fromQuery(identity.ownerId, query);
  const settings = { ...plan.settings, metadata: { ...metadataOf(head.query), ...plan.settings.metadata } };
  const giveBack = token ? await agents.links.use(token, agentId) : null;
  return streamPlan(deps, agents, { identity, settings, giveBack });
};

/**
 * Plans an upgraded `GET /calls/{call_id}/media-stream/{token}`: the stream of an outgoing call.
 * @param path the call's id and the token
 */
export const planCallStream: PlanConversation = async (deps, agents, head, path) => {
  const [callId = '', token = ''] = path;
  const { identity, plan } = await deps.backoff.guard(head.client, token, () =>
    agents.calls.planStream(callId, token),
  );
  const giveBack = await agents.calls.useLink(callId, token);
  return streamPlan(deps, agents, { identity, settings: plan.settings, giveBack });
};

function streamPlan(
  deps: FrontDeps,
  agents: ConversationDeps,
  stream: {
    readonly identity: Identity;
    readonly settings: ConversationSettings;
    /** Allows the link to be used again; null if it may be used any number of times. */
    readonly giveBack: (() => Promise<void>) | null;
  },
): ConversationSocketPlan {
  const { identity, settings, giveBack } = stream;
  // Hybrids between two-wire and four-wire lines cause echo in telephone networks.
  const request = { kind: 'telephone', identity, echo: true } as const;
  const { slowReaderMs, twilioFrom: from, publicUrl } = deps.settings;
  const account = accountOf(deps.settings);
  return {
    identity,
    clone: settings.clone,
    notAdmitted: () => {
      giveBack?.().catch((error: unknown) =>
        deps.log.warn({ err: error }, 'the use of a link could not be undone'),
      );
    },
    start: (port) =>
      new MediaStreamSession({
        settings,
        open: (asked, door) => agents.conversations.open(asked, door, request),
        transfer: account && ((callSid, to) => transferTwilioCall(account, callSid, to)),
        askPerson:
          account && from && publicUrl
            ? (...asked) => {
                const announce = (sound: Int16Array) => agents.transfers.announce(publicUrl, sound);
                return askByTwilio({ account, from, announce, log: deps.log }, ...asked);
              }
            : null,
        port,
        log: deps.log,
        maxMessageBytes: MAX_AGENT_MESSAGE_BYTES,
        slowReaderMs,
      }),
  };
}

/** As JSON: the values of a signed link, or else those in the query. */
async function variablesOf(
  { links }: ConversationDeps,
  { query }: RequestHead,
  agentId: string,
  token: string | null,
): Promise<string> {
  const ofLink = token ? await links.variables(token, agentId) : {};
  return Object.keys(ofLink).length > 0 ? JSON.stringify(ofLink) : (query.get('variables') ?? '');
}

function accountOf(settings: FrontDeps['settings']): TwilioAccount | null {
  const { twilioBaseUrl: baseUrl, twilioAccountSid: accountSid, twilioAuthToken: authToken } = settings;
  return accountSid === null || authToken === null ? null : { baseUrl, accountSid, authToken };
}

function identify(
  deps: FrontDeps,
  { links }: ConversationDeps,
  head: RequestHead,
  agentId: string,
  token: string | null,
): Promise<Identity> {
  if (!token) return authorize(deps, head, 'converse');
  return deps.backoff.guard(head.client, token, () => links.verify(token, agentId));
}

function metadataOf(query: URLSearchParams): Record<string, string> {
  const given = [...query].filter(
    ([name, value]) =>
      !CREDENTIALS.has(name) && name.length <= MAX_METADATA_CHARS && value.length <= MAX_METADATA_CHARS,
  );
  return Object.fromEntries(given.slice(0, MAX_METADATA_FIELDS));
}
