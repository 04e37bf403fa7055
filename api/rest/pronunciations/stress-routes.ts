import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { STRESS_KEYS, STRESS_SOURCES, suggestStress } from '../../../engine/phonetics.ts';
import { invalid } from '../../errors/api-error.ts';
import { choice } from '../../http/declared-fields.ts';
import { secured } from '../common/identity.ts';
import { data, errorResponses } from '../common/schemas.ts';
import { DEFAULT_SUGGESTIONS, MAX_WORD_CHARS, SUGGESTION_FIELDS } from './suggestion-fields.ts';

const Question = Type.Object({
  word: Type.String({
    minLength: 1,
    maxLength: MAX_WORD_CHARS,
    description: 'One word, in Latin or Cyrillic script',
    examples: ['ljepota'],
  }),
  text: Type.Optional(
    Type.String({
      default: '',
      description: 'Text that contains the word, of any length',
      examples: ['Kakva ljepota!'],
    }),
  ),
  key: Type.Optional(choice(STRESS_KEYS, { default: 'hr', description: 'Croatian or Serbian' })),
  ...SUGGESTION_FIELDS,
});

const Answer = Type.Object({
  word: Type.String({ description: 'As sent' }),
  syllables: Type.Array(Type.String(), {
    description:
      'The syllables: every vowel letter, and an r between consonants, forms one. Joined, they are the word',
  }),
  suggestions: Type.Array(
    Type.Object({
      syllable: Type.Integer({ minimum: 1, description: 'Index into `syllables`, from 1' }),
      source: choice(STRESS_SOURCES, {
        description:
          'Reason: a written accent, the preceding words, the lexicon, the ending, or a general rule',
      }),
      note: Type.Optional(Type.String({ description: 'In words' })),
    }),
    { description: 'Most likely first; empty for an unstressed word such as a preposition' },
  ),
});

/** Suggests stress for words of languages whose spelling does not show it. */
export function stressRoutes(app: FastifyInstance): void {
  app.post<{ Body: Static<typeof Question> }>(
    '/stress/suggest',
    {
      schema: {
        tags: ['Pronunciation'],
        operationId: 'suggestStress',
        summary: 'Suggest where a word is stressed',
        description:
          'For Croatian and Serbian, following the Neo-Štokavian norm. With `text`, the sentence decides between ' +
          'forms with the same spelling.',
        security: secured('speak'),
        body: Question,
        response: {
          200: data(Answer, 'Syllables and suggestions'),
          ...errorResponses(401, 403, 413, 415, 422),
        },
      },
    },
    async ({ body }) => {
      const { word, text = '', offset = null, key = 'hr', limit = DEFAULT_SUGGESTIONS } = body;
      if (!/\p{L}/u.test(word) || /\s/u.test(word.trim())) {
        throw invalid(['body', 'word'], 'word_expected');
      }
      const { syllables, suggestions } = suggestStress({ word, text, offset, key, limit });
      return {
        data: {
          word,
          syllables,
          suggestions: suggestions.map(({ note, ...rest }) => ({ ...rest, ...(note !== null && { note }) })),
        },
      };
    },
  );
}
