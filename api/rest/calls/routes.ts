import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { CallBodySchema, readCallBody, readIdempotencyKey } from '../../calls/call-body.ts';
import { choice } from '../../http/declared-fields.ts';
import { CALL_STATES } from '../../storage/calls.ts';
import { identityOf, secured } from '../common/identity.ts';
import { data, documentsOnly, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';
import { CallSchema, callBody } from './schemas.ts';

const TAGS = ['Calls'];
const DEFAULT_CALLS = 50;
const MAX_CALLS = 200;
const MAX_CURSOR_CHARS = 200;

const AgentPath = Type.Object({ agent_id: Type.String() });
const Path = Type.Object({ call_id: Type.String() });
type Path = Static<typeof Path>;
const ListQuery = Type.Object({
  agent_id: Type.Optional(Type.String({ description: 'Only the calls of this agent' })),
  status: Type.Optional(choice(CALL_STATES, { description: 'Only the calls in this state' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CALLS, default: DEFAULT_CALLS })),
  cursor: Type.Optional(
    Type.String({ maxLength: MAX_CURSOR_CHARS, description: '`next_cursor` of the page before' }),
  ),
});

/** Routes for outgoing calls. */
export function callRoutes(
  app: FastifyInstance,
  { calls, settings }: Pick<RestDeps, 'calls' | 'settings'>,
): void {
  app.post<{ Params: Static<typeof AgentPath> }>(
    '/agents/:agent_id/calls',
    {
      schema: {
        tags: TAGS,
        operationId: 'createCall',
        summary: 'Call a telephone',
        description:
          'The agent talks with the person who answers. A request that is repeated with the same header `Idempotency-Key` ' +
          'makes no second call.',
        security: secured('manage'),
        params: AgentPath,
        headers: Type.Object({
          'idempotency-key': Type.Optional(
            Type.String({ description: 'Up to 200 printable ASCII characters, such as a UUID' }),
          ),
        }),
        body: CallBodySchema,
        response: {
          201: data(CallSchema, 'The call was accepted'),
          ...errorResponses(401, 403, 404, 413, 422, 429, 503),
        },
      },
      validatorCompiler: documentsOnly,
    },
    async (request, reply) => {
      const key = readIdempotencyKey(request.headers['idempotency-key']);
      const asked = readCallBody(request.body, settings);
      const { agent_id: agentId } = request.params;
      const { call, isRepeated } = await calls.add(identityOf(request), agentId, asked, key);
      if (isRepeated) reply.header('idempotent-replayed', 'true');
      reply.code(201).header('location', `/calls/${call.id}`);
      return { data: callBody(call) };
    },
  );

  app.get<{ Querystring: Static<typeof ListQuery> }>(
    '/calls',
    {
      schema: {
        tags: TAGS,
        operationId: 'listCalls',
        summary: 'List your calls',
        description: 'Newest first.',
        security: secured('manage'),
        querystring: ListQuery,
        response: {
          200: data(
            Type.Object({
              calls: Type.Array(CallSchema),
              next_cursor: Type.Optional(Type.String({ description: 'Where there is another page' })),
            }),
            'A page of calls',
          ),
          ...errorResponses(401, 403, 422),
        },
      },
    },
    async (request, reply) => {
      const { agent_id: agentId, status, limit = DEFAULT_CALLS, cursor = null } = request.query;
      const { ownerId } = identityOf(request);
      const filter = {
        ownerId,
        ...(agentId !== undefined && { agentId }),
        ...(status !== undefined && { status }),
      };
      const page = await calls.list(filter, limit, cursor);
      reply.header('cache-control', 'no-store');
      return {
        data: {
          calls: page.calls.map(callBody),
          ...(page.nextCursor !== null && { next_cursor: page.nextCursor }),
        },
      };
    },
  );

  app.get<{ Params: Path }>(
    '/calls/:call_id',
    {
      schema: {
        tags: TAGS,
        operationId: 'getCall',
        summary: 'Get a call',
        description: 'With its attempts, and how each of them ended.',
        security: secured('manage'),
        params: Path,
        response: { 200: data(CallSchema, 'The call'), ...errorResponses(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const call = await calls.find(identityOf(request).ownerId, request.params.call_id);
      reply.header('cache-control', 'no-store');
      return { data: callBody(call) };
    },
  );

  app.delete<{ Params: Path }>(
    '/calls/:call_id',
    {
      schema: {
        tags: TAGS,
        operationId: 'hangUpCall',
        summary: 'Hang up',
        description:
          'A waiting call is not made any more; one in progress is over a moment later. A call that is over stays.',
        security: secured('manage'),
        params: Path,
        response: {
          200: data(Type.Object({ message: Type.String(), call_id: Type.String() }), 'It is hung up'),
          ...errorResponses(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { call_id: id } = request.params;
      await calls.hangUp(identityOf(request).ownerId, id);
      return { data: { message: 'The call is hung up.', call_id: id } };
    },
  );
}
