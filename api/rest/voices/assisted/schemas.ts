/** Queries, forms and answers of assisted cloning. */
import { Type } from '@sinclair/typebox';
import { MAX_LANG_CODE_CHARS } from '../../../limits/fields.ts';
import { TEMPERATURE, TOP_K } from '../../../speech/speak-settings.ts';

const LangCode = Type.String({ maxLength: MAX_LANG_CODE_CHARS });

const takeOptions = {
  script: Type.Optional(
    Type.String({
      description:
        'What is read; the built-in script of the language otherwise. May be sent as a form field.',
    }),
  ),
  preview_text: Type.Optional(
    Type.String({
      description:
        'What the preview says; a fixed sentence otherwise, and no preview when it is empty. May be sent as a form field.',
    }),
  ),
  fast: Type.Optional(
    Type.Boolean({ default: false, description: 'Clean the recording here only, which is sooner done' }),
  ),
  candidates: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Make several voices to choose from instead of the best one',
    }),
  ),
};

export const ScriptQuery = Type.Object({ lang_code: Type.Optional(LangCode) });

export const CreateQuery = Type.Object({
  voice_name: Type.String({ description: 'Another one than your other voices have' }),
  voice_tags: Type.Optional(
    Type.String({ description: 'Tags with commas between them. May be sent as a form field.' }),
  ),
  lang_code: Type.Optional(
    Type.String({
      default: 'en',
      maxLength: MAX_LANG_CODE_CHARS,
      description: 'Language of the script, and of the voice',
    }),
  ),
  ...takeOptions,
});

export const UpdateQuery = Type.Object({
  lang_code: Type.Optional(
    Type.String({
      maxLength: MAX_LANG_CODE_CHARS,
      description: "Language of the script; the voice's own otherwise",
    }),
  ),
  ...takeOptions,
});

export const TakeForm = Type.Object({
  voice_file: Type.String({
    format: 'binary',
    description: 'The whole script in one take, 15 to 60 seconds, up to 25 MiB',
  }),
  voice_tags: Type.Optional(Type.String()),
  script: Type.Optional(Type.String()),
  preview_text: Type.Optional(Type.String()),
});

export const ChooseQuery = Type.Object({
  voice_id: Type.String({ description: 'A candidate, or a variant of one' }),
  top_k: Type.Optional(
    Type.Integer({
      minimum: TOP_K.min,
      maximum: TOP_K.max,
      description: "Recorded with the choice; the variant's otherwise",
    }),
  ),
  temperature: Type.Optional(
    Type.Number({
      minimum: TEMPERATURE.min,
      maximum: TEMPERATURE.max,
      description: 'Recorded with the choice',
    }),
  ),
});

const Reference = Type.Object(
  {
    enhancer: Type.String({ description: 'What cleaned the recording: "external" or "own"' }),
    text: Type.String({ description: 'What is said in the passage, its punctuation as the speaker paused' }),
    start_ms: Type.Number({ description: 'Where in the recording it begins' }),
    end_ms: Type.Number(),
    score: Type.Number({ description: '0 to 1' }),
    sentences: Type.Array(Type.Integer(), { description: 'Sentences of the script in it, from 1' }),
  },
  { additionalProperties: true, description: 'The passage that the voice was learned from' },
);
const Preview = Type.Optional(
  Type.String({ description: 'WAV file in base64; left out when not wanted or not possible' }),
);

export const Script = Type.Object({ lang_code: Type.String(), script: Type.String() });
export const Made = Type.Object({ voice_id: Type.String(), reference: Reference, preview: Preview });
export const Candidates = Type.Object({
  set_id: Type.String(),
  candidates: Type.Array(
    Type.Object({
      rank: Type.Integer({ description: 'From 1; a variant has the rank of its voice' }),
      candidate: Type.String({ description: 'What to choose it with' }),
      reference: Reference,
      preview: Preview,
    }),
    { description: 'Best first' },
  ),
});
const Nullable = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
export const Chosen = Type.Object({
  voice_id: Type.String(),
  top_k: Nullable(
    'To be passed when speaking, so that the voice sounds as its preview did; null: leave it out',
  ),
  temperature: Nullable('Likewise'),
});
