import type { ConversationHandle, ConversationSettings } from '../../agent-worker/conversation/types.ts';
import type { Door } from '../../agent-worker/door.ts';
import type { ConversationPlan } from '../agents/conversation-planner.ts';
import type { Identity } from '../credentials/authenticator.ts';

/** What the two doors for conversations are made of; null in a server that holds none. */
export interface ConversationDeps {
  readonly planner: {
    /** @throws ApiError 404 when there is no such agent, 422 with one item for each wrong parameter */
    fromQuery(ownerId: string, query: URLSearchParams): Promise<ConversationPlan>;
  };
  readonly links: {
    /** On whose behalf a signed address is used. @throws ApiError 401 */
    verify(token: string, agentId: string): Promise<Identity>;
  };
  readonly conversations: {
    /** Conversations under way in this process. */
    readonly count: number;
    /** Bills what is used to the identity's key. @throws AgentError 503 when there is no place, EngineError 422 */
    open(
      settings: ConversationSettings,
      door: Door,
      request: ConversationRequest,
    ): Promise<ConversationHandle>;
  };
}

export interface ConversationRequest {
  readonly kind: 'websocket' | 'telephone';
  readonly identity: Identity;
  /** The caller's sound may carry the agent's. */
  readonly echo: boolean;
}
