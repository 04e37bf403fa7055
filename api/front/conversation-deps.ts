import type { DirectedConversation, Direction } from '../../agent-worker/conversation/direction.ts';
import type { ConversationSettings } from '../../agent-worker/conversation/types.ts';
import type { Door } from '../../agent-worker/door.ts';
import type { ConversationPlan } from '../agents/conversation-planner.ts';
import type { Identity } from '../credentials/authenticator.ts';

/** The dependencies of the conversation sockets; null in a server without conversations. */
export interface ConversationDeps {
  readonly planner: {
    /** @throws ApiError 404 when there is no such agent, 422 with one item per invalid parameter */
    fromQuery(ownerId: string, query: URLSearchParams): Promise<ConversationPlan>;
  };
  readonly links: {
    /** The identity a signed URL was issued for. @throws ApiError 401 */
    verify(token: string, agentId: string): Promise<Identity>;
    /** Uses up a signed URL for one stream; the function gives it back. @throws ApiError 401 */
    use(token: string, agentId: string): Promise<() => Promise<void>>;
  };
  readonly conversations: {
    /** Number of running conversations in this process. */
    readonly count: number;
    /** How many it holds at most. */
    readonly max: number;
    /** Bills usage to the identity's key. @throws AgentError 503 when there is no place, EngineError 422 */
    open(
      settings: ConversationSettings,
      door: Door,
      request: ConversationRequest,
    ): Promise<DirectedConversation>;
  };
}

export interface ConversationRequest {
  readonly kind: 'websocket' | 'telephone' | 'realtime';
  readonly identity: Identity;
  /** Whether the caller's audio may contain echo of the agent. */
  readonly echo: boolean;
  /** For a client that directs the conversation. */
  readonly direction?: Direction;
}
