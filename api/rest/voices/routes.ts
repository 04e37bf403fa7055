import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { refusal } from '../../errors/api-error.ts';
import { Voices } from '../../voices/voices.ts';
import { identityOf, secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';
import { DEFAULT_FOUND, ListQuery, type VoiceBody, VoicePath } from './schemas.ts';
import { voiceBody } from './voice-body.ts';

const VoiceRef = Type.Unsafe<VoiceBody>({ $ref: 'Voice#' });
type Path = Static<typeof VoicePath>;

/** Routes that read the library, and delete voices from it. */
export function voiceRoutes(app: FastifyInstance, deps: RestDeps): void {
  const voices = new Voices(deps);
  app.get<{ Querystring: ListQuery }>(
    '/voices',
    {
      schema: {
        tags: ['Voices'],
        operationId: 'listVoices',
        summary: 'List the voices',
        description:
          'The built-in voices, the default one of each language first; then your own, oldest first. Of a Piper ' +
          'model with more than 10 speakers only the first is listed; `search` finds the others.',
        security: secured('speak'),
        querystring: ListQuery,
        response: {
          200: data(
            Type.Object({
              voices: Type.Array(VoiceRef),
              total: Type.Integer({ description: 'Number of voices without `limit`' }),
            }),
            'All voices the caller may use, or those that match',
          ),
          ...errorResponses(401, 403, 422),
        },
      },
    },
    async (request) => {
      const { ownerId } = identityOf(request);
      const { search: query, lang_code: lang, limit = query ? DEFAULT_FOUND : undefined } = request.query;
      const isFiltered = Boolean(query) || lang !== undefined;
      const all = isFiltered
        ? await voices.search(ownerId, { ...(query && { query }), ...(lang && { lang }) })
        : await voices.list(ownerId);
      return { data: { voices: all.slice(0, limit).map(voiceBody), total: all.length } };
    },
  );

  app.get<{ Params: Path }>(
    '/voices/:voice_id',
    {
      schema: {
        tags: ['Voices'],
        operationId: 'getVoice',
        summary: 'Get a voice',
        description: 'A built-in one or one of your own.',
        security: secured('speak'),
        params: VoicePath,
        response: {
          200: data(Type.Object({ voice: VoiceRef }), 'The voice'),
          ...errorResponses(401, 403, 404),
        },
      },
    },
    async (request) => {
      const voice = await voices.find(identityOf(request).ownerId, request.params.voice_id);
      if (!voice) throw refusal('no_such_voice');
      return { data: { voice: voiceBody(voice) } };
    },
  );

  app.delete<{ Params: Path }>(
    '/voices/:voice_id',
    {
      schema: {
        tags: ['Voices'],
        operationId: 'deleteVoice',
        summary: 'Delete a voice of your own',
        description: 'Everything learned for it is permanently deleted.',
        security: secured('manage'),
        params: VoicePath,
        response: {
          200: data(
            Type.Object({ message: Type.String(), voice_id: Type.String() }),
            'The voice was deleted',
          ),
          ...errorResponses(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { ownerId } = identityOf(request);
      const { voice_id: id } = request.params;
      if (!(await voices.delete(ownerId, id))) throw refusal('no_such_voice');
      return { data: { message: 'Voice has successfully been deleted.', voice_id: id } };
    },
  );
}
