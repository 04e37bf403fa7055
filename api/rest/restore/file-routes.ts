import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { presentedText } from '../../credentials/presented-text.ts';
import { refusal } from '../../errors/api-error.ts';
import { dispositionOf } from '../../restore/file-name.ts';
import { readRestoreBytes } from '../../storage/restore-files.ts';
import { findRestoreJob } from '../../storage/restore-jobs.ts';
import { credentialsOf, secured } from '../common/identity.ts';
import { sendFile } from '../common/ranged-file.ts';
import { errorResponses } from '../common/schemas.ts';
import type { RestoreDeps } from '../deps.ts';
import { noSuchJob, RESTORE_TAGS, RestorePath } from './routes.ts';

const Query = Type.Object({
  token: Type.Optional(
    Type.String({ maxLength: 2000, description: 'The token from `file_url`, instead of other credentials' }),
  ),
});
const RangeHeader = Type.Object({
  range: Type.Optional(Type.String({ description: 'One range of bytes (RFC 9110)' })),
});
const sound = (description: string) => ({
  description,
  content: { 'audio/wav': { schema: Type.String({ format: 'binary' }) } },
});

/** Routes for downloads of restored recordings, with credentials or a signed URL. */
export function restoreFileRoutes(
  app: FastifyInstance,
  { db, authenticator, backoff, restores: { links } }: RestoreDeps,
): void {
  app.get<{ Params: Static<typeof RestorePath>; Querystring: Static<typeof Query> }>(
    '/restore/:job_id/file',
    {
      // A HEAD request would read the whole file needlessly.
      exposeHeadRoute: false,
      schema: {
        tags: RESTORE_TAGS,
        operationId: 'downloadRestoredFile',
        summary: 'Download a restored recording',
        description: 'WAV, 16 bits, one channel, at the rate of the recording, but at most 48000 Hz.',
        security: [...secured('manage'), { fileToken: [] }],
        params: RestorePath,
        querystring: Query,
        headers: RangeHeader,
        response: {
          200: sound('The whole file'),
          206: sound('The requested range'),
          ...errorResponses(401, 403, 404, 416, 422),
        },
      },
    },
    async (request, reply) => {
      const { job_id } = request.params;
      const { ownerId } = await identityBehind(request, job_id);
      const job = await findRestoreJob(db, ownerId, job_id);
      if (!job) throw noSuchJob();
      const { resultFile, resultBytes } = job;
      if (resultFile === null || resultBytes === null) {
        throw refusal('restore_job_without_file', { values: { status: job.status } });
      }
      return sendFile(request, reply, {
        size: resultBytes,
        contentType: 'audio/wav',
        disposition: dispositionOf(job.fileName),
        read: (from, to) => readRestoreBytes(db, resultFile, from, to),
      });
    },
  );

  async function identityBehind(request: FastifyRequest, jobId: string): Promise<{ ownerId: string }> {
    const { token } = request.query as Static<typeof Query>;
    if (token !== undefined) return backoff.guard(request.ip, token, () => links.verify(token, jobId));
    const input = credentialsOf(request);
    return backoff.guard(request.ip, presentedText(input), () => authenticator.authorize(input, 'manage'));
  }
}
