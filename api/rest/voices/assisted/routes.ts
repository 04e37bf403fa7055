import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { builtInScript, MAX_SCRIPT_CHARACTERS, previewText } from '../../../../cloning/index.ts';
import { languageTag } from '../../../../engine/index.ts';
import { invalid, refusal } from '../../../errors/api-error.ts';
import { FieldReader, type RawFields } from '../../../http/fields.ts';
import type { Form } from '../../../http/forms/multipart.ts';
import { AssistedVoices, type Take } from '../../../voices/assisted-voices.ts';
import { voiceName, voiceTags } from '../../../voices/names.ts';
import { Voices } from '../../../voices/voices.ts';
import { identityOf, secured } from '../../common/identity.ts';
import { data, errorResponses } from '../../common/schemas.ts';
import type { RestDeps } from '../../deps.ts';
import { missingFile, textOrNull, UPLOAD_FAILURES, withForm } from '../forms.ts';
import { answerWithProgress, type OnProgress, PROGRESS_TEXT } from '../progress.ts';
import { VoicePath } from '../schemas.ts';
import {
  Candidates,
  ChooseQuery,
  Chosen,
  CreateQuery,
  MAX_PREVIEW_CHARS,
  Made,
  Script,
  ScriptQuery,
  TakeForm,
  UpdateQuery,
} from './schemas.ts';

const DEFAULT_LANG = 'en';
const FLAGS = ['fast', 'candidates'] as const;

const Answer = Type.Union([Made, Candidates]);

/** Routes for scripts to read out, and for choosing from candidates. */
export function assistedVoiceRoutes(app: FastifyInstance, deps: RestDeps): void {
  const assisted = new AssistedVoices(deps);

  app.get<{ Querystring: Static<typeof ScriptQuery> }>(
    '/voices/assisted/script',
    {
      schema: {
        tags: ['Assisted cloning'],
        operationId: 'getAssistedScript',
        summary: 'Get the script to read for a language',
        description: 'It takes some 40 seconds to read, and covers the sounds of the language.',
        security: secured('manage'),
        querystring: ScriptQuery,
        response: { 200: data(Script, 'The script'), ...errorResponses(401, 403, 422) },
      },
    },
    async (request) => {
      const lang = languageTag(request.query.lang_code?.trim() || DEFAULT_LANG);
      const script = builtInScript(lang);
      if (script === null) {
        throw invalid(['query', 'lang_code'], 'no_built_in_script', { lang });
      }
      return { data: { lang_code: lang, script } };
    },
  );

  app.post<{ Querystring: Static<typeof ChooseQuery> }>(
    '/voices/assisted/choose',
    {
      schema: {
        tags: ['Assisted cloning'],
        operationId: 'chooseCandidate',
        summary: 'Choose one of several candidates',
        description: 'Replaces any earlier choice in its set.',
        security: secured('manage'),
        querystring: ChooseQuery,
        response: { 200: data(Chosen, 'The choice'), ...errorResponses(401, 403, 404, 409, 422) },
      },
    },
    async (request) => {
      const { voice_id, top_k: topK, temperature } = request.query;
      const chosen = await assisted.choose(identityOf(request).ownerId, voice_id, { topK, temperature });
      if (chosen === undefined) throw refusal('not_your_voice');
      if (chosen === null) throw refusal('not_a_candidate');
      return { data: chosen };
    },
  );
}

