import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { readAgentBody, readAgentChanges, readReplacedAgent } from '../../agents/agent-body.ts';
import { noSuchAgent } from '../../agents/agent-store.ts';
import { type Agents, createAgents } from '../../agents/create-agents.ts';
import { TOKEN_LIFE_MS } from '../../agents/room-sessions.ts';
import { roomServer, roomToken } from '../../agents/room-token.ts';
import { DISPATCH_FIELDS } from '../../agents/sip-dispatches.ts';
import { LINK_FIELDS } from '../../agents/stream-links.ts';
import { identityInBody, readTokenBody, TOKEN_FIELDS } from '../../agents/token-body.ts';
import { fillVariables } from '../../agents/variables.ts';
import { invalid, invalidFields } from '../../errors/api-error.ts';
import { type Fields, readFields, type Values } from '../../http/declared-fields.ts';
import { FieldReader, isObject } from '../../http/fields.ts';
import { identityOf, secured } from '../common/identity.ts';
import { data, documentsOnly, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { figureRoutes } from './figure-routes.ts';
import { recordingRoutes } from './recording-routes.ts';
import { scenarioRoutes } from './scenario-routes.ts';
import {
  AgentChangesSchema,
  AgentEntrySchema,
  AgentSchema,
  AgentVersionEntrySchema,
  AgentVersionSchema,
  agentBody,
  NewAgentSchema,
  SipDispatchRequestSchema,
  StreamUrlRequestSchema,
  TokenRequestSchema,
  versionEntries,
} from './schemas.ts';

const TAGS = ['Agents'];
const Path = Type.Object({ agent_id: Type.String() });
type Path = Static<typeof Path>;
const VersionPath = Type.Object({ agent_id: Type.String(), version: Type.Integer({ minimum: 1 }) });
type VersionPath = Static<typeof VersionPath>;
const Changed = Type.Object({ message: Type.String(), agent_id: Type.String() });
const Warnings = {
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description: 'What the agent cannot do on this server, such as understand speech in its language',
    }),
  ),
};
const Made = Type.Object({ ...Changed.properties, ...Warnings });

/** Routes for agents: creating, reading and deleting them, and admitting callers. */
export function agentRoutes(app: FastifyInstance, deps: RestDeps): void {
  const agents = createAgents(deps);
  storeRoutes(app, deps, agents);
  doorRoutes(app, deps, agents);
  conversationRoutes(app, agents, deps.audit);
  recordingRoutes(app, agents, deps.audit);
  scenarioRoutes(app, deps, agents);
  figureRoutes(app, agents);
}

