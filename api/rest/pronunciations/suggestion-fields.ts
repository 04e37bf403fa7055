import { Type } from '@sinclair/typebox';

export const MAX_WORD_CHARS = 100;
export const MAX_SUGGESTIONS = 8;
export const DEFAULT_SUGGESTIONS = 4;

/** Fields of every request for pronunciation suggestions, besides the word, its sentence and the language. */
export const SUGGESTION_FIELDS = {
  offset: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Which occurrence, if the word repeats: the one at or nearest to this offset, in UTF-16 code units of ' +
        '`text`. Default: the first',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_SUGGESTIONS,
      default: DEFAULT_SUGGESTIONS,
      description: 'Maximum number of suggestions',
    }),
  ),
};
