import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { INVENTORY_KEYS, type InventoryKey, inventoryKey, SOURCES } from '../../../engine/phonetics.ts';
import { choice } from '../../http/declared-fields.ts';
import { data } from '../common/schemas.ts';
import { MAX_SUGGESTIONS, suggestionFields } from './suggestion-fields.ts';

/** Transcriptions longer than a tag allows are reported as such up to this length. Longer ones are refused unread. */
export const MAX_IPA_CHARS = 1000;
/** Limit of transcriptions checked in one request. */
const MAX_ITEMS = 500;

/** The key that a language code stands for, such as "en" for "eng-us"; null for none. */
const keyOfLanguage = (lang: string): InventoryKey | null => inventoryKey(lang, null);

/** Like `keyOfLanguage`, but returns unknown codes unchanged, so that a schema can reject them. */
export const keyOrSent = (sent: unknown): unknown =>
  typeof sent === 'string' ? (keyOfLanguage(sent) ?? sent) : sent;

export const KEY_TEXT =
  'A language with a phoneme inventory, or a variant of one; speech requests select variants with `ipa_key`';

/** Returns the schema of `T` or null, in OpenAPI 3.1 style: one schema with two types, so that nothing is coerced. */
function orNull<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });
}

const Item = Type.Object({
  ipa: Type.Optional(Type.String({ maxLength: MAX_IPA_CHARS, default: '' })),
  key: Type.Optional(
    Type.Unsafe<(typeof INVENTORY_KEYS)[number] | null>({
      type: ['string', 'null'],
      enum: [...INVENTORY_KEYS, null],
      description: 'Replaces the `key` of the request',
    }),
  ),
});

export const ValidateRequest = Type.Object({
  ipa: Type.Optional(
    Type.String({
      maxLength: MAX_IPA_CHARS,
      default: '',
      description: "One word's transcription, bare, between slashes or in brackets",
      examples: ['həˈloʊ'],
    }),
  ),
  key: Type.Optional(choice(INVENTORY_KEYS, { default: 'en', description: KEY_TEXT })),
  items: Type.Optional(
    orNull(
      Type.Array(Item, { maxItems: MAX_ITEMS, description: 'Several transcriptions; `ipa` is then ignored' }),
    ),
  ),
});
export type ValidateRequest = Static<typeof ValidateRequest>;

const Fault = Type.Object({
  symbol: Type.String({ description: 'The faulty part, as sent' }),
  start: Type.Integer({ minimum: 0, description: 'Its start: UTF-16 code units into `ipa` as sent' }),
  end: Type.Integer({ minimum: 0, description: 'Its end (exclusive)' }),
  message: Type.String(),
  nearest: Type.Array(Type.String(), {
    description: 'Allowed symbols that sound similar, the nearest first',
  }),
});

const Validation = Type.Object({
  valid: Type.Boolean({ description: 'Whether a phoneme tag of the language accepts it' }),
  ipa: Type.String({ description: 'In canonical spelling when valid, otherwise as sent' }),
  tokens: Type.Array(Type.String(), {
    description: 'Tokens of its sounds, in order; the token of a stress mark precedes its vowel',
  }),
  errors: Type.Array(Fault, { description: 'In order of position; empty when valid' }),
});

export const ValidationAnswer = Type.Object(
  {
    data: Type.Union([Validation, Type.Object({ items: Type.Array(Validation) })]),
  },
  { description: 'For one transcription its validation; for several theirs, in `items`, in the order sent' },
);

const SymbolEntry = Type.Object({
  symbol: Type.String({ description: 'IPA' }),
  token: Type.String({ description: 'The symbol as a token' }),
  class: choice(['vowel', 'diphthong', 'consonant']),
  features: Type.Array(Type.String(), { description: 'In the terms of the IPA chart' }),
  example: Type.String({ description: 'A word of the language with the sound in it' }),
  aliases: Type.Array(Type.String(), { description: 'Other accepted spellings' }),
});
const Language = Type.Object({ name: Type.String(), symbols: Type.Array(SymbolEntry) });

export const InventoryAnswer = data(
  Type.Object({
    version: Type.String({ description: 'Changes whenever a symbol or token is added, removed or renamed' }),
    tokens: Type.Array(Type.String(), { description: 'Of all languages, the two stress marks first' }),
    languages: Type.Object(Object.fromEntries(INVENTORY_KEYS.map((key) => [key, Language]))),
  }),
  'The same for everybody',
);

export const SUGGEST_FIELDS = suggestionFields(INVENTORY_KEYS, keyOfLanguage, 'en', {
  word: 'One word',
  key: KEY_TEXT,
  example: { word: 'read', text: 'I read it yesterday.' },
});

export const SuggestAnswer = data(
  Type.Object({
    word: Type.String({ description: 'As sent' }),
    suggestions: Type.Array(
      Type.Object({
        ipa: Type.String({ description: 'Canonical, as a phoneme tag accepts it' }),
        tokens: Type.Array(Type.String()),
        source: choice(SOURCES, {
          description:
            'dictionary: your own; loan: a well-known name or loan word; heteronym: one of several readings of ' +
            'one spelling; cmudict: the CMU Pronouncing Dictionary; misaki: the dictionary that the voices of Kokoro ' +
            'read by; espeak: dictionaries and rules of espeak-ng',
        }),
        note: Type.Optional(
          Type.String({ description: 'What it means, or where this pronunciation is used' }),
        ),
      }),
      { maxItems: MAX_SUGGESTIONS, description: 'Most likely first' },
    ),
    dropped: Type.Array(Type.Object({ ipa: Type.String(), reason: Type.String() }), {
      description: 'Found, but not expressible with the sounds of the language',
    }),
  }),
  'Empty if no pronunciation is known',
);