function storeRoutes(app: FastifyInstance, deps: RestDeps, { store }: Agents): void {
  async function warningsOf(...asked: Parameters<typeof store.warnings>) {
    const warnings = await store.warnings(...asked);
    return warnings.length > 0 && { warnings: [...warnings] };
  }

  app.post(
    '/agents',
    {
      schema: {
        tags: TAGS,
        operationId: 'createAgent',
        summary: 'Create an agent',
        description: 'An agent is a prompt, a greeting, a voice, a language and tools.',
        security: secured('manage'),
        body: NewAgentSchema,
        response: { 200: data(Made, 'The agent was created'), ...errorResponses(401, 403, 409, 413, 422) },
      },
      validatorCompiler: documentsOnly,
    },
    async (request) => {
      const { ownerId } = identityOf(request);
      const agent = readAgentBody(request.body, deps.settings.mcpAllowHosts);
      const id = await store.create(ownerId, agent);
      const message = 'Agent has successfully been created.';
      return { data: { message, agent_id: id, ...(await warningsOf(ownerId, agent)) } };
    },
  );

  app.get(
    '/agents',
    {
      schema: {
        tags: TAGS,
        operationId: 'listAgents',
        summary: 'List your agents',
        description: 'Oldest first, without prompts and greetings.',
        security: secured('manage'),
        response: {
          200: data(Type.Object({ agents: Type.Array(AgentEntrySchema) }), 'Your agents'),
          ...errorResponses(401, 403),
        },
      },
    },
    async (request) => {
      const entries = await store.list(identityOf(request).ownerId);
      return { data: { agents: entries.map(({ id, name }) => ({ id, agent_id: id, name })) } };
    },
  );

  app.get<{ Params: Path }>(
    '/agents/:agent_id',
    {
      schema: {
        tags: TAGS,
        operationId: 'getAgent',
        summary: 'Get an agent',
        description: 'Including its prompt, greeting and settings, which the list omits.',
        security: secured('manage'),
        params: Path,
        response: {
          200: data(Type.Object({ agent: AgentSchema, ...Warnings }), 'The agent'),
          ...errorResponses(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { ownerId } = identityOf(request);
      const agent = await store.find(ownerId, request.params.agent_id);
      return { data: { agent: agentBody(agent), ...(await warningsOf(ownerId, agent)) } };
    },
  );

  app.patch<{ Params: Path }>(
    '/agents/:agent_id',
    {
      schema: {
        tags: TAGS,
        operationId: 'updateAgent',
        summary: 'Change an agent',
        description:
          'Conversations in progress, and room tokens that were created before, keep the settings they began with.',
        security: secured('manage'),
        params: Path,
        body: AgentChangesSchema,
        response: {
          200: data(
            Type.Object({ ...Made.properties, agent: AgentSchema }),
            'The agent was changed, and is now as `agent` says',
          ),
          ...errorResponses(401, 403, 404, 409, 413, 422),
        },
      },
      validatorCompiler: documentsOnly,
    },
    async (request) => {
      const { agent_id: id } = request.params;
      const { ownerId } = identityOf(request);
      const agent = await store.update(ownerId, id, (stored) =>
        readAgentChanges(request.body, stored, deps.settings.mcpAllowHosts),
      );
      const message = 'Agent has successfully been updated.';
      return {
        data: { message, agent_id: id, agent: agentBody(agent), ...(await warningsOf(ownerId, agent)) },
      };
    },
  );

  app.get<{ Params: Path }>(
    '/agents/:agent_id/versions',
    {
      schema: {
        tags: TAGS,
        operationId: 'listAgentVersions',
        summary: 'List the versions of an agent',
        description: 'Newest first, the current one among them. Each change makes one; the last 20 are kept.',
        security: secured('manage'),
        params: Path,
        response: {
          200: data(Type.Object({ versions: Type.Array(AgentVersionEntrySchema) }), 'Its versions'),
          ...errorResponses(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { ownerId } = identityOf(request);
      return { data: { versions: versionEntries(await store.versions(ownerId, request.params.agent_id)) } };
    },
  );

  app.get<{ Params: VersionPath }>(
    '/agents/:agent_id/versions/:version',
    {
      schema: {
        tags: TAGS,
        operationId: 'getAgentVersion',
        summary: 'Get an agent as it was',
        description: 'Without keys and the values of headers.',
        security: secured('manage'),
        params: VersionPath,
        response: {
          200: data(AgentVersionSchema, 'The version'),
          ...errorResponses(401, 403, 404, 422),
        },
      },
    },
    async (request) => {
      const { agent_id: id, version } = request.params;
      const { createdAt, fields } = await store.version(identityOf(request).ownerId, id, version);
      return { data: { version, created_at: createdAt, agent: fields } };
    },
  );

  app.post<{ Params: VersionPath }>(
    '/agents/:agent_id/versions/:version/restore',
    {
      schema: {
        tags: TAGS,
        operationId: 'restoreAgentVersion',
        summary: 'Make an agent what it was',
        description:
          'Makes a new version that equals an earlier one. The key of the model and the headers of tools are those of ' +
          'now, where the address is the same.',
        security: secured('manage'),
        params: VersionPath,
        response: {
          200: data(
            Type.Object({ ...Made.properties, agent: AgentSchema }),
            'The agent is now as `agent` says',
          ),
          ...errorResponses(401, 403, 404, 409, 422),
        },
      },
    },
    async (request) => {
      const { agent_id: id, version } = request.params;
      const { ownerId } = identityOf(request);
      const { fields } = await store.version(ownerId, id, version);
      const agent = await store.update(ownerId, id, (stored) =>
        readReplacedAgent(fields, stored, deps.settings.mcpAllowHosts),
      );
      const message = 'Agent has successfully been updated.';
      return {
        data: { message, agent_id: id, agent: agentBody(agent), ...(await warningsOf(ownerId, agent)) },
      };
    },
  );

  app.delete<{ Params: Path }>(
    '/agents/:agent_id',
    {
      schema: {
        tags: TAGS,
        operationId: 'deleteAgent',
        summary: 'Delete an agent',
        description:
          'Its transcripts are deleted. Conversations in progress continue; unused room tokens lead to no agent.',
        security: secured('manage'),
        params: Path,
        response: { 200: data(Changed, 'The agent was deleted'), ...errorResponses(401, 403, 404) },
      },
    },
    async (request) => {
      const { agent_id: id } = request.params;
      await store.delete(identityOf(request).ownerId, id);
      return { data: { message: 'Agent has successfully been deleted.', agent_id: id } };
    },
  );
}

function doorRoutes(app: FastifyInstance, deps: RestDeps, agents: Agents): void {
  const { store, planner, sessions, links, dispatches } = agents;
  const { authenticator, backoff, settings } = deps;
  app.post<{ Params: Path }>(
    '/agents/:agent_id/token',
    {
      schema: {
        tags: TAGS,
        operationId: 'createAgentToken',
        summary: 'Create a room token for a caller',
        description:
          'A LiveKit access token for one room, to be used within ten minutes. The agent joins when the caller does. ' +
          'The settings of the session stay on the server.',
        security: secured('converse'),
        params: Path,
        body: TokenRequestSchema,
        response: {
          200: data(
            Type.Object({
              token: Type.String({ description: 'For a LiveKit client' }),
              room_name: Type.String(),
              url: Type.String({ description: 'Address of the LiveKit server' }),
            }),
            'Token and address',
          ),
          ...errorResponses(401, 403, 404, 409, 413, 422, 429, 503),
        },
      },
      validatorCompiler: documentsOnly,
    },
    async (request, reply) => {
      const { ownerId } = identityOf(request);
      const { agent_id: id } = request.params;
      const agent = await store.find(ownerId, id);
      const { raw, credential, roomName } = readTokenBody(request.body);
      const identity = await backoff.guard(request.ip, credential.value, () =>
        identityInBody(authenticator, credential),
      );
      if (identity.ownerId !== ownerId) throw noSuchAgent(id);
      const plan = await planner.plan({ ownerId, agent, raw, part: 'body', own: Object.keys(TOKEN_FIELDS) });
      const server = roomServer(settings);
      deps.conversations?.requirePlace();
      const session = await sessions.begin(identity, agent.id, plan, roomName);
      const lifeMs =
        identity.expiresAtMs === null ? TOKEN_LIFE_MS : Math.max(0, identity.expiresAtMs - Date.now());
      const token = await roomToken(server, session, lifeMs);
      reply.header('cache-control', 'no-store');
      return { data: { token, room_name: session.roomName, url: server.url } };
    },
  );

  app.post<{ Params: Path }>(
    '/agents/:agent_id/media-stream-url',
    {
      schema: {
        tags: TAGS,
        operationId: 'createMediaStreamUrl',
        summary: 'Create a stream address for a telephony provider',
        description: 'A short-lived signed address for one media stream, which needs no other credentials.',
        security: secured('converse'),
        params: Path,
        body: StreamUrlRequestSchema,
        response: {
          200: data(
            Type.Object({
              url: Type.String({
                description: "Path to append to the server's wss:// address",
              }),
              token: Type.String({ description: 'The credential contained in `url`' }),
              expires_in: Type.Integer({ description: 'Seconds' }),
            }),
            'Token and address',
          ),
          ...errorResponses(401, 403, 404, 413, 422),
        },
      },
      validatorCompiler: documentsOnly,
    },
    async (request, reply) => {
      const identity = identityOf(request);
      const agent = await store.find(identity.ownerId, request.params.agent_id);
      const { expires_in: lifetime, reusable, variables } = fieldsIn(request.body, LINK_FIELDS);
      // The stream's own query may have values, too.
      if (variables) fillVariables(agent, variables, 'body');
      const link = await links.sign(identity, agent.id, lifetime, !reusable, variables);
      const { token, expiresInSeconds } = link;
      reply.header('cache-control', 'no-store');
      // The token is in the path, because telephone services drop queries.
      const url = `/agents/${agent.id}/media-stream/${token}`;
      return { data: { url, token, expires_in: expiresInSeconds } };
    },
  );

  app.post<{ Params: Path }>(
    '/agents/:agent_id/sip-dispatch',
    {
      schema: {
        tags: TAGS,
        operationId: 'createSipDispatch',
        summary: 'Create the dispatch of an agent for calls that come in by LiveKit SIP',
        description:
          "Name and signed metadata for the agent in a dispatch rule's room configuration. Callers are answered by " +
          'the agent, until the key is revoked or the agent deleted.',
        security: secured('converse'),
        params: Path,
        body: SipDispatchRequestSchema,
        response: {
          200: data(
            Type.Object({
              agent_name: Type.String({ description: 'The name that this server is registered under' }),
              metadata: Type.String({
                description: 'Of use only to those who may make dispatches in LiveKit',
              }),
              expires_in: Type.Integer({ description: 'Seconds' }),
            }),
            'Name and metadata',
          ),
          ...errorResponses(401, 403, 404, 413, 422, 503),
        },
      },
      validatorCompiler: documentsOnly,
    },
    async (request, reply) => {
      const identity = identityOf(request);
      const { agent_id: id } = request.params;
      const { expires_in: lifetime, variables } = fieldsIn(request.body, DISPATCH_FIELDS);
      // Reports faults now that would otherwise make every call fail.
      await dispatches.plan(identity, id, variables);
      const { agentName } = roomServer(settings);
      const { token, expiresInSeconds } = await dispatches.sign(identity, id, lifetime, false, variables);
      reply.header('cache-control', 'no-store');
      return { data: { agent_name: agentName, metadata: token, expires_in: expiresInSeconds } };
    },
  );
}

/** @throws ApiError 422 */
function fieldsIn<F extends Fields>(body: unknown, wanted: F): Values<F> {
  const raw = body === undefined ? {} : body;
  if (!isObject(raw)) {
    throw invalid(['body'], 'json_object_expected');
  }
  const fields = new FieldReader(raw, ['body']);
  const asked = readFields(fields, wanted);
  if (fields.problems.length > 0) throw invalidFields(fields.problems);
  return asked;
}
