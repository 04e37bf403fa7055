import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { invalid, type RequestPart } from '../../errors/api-error.ts';
import { incomingBody } from '../../http/forms/incoming.ts';
import type { Form } from '../../http/forms/multipart.ts';
import { MAX_LANG_CODE_CHARS } from '../../limits/fields.ts';
import { inMib, MAX_RESTORE_FILE_BYTES } from '../../limits/uploads.ts';
import { plainFileName } from '../../restore/file-name.ts';
import { identityOf, secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import type { RestoreDeps } from '../deps.ts';
import { missingFile, textOrNull, UPLOAD_FAILURES } from '../voices/forms.ts';
import { RESTORE_TAGS } from './routes.ts';

const MAX_TRANSCRIPT_CHARS = 50_000;
const DEFAULT_LANG = 'en';
const CONTROL = /\p{Cc}/u;

const Query = Type.Object({
  lang_code: Type.Optional(
    Type.String({ maxLength: MAX_LANG_CODE_CHARS, description: 'Like the form field, which has precedence' }),
  ),
});
const OrderForm = Type.Object({
  audio_file: Type.String({
    format: 'binary',
    description: `A recording of speech, up to 10 minutes (unless configured otherwise) and ${inMib(MAX_RESTORE_FILE_BYTES)}`,
  }),
  transcript: Type.Optional(
    Type.String({
      maxLength: MAX_TRANSCRIPT_CHARS,
      description:
        'Text of the recording. The message of the finished job says which of its words are heard, or why that cannot ' +
        'be told.',
    }),
  ),
  lang_code: Type.Optional(
    Type.String({
      maxLength: MAX_LANG_CODE_CHARS,
      default: DEFAULT_LANG,
      description:
        'Language in which the transcript is compared; the audio of all languages is restored alike. In a language ' +
        'that is not recognised here, the transcript is ignored, which the message says',
    }),
  ),
});

/** Routes for uploads of recordings to restore. */
export function restoreUploadRoutes(app: FastifyInstance, { restores: { intake } }: RestoreDeps): void {
  app.post<{ Querystring: Static<typeof Query> }>(
    '/restore',
    {
      schema: {
        tags: RESTORE_TAGS,
        operationId: 'createRestoreJob',
        summary: 'Restore a damaged recording',
        description:
          'Reconstructs clipped peaks, removes rumble, echoes and noise, and normalizes the loudness to -23 LUFS. ' +
          'The response is a queued job; read it to follow its progress. A file that is not a recording is ' +
          'rejected at once.',
        security: secured('manage'),
        querystring: Query,
        response: {
          200: data(Type.Object({ job_id: Type.String() }), 'The job is queued'),
          ...errorResponses(...UPLOAD_FAILURES),
        },
      },
      config: { form: OrderForm },
    },
    async (request) => {
      const { ownerId } = identityOf(request);
      const body = incomingBody(request);
      const id = await intake.withForm(ownerId, request.headers['content-type'], body, async (form) => {
        const audio = form?.files.get('audio_file');
        if (!form || !audio) throw missingFile('audio_file', form);
        const order = {
          audio,
          fileName: plainFileName(form.fileNames.get('audio_file') ?? ''),
          language: languageIn(form, request.query.lang_code),
          transcript: transcriptIn(form),
        };
        return intake.submit(ownerId, order, body.signal);
      });
      return { data: { job_id: id } };
    },
  );
}

function languageIn(form: Form, inQuery: string | undefined): string {
  const inForm = textOrNull(form.fields.get('lang_code')?.[0]);
  const part: RequestPart = inForm === null ? 'query' : 'body';
  const lang = inForm ?? textOrNull(inQuery) ?? DEFAULT_LANG;
  if (lang.length <= MAX_LANG_CODE_CHARS && !CONTROL.test(lang)) return lang;
  throw invalid([part, 'lang_code'], 'restore_language_malformed', { max: MAX_LANG_CODE_CHARS });
}

function transcriptIn(form: Form): string | null {
  const text = textOrNull(form.fields.get('transcript')?.[0]);
  if (text !== null && text.length > MAX_TRANSCRIPT_CHARS) {
    throw invalid(['body', 'transcript'], 'too_many_characters', { max: MAX_TRANSCRIPT_CHARS });
  }
  return text;
}