/** Routes that enrol read-throughs. Their bodies are left unread. */
export function assistedUploadRoutes(app: FastifyInstance, deps: RestDeps): void {
  const { library, enrolments } = deps;
  const assisted = new AssistedVoices(deps);
  const voices = new Voices(deps);

  app.post<{ Querystring: Static<typeof CreateQuery> }>(
    '/voices/assisted',
    {
      schema: {
        tags: ['Assisted cloning'],
        operationId: 'createAssistedVoice',
        summary: 'Clone a voice from a script read aloud',
        description:
          'Finds the script in the recording, cleans the best passage and learns the voice from it; with ' +
          `\`candidates\`, one voice from each good passage to choose from. ${PROGRESS_TEXT}`,
        security: secured('manage'),
        querystring: CreateQuery,
        response: {
          200: data(Answer, 'The voice, or the candidates'),
          ...errorResponses(...UPLOAD_FAILURES, 409),
        },
      },
      config: { form: TakeForm },
      preValidation: readFlags,
    },
    async (request, reply) => {
      const { ownerId } = identityOf(request);
      const { query } = request;
      const name = voiceName(query.voice_name, ['query', 'voice_name']);
      if (name === '') throw invalid(['query', 'voice_name'], 'not_empty');
      const queryTags = voiceTags([query.voice_tags ?? ''], ['query', 'voice_tags']);
      const lang = languageTag(query.lang_code?.trim() || DEFAULT_LANG);
      if (await assisted.isNameTaken(ownerId, name, query.candidates ?? false))
        throw refusal('voice_name_taken');
      await assisted.refuseFull(ownerId, query.candidates ?? false);
      return answerWithProgress(request, reply, (onProgress) =>
        withTake(request, lang, onProgress, async (take, form, options) => {
          const formTags = voiceTags(form.fields.get('voice_tags') ?? [], ['body', 'voice_tags']);
          const tags = [...new Set([...queryTags, ...formTags])];
          const made = query.candidates
            ? await assisted.createSet(take, { name, tags }, options)
            : await assisted.create(take, { name, tags }, options);
          return { data: made };
        }),
      );
    },
  );

  app.patch<{ Params: Static<typeof VoicePath>; Querystring: Static<typeof UpdateQuery> }>(
    '/voices/:voice_id/assisted',
    {
      schema: {
        tags: ['Assisted cloning'],
        operationId: 'updateAssistedVoice',
        summary: 'Learn a voice again from a script read aloud',
        description:
          'Its name, tags and id stay; its reference is replaced in one write, and a rejected recording ' +
          'changes nothing. With `candidates` the whole set is made again: candidates with the same names keep ' +
          `their ids, and none is chosen. ${PROGRESS_TEXT}`,
        security: secured('manage'),
        params: VoicePath,
        querystring: UpdateQuery,
        response: {
          200: data(Answer, 'The voice, or the candidates'),
          ...errorResponses(...UPLOAD_FAILURES, 404, 409),
        },
      },
      config: { form: TakeForm },
      preValidation: readFlags,
    },
    async (request, reply) => {
      const { ownerId } = identityOf(request);
      const { query } = request;
      await voices.refuseVariant(ownerId, request.params.voice_id);
      const before = await library.read(ownerId, request.params.voice_id);
      if (!before) throw refusal('not_your_voice');
      const lang = languageTag(query.lang_code?.trim() || before.langCode);
      const setId = before.candidateSet;
      const setOf = setId === null ? undefined : await assisted.setName(ownerId, setId);
      if (query.candidates && setOf === undefined) throw refusal('no_candidate_set');
      return answerWithProgress(request, reply, (onProgress) =>
        withTake(request, lang, onProgress, async (take, _form, options) => {
          const made =
            query.candidates && setId !== null && setOf !== undefined
              ? await assisted.replaceSet(take, { id: setId, name: setOf, tags: before.tags }, options)
              : await assisted.replace(take, before, options);
          // The voice was deleted while its recording was being learned.
          if (made === undefined) throw refusal('not_your_voice');
          return { data: made };
        }),
      );
    },
  );

  /** Reads the form, and calls back with its recording and a signal that aborts when the client disconnects. */
  function withTake<T extends { readonly data: object }>(
    request: FastifyRequest<{ Querystring: Static<typeof UpdateQuery> }>,
    lang: string,
    onProgress: OnProgress,
    use: (
      take: Take,
      form: Form,
      options: { readonly signal: AbortSignal; readonly onProgress: OnProgress },
    ) => Promise<T>,
  ): Promise<T> {
    const { query } = request;
    const asked = textOrNull(query.script);
    const fields = { file: 'voice_file', transcriptIn: asked === null ? 'body' : 'query' } as const;
    enrolments.check(lang, true, fields);
    const { ownerId } = identityOf(request);
    return withForm(deps, request, async (form, signal) => {
      const audio = form?.files.get('voice_file');
      if (!form || !audio) throw missingFile('voice_file', form);
      const script = asked ?? textOrNull(form.fields.get('script')?.[0]) ?? builtInScript(lang);
      if (script === null) {
        throw invalid(['query', 'script'], 'script_missing', { lang });
      }
      bounded(script, [fields.transcriptIn, 'script'], MAX_SCRIPT_CHARACTERS);
      const inForm = form.fields.get('preview_text')?.[0];
      const spoken = query.preview_text ?? inForm ?? previewText(lang);
      const previewIn = query.preview_text === undefined && inForm !== undefined ? 'body' : 'query';
      bounded(spoken, [previewIn, 'preview_text'], MAX_PREVIEW_CHARS);
      const take = {
        ownerId,
        audio,
        lang,
        script,
        fast: query.fast ?? false,
        previewText: spoken.trim(),
        fields,
      };
      try {
        const answer = await use(take, form, { signal, onProgress });
        const sent = query.script ?? form.fields.get('script')?.[0];
        if (sent === undefined || textOrNull(sent) !== null) return answer;
        const message = `The script that was sent is blank: the built-in one for "${lang}" was taken.`;
        return { ...answer, data: { ...answer.data, message } };
      } catch (error) {
        throw signal.aborted ? refusal('client_gone') : error;
      }
    });
  }
}

/** Flags accept the same spellings as in speech settings, while the schemas accept only two of them. */
async function readFlags(request: FastifyRequest): Promise<void> {
  const query = request.query as RawFields & Record<string, unknown>;
  const fields = new FieldReader(query, ['query']);
  for (const name of FLAGS) {
    if (query[name] === '') delete query[name];
    else query[name] = fields.flag(name) ?? query[name];
  }
}

function bounded(text: string, loc: readonly string[], maxChars: number): void {
  if (text.length <= maxChars) return;
  throw invalid([...loc], 'too_many_characters', { max: maxChars });
}
