import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Agents } from '../../agents/create-agents.ts';
import { RECORDING_FORMATS } from '../../agents/transcripts/kept-recording.ts';
import { choice } from '../../http/declared-fields.ts';
import type { Audit } from '../../observability/audit.ts';
import { identityOf, secured } from '../common/identity.ts';
import { sendFile } from '../common/ranged-file.ts';
import { data, errorResponses } from '../common/schemas.ts';

const TAGS = ['Conversations'];
const PATH = '/conversations/:conversation_id/recording';
const CONTENT_TYPES = { ogg: 'audio/ogg', wav: 'audio/wav' } as const;

const Path = Type.Object({ conversation_id: Type.String() });
const Query = Type.Object({
  format: Type.Optional(choice(RECORDING_FORMATS, { description: 'Default: ogg (Opus)' })),
});
const RangeHeader = Type.Object({
  range: Type.Optional(Type.String({ description: 'One range of bytes (RFC 9110)' })),
});
const sound = (description: string) => ({
  description,
  content: Object.fromEntries(
    Object.values(CONTENT_TYPES).map((type) => [type, { schema: Type.String({ format: 'binary' }) }]),
  ),
});

/** Routes for recordings of conversations: downloading and deleting them. */
export function recordingRoutes(
  app: FastifyInstance,
  { transcripts }: Pick<Agents, 'transcripts'>,
  audit: Pick<Audit, 'read'>,
): void {
  app.get<{ Params: Static<typeof Path>; Querystring: Static<typeof Query> }>(
    PATH,
    {
      // A HEAD request would read the whole file needlessly.
      exposeHeadRoute: false,
      schema: {
        tags: TAGS,
        operationId: 'downloadRecording',
        summary: 'Download the recording of a conversation',
        description:
          'Two channels at 24000 Hz: the caller on the left, the agent on the right, as the caller heard it. ' +
          'The recording of a conversation that goes on is returned as far as it got.',
        security: secured('manage'),
        params: Path,
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
      const { conversation_id: id } = request.params;
      const { format = 'ogg' } = request.query;
      const identity = identityOf(request);
      const recording = await transcripts.recording(identity.ownerId, id);
      audit.read(`GET ${PATH}`, identity, { conversation_id: id });
      return sendFile(request, reply, {
        size: recording.size(format),
        contentType: CONTENT_TYPES[format],
        disposition: `inline; filename="${id}.${format}"`,
        read: (from, to) => recording.read(format, from, to),
      });
    },
  );

  app.delete<{ Params: Static<typeof Path> }>(
    PATH,
    {
      schema: {
        tags: TAGS,
        operationId: 'deleteRecording',
        summary: 'Delete the recording of a conversation',
        description:
          'Its transcript is kept. A conversation in progress continues, and is not recorded any more.',
        security: secured('manage'),
        params: Path,
        response: {
          200: data(
            Type.Object({ message: Type.String(), conversation_id: Type.String() }),
            'The recording was deleted',
          ),
          ...errorResponses(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { conversation_id: id } = request.params;
      await transcripts.deleteRecording(identityOf(request).ownerId, id);
      return { data: { message: 'Recording has successfully been deleted.', conversation_id: id } };
    },
  );
}
