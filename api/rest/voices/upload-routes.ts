import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { VoiceReference } from '../../../engine/index.ts';
import { invalid, refusal } from '../../errors/api-error.ts';
import type { Form } from '../../http/forms/multipart.ts';
import { MAX_LANG_CODE_CHARS } from '../../limits/fields.ts';
import { isNameTaken } from '../../storage/voice-names.ts';
import { insertVoice, updateVoice, type VoiceRecord } from '../../storage/voices.ts';
import { voiceName, voiceTags } from '../../voices/names.ts';
import type { RestDeps } from '../deps.ts';
import { identityOf, SECURED } from '../shared/identity.ts';
import { data, errorResponses } from '../shared/schemas.ts';
import { missingFile, textOrNull, UPLOAD_FAILURES, withForm } from './forms.ts';

/** Clients match these words. */
const UPDATED = 'Voice has successfully been updated.';

const MAX_TRANSCRIPT_CHARS = 10_000;
const DEFAULT_LANG = 'en';
/** What clients send in place of a file to say that there is none. */
const NO_FILE = ['', 'null', 'None', 'undefined'];

const Audio = {
  format: 'binary',
  description: 'A recording of one speaker, longer than 6 seconds, up to 2 minutes and 25 MiB',
};
const Transcript = Type.Optional(
  Type.String({
    maxLength: MAX_TRANSCRIPT_CHARS,
    description: 'What is said in the recording; recognised otherwise. May be sent as a form field.',
  }),
);

const CreateQuery = Type.Object({
  voice_name: Type.String({ description: 'Another one than your other voices have' }),
  voice_tags: Type.Optional(
    Type.String({ description: 'Tags with commas between them. May be sent as a form field.' }),
  ),
  lang_code: Type.Optional(
    Type.String({
      default: DEFAULT_LANG,
      maxLength: MAX_LANG_CODE_CHARS,
      description: 'Language of the recording, and of the voice',
    }),
  ),
  transcript: Transcript,
});
const CreateForm = Type.Object({
  voice_file: Type.String(Audio),
  voice_tags: Type.Optional(Type.String()),
  transcript: Type.Optional(Type.String()),
});

const UpdateQuery = Type.Object({
  new_voice_name: Type.Optional(Type.String()),
  new_voice_tags: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Repeated, or one text with commas; they replace the old ones',
    }),
  ),
  transcript: Transcript,
});
const UpdateForm = Type.Object({
  new_voice_file: Type.Optional(
    Type.Union([Type.String(Audio), Type.String(), Type.Null()], {
      description: `${Audio.description}; replaces the old one. An empty text or null leaves that.`,
    }),
  ),
  transcript: Type.Optional(Type.String()),
});

const Path = Type.Object({ voice_id: Type.String() });
const Created = Type.Object({ message: Type.String(), voice_id: Type.String() });
const Updated = Type.Object({
  message: Type.String(),
  voice_name: Type.String(),
  voice_tags: Type.Array(Type.String()),
  voice_id: Type.String(),
});

