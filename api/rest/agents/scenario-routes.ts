import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Agents } from '../../agents/create-agents.ts';
import { refusal } from '../../errors/api-error.ts';
import { SCENARIO_LIMITS } from '../../limits/scenarios.ts';
import { identityOf, secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';
import { ScenarioQuery, ScenarioRunSchema, scenarioRunBody } from './scenario-schemas.ts';

const TAGS = ['Agents'];
const PATH = '/agents/:agent_id/scenarios';
const AgentPath = Type.Object({ agent_id: Type.String() });
const RunPath = Type.Object({ agent_id: Type.String(), run_id: Type.String() });
const SoundPath = Type.Object({ ...RunPath.properties, number: Type.Integer({ minimum: 0 }) });
type RunPath = Static<typeof RunPath>;
const file = (type: string, description: string) => ({
  description,
  content: { [type]: { schema: Type.String() } },
});
/** The page runs its own script, and reaches nothing. */
const PAGE_POLICY =
  "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; media-src data:";

/** Routes for scenarios that the server runs against an agent. */
export function scenarioRoutes(
  app: FastifyInstance,
  { scenarioRuns }: Pick<RestDeps, 'scenarioRuns'>,
  { store }: Pick<Agents, 'store'>,
): void {
  app.register(async (texts) => {
    // Of any type, so that faults are named with the line of the text.
    texts.removeAllContentTypeParsers();
    texts.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    texts.post<{ Params: Static<typeof AgentPath>; Querystring: Static<typeof ScenarioQuery> }>(
      PATH,
      {
        bodyLimit: SCENARIO_LIMITS.maxTextBytes,
        schema: {
          tags: TAGS,
          operationId: 'createScenarioRun',
          summary: 'Run scenarios against an agent',
          description:
            'The body is the text of a file for `npm run scenarios`. Simulated callers call the agent, with its own ' +
            'model and tools; `agent` of the text is ignored. Needs all three scopes.',
          security: secured('converse'),
          params: AgentPath,
          querystring: ScenarioQuery,
          body: {
            content: {
              'application/yaml': { schema: Type.String() },
              'application/json': { schema: Type.Unknown() },
            },
          },
          response: {
            200: data(ScenarioRunSchema, 'The scenarios will be run'),
            ...errorResponses(401, 403, 404, 409, 413, 422, 429),
          },
        },
      },
      async (request) => {
        const caller = identityOf(request);
        const { id } = await store.find(caller.ownerId, request.params.agent_id);
        const text = typeof request.body === 'string' ? request.body : '';
        return { data: scenarioRunBody(await scenarioRuns.add(caller, id, { ...request.query, text })) };
      },
    );
  });

  app.get<{ Params: RunPath }>(
    `${PATH}/:run_id`,
    {
      schema: {
        tags: TAGS,
        operationId: 'getScenarioRun',
        summary: 'Get a run of scenarios',
        description:
          'Its state, and the report of the calls that are over. It is forgotten an hour after its end.',
        security: secured('manage'),
        params: RunPath,
        response: { 200: data(ScenarioRunSchema, 'The run'), ...errorResponses(401, 403, 404) },
      },
    },
    async (request) => ({ data: scenarioRunBody(runIn(request.params, identityOf(request).ownerId)) }),
  );

  app.get<{ Params: RunPath }>(
    `${PATH}/:run_id/report`,
    {
      schema: {
        tags: TAGS,
        operationId: 'getScenarioReport',
        summary: 'Get the report of a run of scenarios as a page',
        description: 'With the sound of failures, as `npm run scenarios -- --html` writes it.',
        security: secured('manage'),
        params: RunPath,
        response: { 200: file('text/html', 'The page'), ...errorResponses(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { report, sounds } = runIn(request.params, identityOf(request).ownerId);
      const { html } = await import('../../../scenarios/index.ts');
      const inOrder = report.scenarios.flatMap(({ runs }) =>
        runs.map(({ sound }) => (sound === null ? null : (sounds[sound] ?? null))),
      );
      reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8');
      return html(report, inOrder);
    },
  );

  app.get<{ Params: Static<typeof SoundPath> }>(
    `${PATH}/:run_id/sounds/:number`,
    {
      schema: {
        tags: TAGS,
        operationId: 'getScenarioSound',
        summary: 'Get the sound of a call that failed',
        description: 'Around the first failure: the caller on the left, the agent on the right.',
        security: secured('manage'),
        params: SoundPath,
        response: { 200: file('audio/wav', 'A WAV file'), ...errorResponses(401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const sound = runIn(request.params, identityOf(request).ownerId).sounds[request.params.number];
      if (!sound) throw refusal('no_sound_of_scenario');
      const { failureWav } = await import('../../../scenarios/index.ts');
      return reply.type('audio/wav').send(Buffer.from(failureWav(sound)));
    },
  );

  app.delete<{ Params: RunPath }>(
    `${PATH}/:run_id`,
    {
      schema: {
        tags: TAGS,
        operationId: 'deleteScenarioRun',
        summary: 'Stop a run of scenarios',
        description: 'Its calls end at once, and its report is deleted.',
        security: secured('manage'),
        params: RunPath,
        response: {
          200: data(Type.Object({ message: Type.String(), run_id: Type.String() }), 'The run was stopped'),
          ...errorResponses(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { agent_id: agentId, run_id } = request.params;
      scenarioRuns.remove(identityOf(request).ownerId, agentId, run_id);
      return { data: { message: 'Run has successfully been deleted.', run_id } };
    },
  );

  const runIn = ({ agent_id: agentId, run_id }: RunPath, ownerId: string) =>
    scenarioRuns.find(ownerId, agentId, run_id);
}
