import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Voice } from '../../engine/speech/types.ts';
import { notFound } from '../errors.ts';
import type { RestDeps } from './deps.ts';
import { SECURED } from './identity.ts';
import { data, errorResponses, type VoiceBody } from './schemas.ts';

/** Clients match these words. */
const NO_SUCH_VOICE = 'This voice_id does not exist';

/** Built-in voices were never created; a fixed moment keeps answers equal over restarts. */
const BUILT_IN_SINCE = '2025-01-01T00:00:00.000Z';

const VoiceRef = Type.Unsafe<VoiceBody>({ $ref: 'Voice#' });
const Path = Type.Object({ voice_id: Type.String() });

export function voiceRoutes(app: FastifyInstance, { engine }: RestDeps): void {
  app.get(
    '/voices',
    {
      schema: {
        tags: ['Voices'],
        summary: 'List the voices',
        description: 'The default voice of each language comes first.',
        security: SECURED,
        response: {
          200: data(Type.Object({ voices: Type.Array(VoiceRef) }), 'All voices the caller may use'),
          ...errorResponses(401),
        },
      },
    },
    async () => ({ data: { voices: engine.voices().map(toVoiceBody) } }),
  );

  app.get<{ Params: Static<typeof Path> }>(
    '/voices/:voice_id',
    {
      schema: {
        tags: ['Voices'],
        summary: 'Read one voice',
        security: SECURED,
        params: Path,
        response: { 200: data(Type.Object({ voice: VoiceRef }), 'The voice'), ...errorResponses(401, 404) },
      },
    },
    async (request) => {
      const voice = engine.voice(request.params.voice_id);
      if (voice === null) throw notFound(NO_SUCH_VOICE);
      return { data: { voice: toVoiceBody(voice) } };
    },
  );
}

/** A built-in voice as it goes over the wire: both spellings of every name, and no string missing. */
export function toVoiceBody(voice: Voice): VoiceBody {
  return {
    id: voice.id,
    voice_id: voice.id,
    name: voice.name,
    voice_name: voice.name,
    tags: [...voice.tags],
    voice_tags: [...voice.tags],
    lang_code: voice.lang,
    lang_codes: [...voice.langs],
    type: 'Standard',
    created_at: BUILT_IN_SINCE,
    updated_at: BUILT_IN_SINCE,
    assisted: false,
    selected: false,
    engine: voice.engine,
    sample_rate: voice.sampleRate,
    license: voice.license,
    supports_timings: voice.supportsTimings,
    notice: voice.notice ?? '',
  };
}
