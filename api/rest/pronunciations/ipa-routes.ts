import type { Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import {
  featureWords,
  INVENTORY_KEYS,
  INVENTORY_VERSION,
  inventory,
  inventoryTokens,
  ipaToken,
  validateIpa,
} from '../../../engine/phonetics.ts';
import { isObject } from '../../http/fields.ts';
import { identityOf, secured } from '../common/identity.ts';
import { documentsOnly, errorResponses } from '../common/schemas.ts';
import type { RestDeps } from '../deps.ts';
import {
  InventoryAnswer,
  keyOrSent,
  SUGGEST_FIELDS,
  SuggestAnswer,
  ValidateRequest,
  ValidationAnswer,
} from './ipa-schemas.ts';
import { readQuestion, suggestionSchema } from './suggestion-fields.ts';

const TAGS = ['Pronunciation'];
/** Inventories change only with the server's version. */
const INVENTORY_MAX_AGE_SECONDS = 3600;
/** Matches a character that is spoken. */
const HEARD = /[\p{L}\p{N}]/u;

/** Routes that list what phoneme tags accept, validate transcriptions, and suggest how a word may sound. */
export function ipaRoutes(app: FastifyInstance, { engine, dictionaries }: RestDeps): void {
  let inventoryJson: string | null = null;
  app.get(
    '/ipa/inventory',
    {
      schema: {
        tags: TAGS,
        operationId: 'getIpaInventory',
        summary: 'List the phoneme inventories',
        description:
          'The symbols allowed in phoneme tags: tokens of all languages, and the sounds of each with class, ' +
          'features and an example. Frozen: any change also changes `version`.',
        security: secured('speak'),
        response: { 200: InventoryAnswer, ...errorResponses(401, 403) },
      },
    },
    async (_request, reply) => {
      // Built once: hundreds of symbols that never change.
      inventoryJson ??= JSON.stringify({ data: inventoryBody() });
      reply.header('cache-control', `private, max-age=${INVENTORY_MAX_AGE_SECONDS}`);
      reply.type('application/json; charset=utf-8');
      return reply.send(inventoryJson);
    },
  );

  app.post<{ Body: ValidateRequest }>(
    '/ipa/validate',
    {
      schema: {
        tags: TAGS,
        operationId: 'validateIpa',
        summary: 'Validate transcriptions',
        description:
          'Whether a phoneme tag of the language accepts them, in which spelling, and where the faults are if not. ' +
          'One with `ipa` and `key`, or several in `items`.',
        security: secured('speak'),
        body: ValidateRequest,
        response: { 200: ValidationAnswer, ...errorResponses(401, 403, 413, 422) },
      },
      preValidation: async ({ body }) => resolveKeys(body),
    },
    async ({ body }) => {
      const { ipa = '', key = 'en', items = null } = body;
      if (items === null) return { data: validateIpa(ipa, key) };
      return { data: { items: items.map((item) => validateIpa(item.ipa ?? '', item.key ?? key)) } };
    },
  );

  app.post(
    '/ipa/suggest',
    {
      schema: {
        tags: TAGS,
        operationId: 'suggestIpa',
        summary: 'Suggest pronunciations of a word',
        description:
          'Pronunciations from dictionaries and rules, each valid in a phoneme tag. With `text`, the reading that ' +
          'fits the sentence comes first ("I read it yesterday").',
        security: secured('speak'),
        body: suggestionSchema(SUGGEST_FIELDS),
        response: { 200: SuggestAnswer, ...errorResponses(401, 403, 413, 422, 503) },
      },
      validatorCompiler: documentsOnly,
    },
    async (request) => {
      const question = readQuestion(request.body, SUGGEST_FIELDS, HEARD);
      const { word, key } = question;
      const own = await dictionaries.find(identityOf(request).ownerId, key, word);
      const { suggestions, dropped } = await engine.suggest({ ...question, own });
      return {
        data: {
          word,
          suggestions: suggestions.map(({ note, ...suggestion }) => ({
            ...suggestion,
            ...(note !== null && { note }),
          })),
          dropped,
        },
      };
    },
  );
}

/** Replaces language codes by the keys that they stand for, wherever the body has a `key`. */
function resolveKeys(body: unknown): void {
  if (!isObject(body)) return;
  const items: readonly unknown[] = Array.isArray(body.items) ? body.items : [];
  for (const part of [body, ...items]) if (isObject(part) && 'key' in part) part.key = keyOrSent(part.key);
}

function inventoryBody(): Static<typeof InventoryAnswer>['data'] {
  const languages = INVENTORY_KEYS.map((key) => {
    const { name, symbols } = inventory(key);
    const entries = symbols.map(({ ipa, class: kind, features, example, aliases }) => ({
      symbol: ipa,
      token: ipaToken(ipa),
      class: kind,
      features: featureWords(features),
      example,
      aliases: [...aliases],
    }));
    return [key, { name, symbols: entries }];
  });
  return { version: INVENTORY_VERSION, tokens: inventoryTokens(), languages: Object.fromEntries(languages) };
}
