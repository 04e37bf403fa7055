import { type Static, Type } from '@sinclair/typebox';
import { choice } from '../../http/declared-fields.ts';
import {
  MAX_LANG_CODE_CHARS,
  MAX_VOICE_NAME_CHARS,
  MAX_VOICE_TAG_CHARS,
  MAX_VOICE_TAGS,
} from '../../limits/fields.ts';
import { inMib, MAX_CLONING_FILE_BYTES } from '../../limits/uploads.ts';

/** Queries, forms and responses of voices. */

export const VoiceSchema = Type.Object(
  {
    id: Type.String(),
    voice_id: Type.String({ description: 'Equals id' }),
    name: Type.String(),
    voice_name: Type.String({ description: 'Equals name' }),
    tags: Type.Array(Type.String()),
    voice_tags: Type.Array(Type.String(), { description: 'Equals tags' }),
    lang_code: Type.String(),
    lang_codes: Type.Array(Type.String(), { description: 'Every language code the voice accepts' }),
    type: choice(['Standard', 'Cloned'], { description: 'Standard: built-in, available to everybody' }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
    assisted: Type.Boolean({ description: 'Made by assisted cloning' }),
    selected: Type.Boolean({ description: 'Whether it was chosen from a set of candidates' }),
    refining: Type.Boolean({
      description: 'Whether it can be used but is still being made better, in the background',
    }),
    refined: Type.Optional(
      Type.String({ description: 'What that has changed; only of voices that were refined' }),
    ),
    variant_of: Type.Optional(
      Type.String({
        description:
          'Only of a variant of a candidate: the `voice_id` of that candidate, which is spoken with other sampling. Of ' +
          'the two, `selected` marks the candidate.',
      }),
    ),
    assisted_report: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: 'Only for voices made by assisted cloning' },
      ),
    ),
    engine: Type.String({ description: 'Synthesizer behind the voice' }),
    sample_rate: Type.Integer({ description: 'Native sampling rate in Hz' }),
    license: Type.String({ description: 'Terms of the voice model' }),
    supports_timings: Type.Boolean({ description: 'Whether exact word timings are available' }),
    notice: Type.String({ description: 'Why this is not the voice one would expect; normally empty' }),
    default_for: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Language codes for which the voice speaks when a request names none; only of such voices',
      }),
    ),
    default_reason: Type.Optional(Type.String({ description: 'Why it does' })),
    agent_default_for: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Language codes that agents without a voice speak with it, where that is not the default voice',
      }),
    ),
    model: Type.Optional(Type.String({ description: 'Of a natural voice: the name of its model' })),
    speakers: Type.Optional(
      Type.Integer({
        description:
          'Number of speakers of that model. Of a Piper model with more than 10 only the first is listed; `search` ' +
          'finds all.',
      }),
    ),
  },
  { $id: 'Voice' },
);
export type VoiceBody = Static<typeof VoiceSchema>;

export const TAGS_TEXT =
  `Comma-separated tags, at most ${MAX_VOICE_TAGS} of at most ${MAX_VOICE_TAG_CHARS} characters each. ` +
  'May be sent as a form field.';

/** Upper bound of a page of results. */
const MAX_FOUND = 1000;
export const DEFAULT_FOUND = 100;

export const ListQuery = Type.Object({
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Words that must all occur in the name, id, languages or tags. Also finds the speakers of models with many.',
    }),
  ),
  lang_code: Type.Optional(
    Type.String({
      maxLength: MAX_LANG_CODE_CHARS,
      description: 'Only voices that speak this language; cloned ones speak them all',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_FOUND,
      description: `Maximum number of voices; default ${DEFAULT_FOUND} with \`search\`, otherwise none`,
    }),
  ),
});
export type ListQuery = Static<typeof ListQuery>;

export const VoicePath = Type.Object({ voice_id: Type.String() });

export const MAX_TRANSCRIPT_CHARS = 10_000;
export const DEFAULT_LANG = 'en';

const Audio = {
  format: 'binary',
  description: `A recording of one speaker, longer than 6 seconds, up to 2 minutes and ${inMib(MAX_CLONING_FILE_BYTES)}`,
};
const Transcript = Type.Optional(
  Type.String({
    maxLength: MAX_TRANSCRIPT_CHARS,
    description: 'Transcript of the recording; default: speech recognition. May be sent as a form field.',
  }),
);

export const CreateQuery = Type.Object({
  voice_name: Type.String({
    description: `Unique among your voices, at most ${MAX_VOICE_NAME_CHARS} characters`,
  }),
  voice_tags: Type.Optional(Type.String({ description: TAGS_TEXT })),
  lang_code: Type.Optional(
    Type.String({
      default: DEFAULT_LANG,
      maxLength: MAX_LANG_CODE_CHARS,
      description: 'Language of the recording, and of the voice',
    }),
  ),
  transcript: Transcript,
});
export const CreateForm = Type.Object({
  voice_file: Type.String(Audio),
  voice_tags: Type.Optional(Type.String()),
  transcript: Type.Optional(Type.String({ maxLength: MAX_TRANSCRIPT_CHARS })),
});

export const UpdateQuery = Type.Object({
  new_voice_name: Type.Optional(Type.String()),
  new_voice_tags: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Repeated or comma-separated; they replace the old ones',
    }),
  ),
  transcript: Transcript,
});
export const UpdateForm = Type.Object({
  new_voice_file: Type.Optional(
    Type.Union([Type.String(Audio), Type.String(), Type.Null()], {
      description: `${Audio.description}; replaces the old one. An empty text or null keeps it.`,
    }),
  ),
  transcript: Type.Optional(Type.String({ maxLength: MAX_TRANSCRIPT_CHARS })),
});

export const Created = Type.Object({ message: Type.String(), voice_id: Type.String() });
export const Updated = Type.Object({
  message: Type.String(),
  voice_name: Type.String(),
  voice_tags: Type.Array(Type.String()),
  voice_id: Type.String(),
});
