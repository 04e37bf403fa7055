/** The format of the files in `tables/`. Words that occur with a reading are one string, with spaces between them. */
import { type Static, Type } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;
const Words = Type.String({
  pattern: '^\\S+( \\S+)*$',
  description:
    '"@article" stands for the list of this name in `lists`; types.ts says what "стар*" and "^" mean.',
});

const CUES = {
  note: Type.String({ minLength: 1 }),
  is: Type.Optional(Type.String({ pattern: '^(noun|verb|past|adjective)( (noun|verb|past|adjective))*$' })),
  near: Type.Optional(Words),
  before: Type.Optional(Words),
  after: Type.Optional(Words),
  capital: Type.Optional(Type.Boolean()),
};
const Cues = Type.Object(CUES, closed);
const Ipa = Type.String({
  minLength: 1,
  description:
    'In the inventory of the language. Of two with a bar between them the second is said in the variant.',
});

/** The words of a language, and several words whose readings have the same cues in one group. */
export const HeteronymFile = Type.Object(
  {
    about: Type.String(),
    classes: Type.Optional(Type.Record(Type.String(), Words)),
    lists: Type.Optional(Type.Record(Type.String({ pattern: '^[a-zA-Z]+$' }), Words)),
    groups: Type.Optional(
      Type.Array(
        Type.Object(
          {
            about: Type.Optional(Type.String()),
            readings: Type.Array(Cues, { minItems: 2 }),
            words: Type.Record(Type.String(), Type.Array(Ipa, { minItems: 2 })),
          },
          closed,
        ),
      ),
    ),
    words: Type.Record(
      Type.String(),
      Type.Array(Type.Object({ ipa: Ipa, ...CUES }, closed), { minItems: 2 }),
    ),
  },
  closed,
);

export type HeteronymFile = Static<typeof HeteronymFile>;
export type Cues = Static<typeof Cues>;
