import type { DirectedConversation, Direction } from '../../agent-worker/conversation/direction.ts';
import type { ConversationSettings } from '../../agent-worker/conversation/types.ts';
import type { Door } from '../../agent-worker/door.ts';
import type { Announcement } from '../../agent-worker/telephone/twilio-person.ts';
import type { ConversationPlan } from '../agents/conversation-planner.ts';
import type { Identity } from '../credentials/authenticator.ts';

/** The dependencies of the conversation sockets; null in a server without conversations. */
export interface ConversationDeps {
  readonly planner: {
    /** @throws ApiError 404 when there is no such agent, 422 with one item per invalid parameter */
    fromQuery(ownerId: string, query: URLSearchParams): Promise<ConversationPlan>;
  };
  readonly links: {
    /**
     * Returns the identity that a signed URL was issued for.
     * @throws ApiError 401
     */
    verify(token: string, agentId: string): Promise<Identity>;
    /** The values of variables that a verified URL carries. @throws ApiError 401 */
    variables(token: string, agentId: string): Promise<Readonly<Record<string, string>>>;
    /**
     * Marks a signed URL as used by one stream. The returned function undoes this.
     * @throws ApiError 401
     */
    use(token: string, agentId: string): Promise<() => Promise<void>>;
  };
  readonly calls: {
    /**
     * Returns whose outgoing call a signed URL was issued for, and the plan of its conversation.
     * @throws ApiError 401, 404
     */
    planStream(callId: string, token: string): Promise<{ identity: Identity; plan: ConversationPlan }>;
    /**
     * Marks the signed URL as used by one stream. The returned function undoes this.
     * @throws ApiError 401
     */
    useLink(callId: string, token: string): Promise<() => Promise<void>>;
  };
  /** @param publicUrl where Twilio reaches this server */
  readonly transfers: { announce(publicUrl: string, sound: Int16Array): Promise<Announcement> };
  readonly conversations: {
    /** Places in use in this process: one for each conversation, less for each session that only transcribes. */
    readonly count: number;
    /** Maximum number of conversations in this process. */
    readonly max: number;
    /** Registers a session that only transcribes. @returns a function that releases its place; called once */
    transcribes(): () => void;
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
  /** Set when the client directs the conversation. */
  readonly direction?: Direction;
}
