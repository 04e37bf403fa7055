import type { Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { languageTag } from '../../../engine/index.ts';
import { invalid, refusal } from '../../errors/api-error.ts';
import type { Form } from '../../http/forms/multipart.ts';
import { voiceName, voiceTags } from '../../voices/names.ts';
import { Voices } from '../../voices/voices.ts';
import { identityOf, secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';
import { missingFile, textOrNull, UPLOAD_FAILURES, withForm } from './forms.ts';
import { answerWithProgress, PROGRESS_TEXT } from './progress.ts';
import {
  Created,
  CreateForm,
  CreateQuery,
  DEFAULT_LANG,
  MAX_TRANSCRIPT_CHARS,
  Updated,
  UpdateForm,
  UpdateQuery,
  VoicePath,
} from './schemas.ts';

/** Clients match this text. */
const UPDATED = 'Voice has successfully been updated.';

/** Values that clients send in place of a file when there is none. */
const NO_FILE = ['', 'null', 'None', 'undefined'];

/** Routes that create voices from recordings, and change them. */
export function voiceUploadRoutes(app: FastifyInstance, deps: RestDeps): void {
  const { enrolments } = deps;
  const voices = new Voices(deps);

  app.post<{ Querystring: Static<typeof CreateQuery> }>(
    '/voices',
    {
      schema: {
        tags: ['Voices'],
        operationId: 'createVoice',
        summary: 'Clone a voice from a recording',
        description:
          'The recording is transcribed and aligned with its transcript, and the voice is learned from both. One ' +
          `that cannot be used is rejected with 400 and a reason, and nothing is stored. ${PROGRESS_TEXT}`,
        security: secured('manage'),
        querystring: CreateQuery,
        response: { 200: data(Created, 'The voice is ready'), ...errorResponses(...UPLOAD_FAILURES, 409) },
      },
      config: { form: CreateForm },
    },
    async (request, reply) => {
      const { ownerId } = identityOf(request);
      const { query } = request;
      const name = voiceName(query.voice_name, ['query', 'voice_name']);
      if (name === '') throw invalid(['query', 'voice_name'], 'not_empty');
      const queryTags = voiceTags([query.voice_tags ?? ''], ['query', 'voice_tags']);
      const lang = languageTag(query.lang_code?.trim() || DEFAULT_LANG);
      const spoken = textOrNull(query.transcript);
      if (await voices.isNameTaken(ownerId, name)) throw refusal('voice_name_taken');
      await voices.refuseFull(ownerId);
      // Whether there is a transcript may be known only from the form. The language is checked before it, since it
      // cannot become valid.
      enrolments.check(lang, true, fieldsOf('voice_file', spoken));
      return answerWithProgress(request, reply, async (onProgress) => {
        const record = await withForm(deps, request, async (form, signal) => {
          const audio = form?.files.get('voice_file');
          if (!audio) throw missingFile('voice_file', form);
          const formTags = voiceTags(form?.fields.get('voice_tags') ?? [], ['body', 'voice_tags']);
          const transcript = spoken ?? transcriptOf(form);
          const fields = fieldsOf('voice_file', spoken);
          const tags = [...new Set([...queryTags, ...formTags])];
          const order = { name, tags, lang, audio, transcript, fields };
          return voices.create(ownerId, order, { signal, onProgress });
        });
        return { data: { message: 'Voice has successfully been created.', voice_id: record.id } };
      });
    },
  );

  app.patch<{ Params: Static<typeof VoicePath>; Querystring: Static<typeof UpdateQuery> }>(
    '/voices/:voice_id',
    {
      schema: {
        tags: ['Voices'],
        operationId: 'updateVoice',
        summary: 'Rename a voice, or learn it again from a new recording',
        description:
          'All changes are made, or none. Whatever is missing or empty stays unchanged; the body may be absent. ' +
          PROGRESS_TEXT,
        security: secured('manage'),
        params: VoicePath,
        querystring: UpdateQuery,
        response: {
          200: data(Updated, 'The updated voice'),
          ...errorResponses(...UPLOAD_FAILURES, 404, 409),
        },
      },
      config: { form: UpdateForm },
    },
    async (request, reply) => {
      const { ownerId } = identityOf(request);
      const { query } = request;
      const name = voiceName(query.new_voice_name ?? '', ['query', 'new_voice_name']);
      const tags = voiceTags(query.new_voice_tags ?? [], ['query', 'new_voice_tags']);
      const spoken = textOrNull(query.transcript);
      await voices.refuseVariant(ownerId, request.params.voice_id);
      const before = await voices.findOwn(ownerId, request.params.voice_id);
      if (!before) throw refusal('not_your_voice');
      const changes = { ...(name !== '' && { name }), ...(tags.length > 0 && { tags }) };
      if (name !== '' && name !== before.name && (await voices.isNameTaken(ownerId, name)))
        throw refusal('voice_name_taken');
      return answerWithProgress(request, reply, async (onProgress) => {
        const after = await withForm(deps, request, async (form, signal) => {
          const audio = form?.files.get('new_voice_file');
          if (!audio) {
            const given = form?.fields.get('new_voice_file') ?? [];
            if (given.some((text) => !NO_FILE.includes(text.trim())))
              throw missingFile('new_voice_file', form);
          }
          const recording = audio
            ? { audio, transcript: spoken ?? transcriptOf(form), fields: fieldsOf('new_voice_file', spoken) }
            : null;
          return voices.update(ownerId, before, changes, recording, { signal, onProgress });
        });
        // The voice was deleted while its recording was being learned.
        if (!after) throw refusal('not_your_voice');
        const { id, name: voice_name, tags: voice_tags } = after;
        return { data: { message: UPDATED, voice_name, voice_tags, voice_id: id } };
      });
    },
  );
}

function fieldsOf(file: string, transcriptInQuery: string | null) {
  return { file, transcriptIn: transcriptInQuery === null ? ('body' as const) : ('query' as const) };
}

function transcriptOf(form: Form | null): string | null {
  const text = textOrNull(form?.fields.get('transcript')?.[0]);
  if (text !== null && text.length > MAX_TRANSCRIPT_CHARS) {
    throw invalid(['body', 'transcript'], 'too_many_characters', { max: MAX_TRANSCRIPT_CHARS });
  }
  return text;
}
