import { Type } from '@sinclair/typebox';

/** When each word is spoken, and its place in the text. */
export const AlignmentSchema = Type.Object(
  {
    units: Type.Array(Type.String(), { description: 'The word as sent' }),
    unitStartTimesMs: Type.Array(Type.Number(), {
      description: 'Start time, from the beginning of the stream or the last reset',
    }),
    unitDurationsMs: Type.Array(Type.Number()),
    charStartOffsets: Type.Array(Type.Integer(), {
      description: 'Offset into the text as sent, all frames of all contexts joined, in UTF-16 code units',
    }),
    charEndOffsets: Type.Array(Type.Integer(), { description: 'Exclusive' }),
    marks: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String(),
          timeMs: Type.Number({
            description: 'When what follows the mark begins; counts as the times of words',
          }),
          charOffset: Type.Integer({ description: 'Where its tag begins' }),
        }),
        { description: 'The <mark> tags that are reached in this chunk; absent when there are none' },
      ),
    ),
  },
  { description: 'Five arrays of equal length, index i describing one word. Entries arrive as words begin.' },
);
