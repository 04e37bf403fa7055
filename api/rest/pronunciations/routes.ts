import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import {
  INVENTORY_KEYS,
  type InventoryKey,
  isOneWord,
  lexiconKey,
  validateIpa,
} from '../../../engine/phonetics.ts';
import { fieldFault, invalid, invalidFields, refusal } from '../../errors/api-error.ts';
import { choice } from '../../http/declared-fields.ts';
import { SETTINGS } from '../../settings/settings.ts';
import {
  deletePronunciation,
  type KeyedPronunciation,
  listPronunciations,
  putPronunciation,
} from '../../storage/pronunciations.ts';
import { identityOf, secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';
import { KEY_TEXT, keyOrSent, MAX_IPA_CHARS } from './ipa-schemas.ts';

const TAGS = ['Pronunciation'];
const MAX_WORD_CHARS = 64;

const Query = Type.Object({
  lang_code: Type.Optional(choice(INVENTORY_KEYS, { description: 'Only of this language' })),
});
const Path = Type.Object({
  lang_code: choice(INVENTORY_KEYS, { description: KEY_TEXT }),
  word: Type.String({
    minLength: 1,
    maxLength: MAX_WORD_CHARS,
    // No white space and no control characters.
    pattern: '^[^\\s\\u0000-\\u001f\\u007f-\\u009f<>]+$',
    description: 'One word as it is written; case is ignored',
  }),
});
type Path = Static<typeof Path>;
const Body = Type.Object({
  ipa: Type.String({
    minLength: 1,
    maxLength: MAX_IPA_CHARS,
    description: 'As a phoneme tag of the language accepts it',
    examples: ['ˈpɑːɹli'],
  }),
});
const Pronunciation = Type.Object({
  lang_code: choice(INVENTORY_KEYS),
  word: Type.String(),
  ipa: Type.String({ description: 'Canonical' }),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
});

/** Routes for the owners' own pronunciations, which apply to speech and agents. */
export function pronunciationRoutes(app: FastifyInstance, { db, dictionaries, settings }: RestDeps): void {
  const max = settings.maxPronunciationsPerOwner;
  app.get<{ Querystring: Static<typeof Query> }>(
    '/pronunciations',
    {
      schema: {
        tags: TAGS,
        operationId: 'listPronunciations',
        summary: 'List your pronunciations',
        description: 'By language and word.',
        security: secured('manage'),
        querystring: Query,
        response: {
          200: data(Type.Object({ pronunciations: Type.Array(Pronunciation) }), 'Your pronunciations'),
          ...errorResponses(401, 403, 422),
        },
      },
      preValidation: async ({ query }) => resolveKey(query),
    },
    async (request) => {
      const { ownerId } = identityOf(request);
      const all = await listPronunciations(db, ownerId, request.query.lang_code ?? null);
      return { data: { pronunciations: all.map(bodyOf) } };
    },
  );

  app.put<{ Params: Path; Body: Static<typeof Body> }>(
    '/pronunciations/:lang_code/:word',
    {
      schema: {
        tags: TAGS,
        operationId: 'setPronunciation',
        summary: 'Set the pronunciation of a word',
        description:
          'From then on it applies to all your speech in the language, including open streams and agents. A ' +
          `phoneme tag in the text has precedence. Up to ${max} words.`,
        security: secured('manage'),
        params: Path,
        body: Body,
        response: {
          200: data(Type.Object({ pronunciation: Pronunciation }), 'The pronunciation was stored'),
          ...errorResponses(401, 403, 409, 413, 422),
        },
      },
      preValidation: async ({ params }) => resolveKey(params),
    },
    async (request) => {
      const { ownerId } = identityOf(request);
      const { lang_code: langCode, word } = request.params;
      if (!isOneWord(word, langCode)) {
        throw invalid(['path', 'word'], 'word_unspeakable');
      }
      const ipa = validIpa(request.body.ipa, langCode);
      const written = word.normalize('NFC');
      const place = { ownerId, langCode, wordKey: lexiconKey(word) };
      const stored = await putPronunciation(db, place, { word: written, ipa }, max);
      if (stored === null) {
        const setting = SETTINGS.maxPronunciationsPerOwner.name;
        throw refusal('quota_reached', { values: { what: 'pronunciations', max, setting } });
      }
      dictionaries.forget(ownerId);
      return { data: { pronunciation: bodyOf(stored) } };
    },
  );

  app.delete<{ Params: Path }>(
    '/pronunciations/:lang_code/:word',
    {
      schema: {
        tags: TAGS,
        operationId: 'deletePronunciation',
        summary: 'Delete the pronunciation of a word',
        description: 'Open streams and agents return to the default pronunciation, too.',
        security: secured('manage'),
        params: Path,
        response: {
          200: data(
            Type.Object({
              message: Type.String(),
              lang_code: choice(INVENTORY_KEYS),
              word: Type.String({ description: 'As it was stored' }),
            }),
            'The pronunciation was deleted',
          ),
          ...errorResponses(401, 403, 404, 422),
        },
      },
      preValidation: async ({ params }) => resolveKey(params),
    },
    async (request) => {
      const { ownerId } = identityOf(request);
      const { lang_code: langCode, word } = request.params;
      const gone = await deletePronunciation(db, { ownerId, langCode, wordKey: lexiconKey(word) });
      if (!gone) throw refusal('no_such_pronunciation', { values: { lang: langCode } });
      dictionaries.forget(ownerId);
      const message = 'Pronunciation has successfully been deleted.';
      return { data: { message, lang_code: langCode, word: gone.word } };
    },
  );
}

/** Replaces a language code by the key that it stands for. */
function resolveKey(parameters: { lang_code?: unknown }): void {
  if (parameters.lang_code !== undefined) parameters.lang_code = keyOrSent(parameters.lang_code);
}

/** @throws ApiError 422 with one item per fault */
function validIpa(ipa: string, key: InventoryKey): string {
  const validation = validateIpa(ipa, key);
  if (validation.valid) return validation.ipa;
  throw invalidFields(
    validation.errors.map(({ message, start, nearest }) =>
      fieldFault(['body', 'ipa'], 'ipa_foreign', { message, start, nearest: nearest.join(', ') || null }),
    ),
  );
}

function bodyOf({ langCode, word, ipa, createdAt, updatedAt }: KeyedPronunciation) {
  return { lang_code: langCode, word, ipa, created_at: createdAt, updated_at: updatedAt };
}
