import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { isLanguageTag, RULES, readText } from '../../../engine/index.ts';
import { invalid, invalidFields } from '../../errors/api-error.ts';
import { choice } from '../../http/declared-fields.ts';
import { FieldReader, isObject } from '../../http/fields.ts';
import { MAX_LANG_CODE_CHARS } from '../../limits/fields.ts';
import { secured } from '../common/identity.ts';
import { data, documentsOnly, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';

/** About ten minutes of speech; reading it out takes the main thread a few milliseconds. */
const MAX_READ_CHARS = 10_000;

const Request = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: MAX_READ_CHARS,
    description: 'Text as it would be sent to be spoken, tags included',
    examples: ['Call +49 30 1234567 by 5 p.m.'],
  }),
  lang: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: MAX_LANG_CODE_CHARS,
      default: 'en',
      description:
        'Its language; one whose numbers are not read out here leaves digits and signs as they are',
    }),
  ),
  phonemes: Type.Optional(
    Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      default: false,
      description: 'Whether to add the IPA of each word, as espeak-ng pronounces it in its sentence',
    }),
  ),
});

const Answer = Type.Object({
  spoken: Type.String({ description: 'All of it: words, with the marks that part clauses' }),
  words: Type.Array(
    Type.Object({
      unit: Type.String({ description: 'The word as sent, as in the alignment of speech' }),
      start: Type.Integer({ minimum: 0, description: 'Its start: UTF-16 code units into `text`' }),
      end: Type.Integer({ minimum: 0, description: 'Its end (exclusive)' }),
      spoken: Type.String({ description: 'What is spoken for it' }),
      rule: Type.Optional(
        choice(RULES, { description: 'What it was taken for; absent for a word that is spoken as written' }),
      ),
      ipa: Type.Optional(
        Type.String({
          description: 'Of a phoneme tag, as written there; with `phonemes` of every word that is heard',
        }),
      ),
    }),
    { description: 'In the order of the text' },
  ),
});

/** Route that shows how a text is read out, without speaking it. */
export function textRoutes(app: FastifyInstance, { engine }: Pick<RestDeps, 'engine'>): void {
  app.post(
    '/text/read',
    {
      schema: {
        tags: ['Pronunciation'],
        operationId: 'readText',
        summary: 'Show how a text is read out',
        description:
          'The words that are spoken for numbers, dates, money, codes, units, abbreviations, addresses and signs. ' +
          'The same for every voice of a language.',
        security: secured('speak'),
        body: Request,
        response: { 200: data(Answer, 'The words'), ...errorResponses(401, 403, 413, 415, 422, 503) },
      },
      validatorCompiler: documentsOnly,
    },
    async ({ body }) => {
      const { text, lang, phonemes } = question(body);
      const { spoken, words } = readText(text, lang);
      const ipas = phonemes ? await engine.phonemes(text, lang) : [];
      return {
        data: {
          spoken,
          words: words.map(({ span, rule, ipa: own, ...word }, i) => {
            const ipa = own ?? ipas[i] ?? null;
            return { ...word, ...span, ...(rule !== null && { rule }), ...(ipa !== null && { ipa }) };
          }),
        },
      };
    },
  );
}

function question(body: unknown): { text: string; lang: string; phonemes: boolean } {
  if (!isObject(body)) throw invalid(['body'], 'body_object_expected');
  const fields = new FieldReader(body, ['body']);
  const text = fields.text('text', { maxChars: MAX_READ_CHARS, mayHoldNul: true });
  if (text === undefined && fields.problems.length === 0) fields.problem('text', 'text_missing');
  const lang = fields.text('lang', { maxChars: MAX_LANG_CODE_CHARS }) ?? 'en';
  const phonemes = fields.flag('phonemes') ?? false;
  if (!isLanguageTag(lang)) fields.problem('lang', 'transcription_language_malformed');
  if (text === undefined || fields.problems.length > 0) throw invalidFields(fields.problems);
  return { text, lang, phonemes };
}
