import type { Identity } from '../credentials/authenticator.ts';
import { SignedLinks, type SignedLinksDeps } from '../credentials/signed-links.ts';
import { wholeNumberField, withDefault } from '../http/declared-fields.ts';
import type { AgentStore } from './agent-store.ts';
import type { ConversationPlan, ConversationPlanner } from './conversation-planner.ts';
import type { AgentSessions } from './room-sessions.ts';
import { type Variables, variablesField } from './variables.ts';

/** Ten years, because a telephone number keeps its agent until the rule is changed. */
const LONGEST_S = 315_360_000;

/** Fields of the request body for a dispatch. */
export const DISPATCH_FIELDS = {
  variables: variablesField(),
  expires_in: withDefault(
    wholeNumberField(
      { min: 60, max: LONGEST_S },
      { description: 'Seconds within which calls must begin. Default: ten years.' },
    ),
    LONGEST_S,
  ),
};

export interface SipDispatchesDeps extends SignedLinksDeps {
  readonly store: Pick<AgentStore, 'find'>;
  readonly planner: Pick<ConversationPlanner, 'plan'>;
  readonly sessions: Pick<AgentSessions, 'beginForTelephone'>;
}

/**
 * Permission to dispatch an agent to callers on the telephone. It is the agent's metadata in a dispatch rule of
 * LiveKit, which passes it to the worker with every call. Unlike a room token it is valid for any number of
 * conversations.
 */
export class SipDispatches extends SignedLinks {
  readonly #deps: SipDispatchesDeps;

  constructor(deps: SipDispatchesDeps) {
    super(deps, { audience: 'sip-dispatch', claim: 'agent_id', link: 'SIP dispatch', target: 'agent' });
    this.#deps = deps;
  }

  /** Whether metadata is a signed dispatch. References of room sessions have no dots; JWTs have two. */
  static is(metadata: string): boolean {
    return metadata.split('.').length === 3;
  }

  /**
   * Returns the settings of conversations with the agent.
   * @throws ApiError 404, 422 when its language cannot be recognised, or a variable has no value
   */
  async plan({ ownerId }: Identity, agentId: string, variables: Variables = {}): Promise<ConversationPlan> {
    const agent = await this.#deps.store.find(ownerId, agentId);
    return this.#deps.planner.plan({ ownerId, agent, raw: { variables }, part: 'body' });
  }

  /**
   * Begins a session for the call in a room.
   * @returns its reference
   * @throws ApiError 401 when the metadata was not signed here, has expired or its key is revoked, 404 when the agent
   *   is gone, 409 when the room belongs to another owner, 422 as `plan`, 429 when the owner has too many conversations
   */
  async begin(metadata: string, roomName: string): Promise<string> {
    const { identity, target: agentId, variables } = await this.open(metadata);
    const plan = await this.plan(identity, agentId, variables);
    return this.#deps.sessions.beginForTelephone(identity, agentId, plan, roomName);
  }
}
