import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { refusal } from '../../errors/api-error.ts';
import { ownAddress } from '../../http/own-address.ts';
import { dropRestoreJob, findRestoreJob, listRestoreJobs } from '../../storage/restore-jobs.ts';
import { identityOf, secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import type { RestoreDeps } from '../deps.ts';
import { RestoreDetailSchema, RestoreItemSchema, restoreDetail, restoreItem } from './schemas.ts';

export const RESTORE_TAGS = ['Restore'];
const DEFAULT_JOBS = 100;
const MAX_JOBS = 1000;

export const RestorePath = Type.Object({ job_id: Type.String({ maxLength: 100 }) });
type Path = Static<typeof RestorePath>;
const ListQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_JOBS,
      default: DEFAULT_JOBS,
      description: 'Maximum number of jobs',
    }),
  ),
});

/** The refusal for a job that does not exist, or belongs to another owner. */
export const noSuchJob = () => refusal('no_such_restore_job');

/** Routes that read and delete restore jobs. */
export function restoreRoutes(
  app: FastifyInstance,
  { db, settings, restores: { links, worker } }: RestoreDeps,
): void {
  app.get<{ Querystring: Static<typeof ListQuery> }>(
    '/restore',
    {
      schema: {
        tags: RESTORE_TAGS,
        operationId: 'listRestoreJobs',
        summary: 'List your restore jobs',
        description: 'Newest first.',
        security: secured('manage'),
        querystring: ListQuery,
        response: {
          200: data(Type.Object({ jobs: Type.Array(RestoreItemSchema) }), 'Jobs that have not expired'),
          ...errorResponses(401, 403, 422),
        },
      },
    },
    async (request) => {
      const { ownerId } = identityOf(request);
      const jobs = await listRestoreJobs(db, ownerId, request.query.limit ?? DEFAULT_JOBS);
      return { data: { jobs: jobs.map(restoreItem) } };
    },
  );

  app.get<{ Params: Path }>(
    '/restore/:job_id',
    {
      schema: {
        tags: RESTORE_TAGS,
        operationId: 'getRestoreJob',
        summary: 'Get a restore job',
        description: 'Its progress and, when it is finished, the address of the result.',
        security: secured('manage'),
        params: RestorePath,
        response: { 200: data(RestoreDetailSchema, 'The job'), ...errorResponses(401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const identity = identityOf(request);
      const job = await findRestoreJob(db, identity.ownerId, request.params.job_id);
      if (!job) throw noSuchJob();
      const fileUrl =
        job.resultFile === null
          ? null
          : ownAddress(request, settings.publicUrl) + (await links.path(identity, job.id));
      reply.header('cache-control', 'no-store');
      return { data: restoreDetail(job, fileUrl) };
    },
  );

  app.delete<{ Params: Path }>(
    '/restore/:job_id',
    {
      schema: {
        tags: RESTORE_TAGS,
        operationId: 'deleteRestoreJob',
        summary: 'Delete a restore job',
        description: 'Including its recordings. A running job is stopped.',
        security: secured('manage'),
        params: RestorePath,
        response: {
          200: data(Type.Object({ message: Type.String(), job_id: Type.String() }), 'The job was deleted'),
          ...errorResponses(401, 403, 404, 422),
        },
      },
    },
    async (request) => {
      const { job_id } = request.params;
      if (!(await dropRestoreJob(db, identityOf(request).ownerId, job_id, Date.now()))) throw noSuchJob();
      worker.drop(job_id);
      return { data: { message: 'Restore job has successfully been deleted.', job_id } };
    },
  );
}