/** Making voices from recordings, and changing them. */
export function voiceUploadRoutes(app: FastifyInstance, deps: RestDeps): void {
  const { db, enrolments, library } = deps;

  app.post<{ Querystring: Static<typeof CreateQuery> }>(
    '/voices',
    {
      schema: {
        tags: ['Voices'],
        operationId: 'createVoice',
        summary: 'Clone a voice from a recording',
        description:
          'What is said is recognised and aligned with the sound, and the voice learned from it. A recording that cannot ' +
          'be used is refused with 400 and a reason, and nothing is stored.',
        security: SECURED,
        querystring: CreateQuery,
        response: { 200: data(Created, 'The voice is ready'), ...errorResponses(...UPLOAD_FAILURES) },
      },
      config: { form: CreateForm },
    },
    async (request) => {
      const { ownerId } = identityOf(request);
      const { query } = request;
      const name = voiceName(query.voice_name, ['query', 'voice_name']);
      if (name === '') throw invalid(['query', 'voice_name'], 'not_empty');
      const queryTags = voiceTags([query.voice_tags ?? ''], ['query', 'voice_tags']);
      const lang = query.lang_code?.trim() || DEFAULT_LANG;
      const spoken = textOrNull(query.transcript);
      if (await isNameTaken(db, ownerId, name)) throw refusal('voice_name_taken');
      // Whether there is a transcript may only turn out in the form; the language cannot get any better.
      enrolments.check(lang, true, fieldsOf('voice_file', spoken));
      const record = await withForm(deps, request, async (form, signal) => {
        const audio = form?.files.get('voice_file');
        if (!audio) throw missingFile('voice_file', form);
        const formTags = voiceTags(form?.fields.get('voice_tags') ?? [], ['body', 'voice_tags']);
        const transcript = spoken ?? transcriptOf(form);
        const fields = fieldsOf('voice_file', spoken);
        const reference = await enrolments.enrol(ownerId, { audio, lang, transcript }, fields, signal);
        const voice = { ownerId, name, langCode: lang, tags: [...new Set([...queryTags, ...formTags])] };
        return insertVoice(db, voice, reference);
      });
      return { data: { message: 'Voice has successfully been created.', voice_id: record.id } };
    },
  );

  app.patch<{ Params: Static<typeof Path>; Querystring: Static<typeof UpdateQuery> }>(
    '/voices/:voice_id',
    {
      schema: {
        tags: ['Voices'],
        operationId: 'updateVoice',
        summary: 'Rename a voice of your own, or learn it anew',
        description:
          'All or nothing of it happens. What is left out or empty stays as it is; the body may be absent.',
        security: SECURED,
        params: Path,
        querystring: UpdateQuery,
        response: {
          200: data(Updated, 'The voice as it is now'),
          ...errorResponses(...UPLOAD_FAILURES, 404),
        },
      },
      config: { form: UpdateForm },
    },
    async (request) => {
      const { ownerId } = identityOf(request);
      const { query } = request;
      const name = voiceName(query.new_voice_name ?? '', ['query', 'new_voice_name']);
      const tags = voiceTags(query.new_voice_tags ?? [], ['query', 'new_voice_tags']);
      const spoken = textOrNull(query.transcript);
      const before = await library.read(ownerId, request.params.voice_id);
      if (!before) throw refusal('not_your_voice');
      const changes = { ...(name !== '' && { name }), ...(tags.length > 0 && { tags }) };
      if (name !== '' && name !== before.name && (await isNameTaken(db, ownerId, name))) {
        throw refusal('voice_name_taken');
      }
      // What was found out about a read-through is not true of the new recording.
      const plain = before.assisted &&
        before.candidateSet === null && { assisted: false, assistedReport: null };
      const update = (reference?: VoiceReference): Promise<VoiceRecord | undefined> =>
        updateVoice(db, ownerId, before.id, { ...changes, ...(reference && plain) }, reference);

      const after = await withForm(deps, request, async (form, signal) => {
        const audio = form?.files.get('new_voice_file');
        if (!audio) {
          const given = form?.fields.get('new_voice_file') ?? [];
          if (given.some((text) => !NO_FILE.includes(text.trim()))) throw missingFile('new_voice_file', form);
          return Object.keys(changes).length > 0 ? update() : before;
        }
        const sample = { audio, lang: before.langCode, transcript: spoken ?? transcriptOf(form) };
        const fields = fieldsOf('new_voice_file', spoken);
        return update(await enrolments.enrol(ownerId, sample, fields, signal));
      });
      // Deleted while its recording was learned.
      if (!after) throw refusal('not_your_voice');
      if (after.referenceId === before.referenceId) library.forget(ownerId, before.id);
      else library.drop(ownerId, before);
      const { id, name: voice_name, tags: voice_tags } = after;
      return { data: { message: UPDATED, voice_name, voice_tags, voice_id: id } };
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
