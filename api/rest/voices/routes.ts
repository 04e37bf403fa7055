import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { refusal } from '../../errors/api-error.ts';
import { deleteVoice, listVoices } from '../../storage/voices.ts';
import type { RestDeps } from '../deps.ts';
import { identityOf, SECURED } from '../shared/identity.ts';
import { data, errorResponses, type VoiceBody } from '../shared/schemas.ts';
import { clonedVoice, standardVoice } from './bodies.ts';

/** Clients match these words. */

const VoiceRef = Type.Unsafe<VoiceBody>({ $ref: 'Voice#' });
const Path = Type.Object({ voice_id: Type.String() });
type Path = Static<typeof Path>;

/** Reading the library, and removing voices from it. */
export function voiceRoutes(app: FastifyInstance, { db, engine, library }: RestDeps): void {
  app.get(
    '/voices',
    {
      schema: {
        tags: ['Voices'],
        operationId: 'listVoices',
        summary: 'List the voices',
        description:
          'The built-in voices, the default one of each language first; behind them your own, oldest first.',
        security: SECURED,
        response: {
          200: data(Type.Object({ voices: Type.Array(VoiceRef) }), 'All voices the caller may use'),
          ...errorResponses(401),
        },
      },
    },
    async (request) => {
      const own = await listVoices(db, identityOf(request).ownerId);
      const voices = [
        ...engine.voices().map(standardVoice),
        ...own.map((record) => clonedVoice(record, engine)),
      ];
      return { data: { voices } };
    },
  );

  app.get<{ Params: Path }>(
    '/voices/:voice_id',
    {
      schema: {
        tags: ['Voices'],
        operationId: 'getVoice',
        summary: 'Read one voice',
        description: 'A built-in one or one of your own.',
        security: SECURED,
        params: Path,
        response: { 200: data(Type.Object({ voice: VoiceRef }), 'The voice'), ...errorResponses(401, 404) },
      },
    },
    async (request) => {
      const { voice_id: id } = request.params;
      const builtIn = engine.voice(id);
      if (builtIn) return { data: { voice: standardVoice(builtIn) } };
      const own = await library.read(identityOf(request).ownerId, id);
      if (!own) throw refusal('no_such_voice');
      return { data: { voice: clonedVoice(own, engine) } };
    },
  );

  app.delete<{ Params: Path }>(
    '/voices/:voice_id',
    {
      schema: {
        tags: ['Voices'],
        operationId: 'deleteVoice',
        summary: 'Delete a voice of your own',
        description: 'Everything that was learned for it goes with it, for good.',
        security: SECURED,
        params: Path,
        response: {
          200: data(Type.Object({ message: Type.String(), voice_id: Type.String() }), 'It is gone'),
          ...errorResponses(401, 404),
        },
      },
    },
    async (request) => {
      const { ownerId } = identityOf(request);
      const { voice_id: id } = request.params;
      const record = await library.read(ownerId, id);
      if (!record || !(await deleteVoice(db, ownerId, id))) throw refusal('no_such_voice');
      library.drop(ownerId, record);
      return { data: { message: 'Voice has successfully been deleted.', voice_id: id } };
    },
  );
}
