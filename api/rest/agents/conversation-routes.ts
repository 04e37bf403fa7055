import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Agents } from '../../agents/create-agents.ts';
import { transcriptText } from '../../agents/transcripts/transcript-text.ts';
import { choice } from '../../http/declared-fields.ts';
import type { Audit } from '../../observability/audit.ts';
import { identityOf, secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import {
  ConversationEntrySchema,
  ConversationSchema,
  conversationBody,
  conversationEntry,
} from './conversation-schemas.ts';
import { TimelineSchema, timelineBody } from './timeline-schemas.ts';

const TAGS = ['Conversations'];
const DEFAULT_CONVERSATIONS = 50;
const MAX_CONVERSATIONS = 200;
const MAX_CURSOR_CHARS = 200;

const AgentPath = Type.Object({ agent_id: Type.String() });
type AgentPath = Static<typeof AgentPath>;
const Path = Type.Object({ conversation_id: Type.String() });
type Path = Static<typeof Path>;
const ListQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_CONVERSATIONS, default: DEFAULT_CONVERSATIONS }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: MAX_CURSOR_CHARS, description: '`next_cursor` of the page before' }),
  ),
});
const ReadQuery = Type.Object({
  format: Type.Optional(
    choice(['json', 'text'], { description: 'Default: what the header Accept prefers, or json' }),
  ),
});

/** Routes for stored conversations: reading and deleting them. */
export function conversationRoutes(
  app: FastifyInstance,
  { store, transcripts }: Agents,
  audit: Pick<Audit, 'read'>,
): void {
  app.get<{ Params: AgentPath; Querystring: Static<typeof ListQuery> }>(
    '/agents/:agent_id/conversations',
    {
      schema: {
        tags: TAGS,
        operationId: 'listConversations',
        summary: "List an agent's conversations",
        description: 'Newest first, without what was said. Only agents with `keep_transcripts` keep any.',
        security: secured('manage'),
        params: AgentPath,
        querystring: ListQuery,
        response: {
          200: data(
            Type.Object({
              conversations: Type.Array(ConversationEntrySchema),
              next_cursor: Type.Optional(Type.String({ description: 'Where there is another page' })),
            }),
            'A page of conversations',
          ),
          ...errorResponses(401, 403, 404, 422),
        },
      },
    },
    async (request, reply) => {
      const { ownerId } = identityOf(request);
      const { agent_id: agentId } = request.params;
      const { limit = DEFAULT_CONVERSATIONS, cursor = null } = request.query;
      await store.find(ownerId, agentId);
      const { conversations, nextCursor } = await transcripts.list({ ownerId, agentId }, limit, cursor);
      reply.header('cache-control', 'no-store');
      return {
        data: {
          conversations: conversations.map(conversationEntry),
          ...(nextCursor !== null && { next_cursor: nextCursor }),
        },
      };
    },
  );

  app.delete<{ Params: AgentPath }>(
    '/agents/:agent_id/conversations',
    {
      schema: {
        tags: TAGS,
        operationId: 'deleteConversations',
        summary: "Delete all of an agent's conversations",
        description: 'Conversations in progress continue, and are not kept any more.',
        security: secured('manage'),
        params: AgentPath,
        response: {
          200: data(
            Type.Object({
              message: Type.String(),
              agent_id: Type.String(),
              deleted: Type.Integer({ description: 'How many there were' }),
            }),
            'They were deleted',
          ),
          ...errorResponses(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { ownerId } = identityOf(request);
      const { agent_id: agentId } = request.params;
      await store.find(ownerId, agentId);
      const deleted = await transcripts.deleteAll({ ownerId, agentId });
      const message = 'Conversations have successfully been deleted.';
      return { data: { message, agent_id: agentId, deleted } };
    },
  );

  app.get<{ Params: Path; Querystring: Static<typeof ReadQuery> }>(
    '/conversations/:conversation_id',
    {
      schema: {
        tags: TAGS,
        operationId: 'getConversation',
        summary: 'Get a conversation with its transcript',
        description: 'As JSON, or as text to be read. One that goes on is returned as far as it got.',
        security: secured('manage'),
        params: Path,
        querystring: ReadQuery,
        response: {
          200: {
            description: 'The conversation',
            content: {
              'application/json': { schema: data(ConversationSchema, 'The conversation') },
              'text/plain': { schema: Type.String() },
            },
          },
          ...errorResponses(401, 403, 404, 422),
        },
      },
    },
    async (request, reply) => {
      const { conversation_id: id } = request.params;
      const identity = identityOf(request);
      const conversation = await transcripts.find(identity.ownerId, id);
      audit.read('GET /conversations/:conversation_id', identity, {
        agent_id: conversation.agentId,
        conversation_id: id,
      });
      reply.header('cache-control', 'no-store').header('vary', 'accept');
      const { format = prefersText(request.headers.accept) ? 'text' : 'json' } = request.query;
      if (format === 'text')
        return reply.type('text/plain; charset=utf-8').send(transcriptText(conversation));
      return { data: conversationBody(conversation) };
    },
  );

  app.get<{ Params: Path }>(
    '/conversations/:conversation_id/timeline',
    {
      schema: {
        tags: TAGS,
        operationId: 'getConversationTimeline',
        summary: 'Get the timeline of a conversation',
        description:
          'What happened on one clock, in ms since the conversation and its recording began, and what each answer ' +
          'waited for. Of one that goes on as far as it got. Empty without `keep_transcripts`.',
        security: secured('manage'),
        params: Path,
        response: {
          200: data(TimelineSchema, 'The timeline'),
          ...errorResponses(401, 403, 404),
        },
      },
    },
    async (request, reply) => {
      const { conversation_id: id } = request.params;
      const identity = identityOf(request);
      const conversation = await transcripts.findMarked(identity.ownerId, id);
      audit.read('GET /conversations/:conversation_id/timeline', identity, {
        agent_id: conversation.agentId,
        conversation_id: id,
      });
      reply.header('cache-control', 'no-store');
      return { data: timelineBody(conversation) };
    },
  );

  app.delete<{ Params: Path }>(
    '/conversations/:conversation_id',
    {
      schema: {
        tags: TAGS,
        operationId: 'deleteConversation',
        summary: 'Delete a conversation',
        description: 'A conversation in progress continues, and is not kept any more.',
        security: secured('manage'),
        params: Path,
        response: {
          200: data(
            Type.Object({ message: Type.String(), conversation_id: Type.String() }),
            'The conversation was deleted',
          ),
          ...errorResponses(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { conversation_id: id } = request.params;
      await transcripts.delete(identityOf(request).ownerId, id);
      return { data: { message: 'Conversation has successfully been deleted.', conversation_id: id } };
    },
  );
}

/** Whether a client requests text instead of JSON. */
function prefersText(accept = ''): boolean {
  return /^\s*text\/plain\b/i.test(accept) && !/\bapplication\/json\b/i.test(accept);
}
