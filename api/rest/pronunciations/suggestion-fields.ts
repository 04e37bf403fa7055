import { type SchemaOptions, Type } from '@sinclair/typebox';
import { invalid, invalidFields } from '../../errors/api-error.ts';
import {
  choice,
  type Field,
  numberField,
  orNull,
  readFields,
  textField,
  type Values,
  withDefault,
} from '../../http/declared-fields.ts';
import { FieldReader, isObject } from '../../http/fields.ts';
import { MAX_LANG_CODE_CHARS } from '../../limits/fields.ts';

const MAX_WORD_CHARS = 100;
export const MAX_SUGGESTIONS = 8;
const DEFAULT_SUGGESTIONS = 4;

/** Only the text near the word is used, so the size of the body is the only limit. */
const textAround = (example: string): Field<string | undefined> => ({
  schema: Type.String({
    description:
      'Text that contains the word; the words around it decide between readings. As long as the body may be, 1 MiB: a ' +
      'longer one is refused with 413',
    examples: [example],
  }),
  read: (fields, name) =>
    fields.text(name, { maxChars: Number.POSITIVE_INFINITY, mayBeEmpty: true, mayHoldNul: true }),
});

const OFFSET: Field<number | undefined> = {
  ...numberField({ min: 0, max: Number.MAX_SAFE_INTEGER, isWhole: true }),
  schema: Type.Unsafe<number>({
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'Which occurrence, if the word repeats: the one at or nearest to this offset, in UTF-16 code units of ' +
      '`text`. Default: the first',
  }),
};

function keyField<const K extends string>(
  keys: readonly K[],
  keyOf: (lang: string) => K | null,
  options: SchemaOptions,
): Field<K | undefined> {
  return {
    schema: choice(keys, options),
    read(fields, name) {
      const lang = fields.text(name, { maxChars: MAX_LANG_CODE_CHARS });
      if (lang === undefined) return undefined;
      return keyOf(lang) ?? fields.problem(name, 'not_an_option', { options: keys.join(', ') });
    },
  };
}

/** Descriptions of the fields that differ between the documents. */
interface FieldTexts {
  readonly word: string;
  readonly key: string;
  readonly example: { readonly word: string; readonly text: string };
}

/**
 * Returns the fields of a request for suggestions about one word.
 * @param keyOf the key that a language code stands for
 */
export function suggestionFields<const K extends string>(
  keys: readonly K[],
  keyOf: (lang: string) => K | null,
  defaultKey: NoInfer<K>,
  { word, key, example }: FieldTexts,
) {
  return {
    word: textField(
      { maxChars: MAX_WORD_CHARS },
      { minLength: 1, description: word, examples: [example.word] },
    ),
    text: withDefault(textAround(example.text), ''),
    offset: OFFSET,
    key: withDefault(keyField(keys, keyOf, { description: key }), defaultKey),
    limit: withDefault(
      numberField(
        { min: 1, max: MAX_SUGGESTIONS, isWhole: true },
        { description: 'Maximum number of suggestions' },
      ),
      DEFAULT_SUGGESTIONS,
    ),
  };
}

/** Returns the schema of a request body: everything but the word is optional. */
export function suggestionSchema(fields: ReturnType<typeof suggestionFields>) {
  const { word, ...others } = fields;
  const optional = Object.entries(others).map(([name, { schema }]) => [name, Type.Optional(orNull(schema))]);
  return Type.Object({ word: word.schema, ...Object.fromEntries(optional) });
}

type Question<K extends string> = Omit<Values<ReturnType<typeof suggestionFields<K>>>, 'word' | 'offset'> & {
  readonly word: string;
  readonly offset: number | null;
};

/**
 * Reads such a body. Null counts as absent.
 * @param isWord condition for the word, in addition to having no space
 * @throws ApiError 422
 */
export function readQuestion<K extends string>(
  body: unknown,
  declared: ReturnType<typeof suggestionFields<K>>,
  isWord: RegExp,
): Question<K> {
  if (!isObject(body)) throw invalid(['body'], 'body_object_expected');
  const fields = new FieldReader(body, ['body']);
  const { word, offset, ...asked } = readFields(fields, declared);
  if (word === undefined && fields.problems.every(({ loc }) => loc[1] !== 'word')) {
    fields.problem('word', fields.has('word') ? 'word_expected' : 'field_missing');
  }
  if (word !== undefined && (!isWord.test(word) || /\s/u.test(word.trim()))) {
    fields.problem('word', 'word_expected');
  }
  if (word === undefined || fields.problems.length > 0) throw invalidFields(fields.problems);
  return { ...asked, word, offset: offset ?? null };
}
