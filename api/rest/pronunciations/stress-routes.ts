import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { STRESS_KEYS, STRESS_SOURCES, stressKey, suggestStress } from '../../../engine/phonetics.ts';
import { choice } from '../../http/declared-fields.ts';
import { secured } from '../common/identity.ts';
import { data, documentsOnly, errorResponses } from '../common/schemas.ts';
import { readQuestion, suggestionFields, suggestionSchema } from './suggestion-fields.ts';

const FIELDS = suggestionFields(STRESS_KEYS, stressKey, 'hr', {
  word: 'One word, in Latin or Cyrillic script',
  key: 'Croatian or Serbian',
  example: { word: 'ljepota', text: 'Kakva ljepota!' },
});
const LETTER = /\p{L}/u;

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

/** Route that suggests stress for words of languages whose spelling does not show it. */
export function stressRoutes(app: FastifyInstance): void {
  app.post(
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
        body: suggestionSchema(FIELDS),
        response: {
          200: data(Answer, 'Syllables and suggestions'),
          ...errorResponses(401, 403, 413, 415, 422),
        },
      },
      validatorCompiler: documentsOnly,
    },
    async ({ body }) => {
      const question = readQuestion(body, FIELDS, LETTER);
      const { syllables, suggestions } = suggestStress(question);
      return {
        data: {
          word: question.word,
          syllables,
          suggestions: suggestions.map(({ note, ...rest }) => ({ ...rest, ...(note !== null && { note }) })),
        },
      };
    },
  );
}
