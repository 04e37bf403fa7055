/** The format of `abbreviations.json` of each language. */
import { type Static, Type } from '@sinclair/typebox';

const Words = Type.Record(Type.String({ minLength: 1 }), Type.String({ minLength: 1 }));

/** Written and spoken forms; `SpokenLanguage.abbreviations` describes their format. */
export const AbbreviationFile = Type.Object(
  {
    per: Type.Optional(
      Type.Object(
        { words: Type.String({ minLength: 1 }), units: Words },
        { description: 'What amounts are counted by after a slash ("1,20 €/kg"), each said after `words`.' },
      ),
    ),
    capitalised: Type.Optional(
      Type.Record(Type.String({ pattern: '\\S' }), Type.String({ minLength: 1 }), {
        description: 'Also written with a capital. Those that are a name then ("max.") are in `words`.',
      }),
    ),
    words: Words,
  },
  { additionalProperties: false },
);
export type AbbreviationFile = Static<typeof AbbreviationFile>;
