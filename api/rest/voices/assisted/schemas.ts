/** Queries, forms and responses of assisted cloning. */
import { Type } from '@sinclair/typebox';
import { MAX_SCRIPT_CHARACTERS } from '../../../../cloning/index.ts';
import { MAX_LANG_CODE_CHARS, MAX_VOICE_NAME_CHARS } from '../../../limits/fields.ts';
import { inMib, MAX_CLONING_FILE_BYTES } from '../../../limits/uploads.ts';
import { TEMPERATURE, TOP_K } from '../../../speech/speak-settings.ts';
import { TAGS_TEXT } from '../schemas.ts';

export const MAX_PREVIEW_CHARS = 500;

const LangCode = Type.String({ maxLength: MAX_LANG_CODE_CHARS });

const takeOptions = {
  script: Type.Optional(
    Type.String({
      description:
        `The text that is read, at most ${MAX_SCRIPT_CHARACTERS} characters; default: the built-in script of the ` +
        'language. May be sent as a form field.',
    }),
  ),
  preview_text: Type.Optional(
    Type.String({
      description:
        `Text of the preview, at most ${MAX_PREVIEW_CHARS} characters; default: a fixed sentence; empty: no preview. ` +
        'May be sent as a form field.',
    }),
  ),
  fast: Type.Optional(
    Type.Boolean({ default: false, description: 'Use only the built-in enhancer, which is faster' }),
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
  voice_name: Type.String({
    description: `Unique among your voices, at most ${MAX_VOICE_NAME_CHARS} characters`,
  }),
  voice_tags: Type.Optional(Type.String({ description: TAGS_TEXT })),
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
      description: "Language of the script; default: the voice's own",
    }),
  ),
  ...takeOptions,
});

export const TakeForm = Type.Object({
  voice_file: Type.String({
    format: 'binary',
    description: `The whole script in one take, 15 to 60 seconds, up to ${inMib(MAX_CLONING_FILE_BYTES)}`,
  }),
  voice_tags: Type.Optional(Type.String()),
  script: Type.Optional(Type.String({ maxLength: MAX_SCRIPT_CHARACTERS })),
  preview_text: Type.Optional(Type.String({ maxLength: MAX_PREVIEW_CHARS })),
});

export const ChooseQuery = Type.Object({
  voice_id: Type.String({ description: 'A candidate, or a variant of one' }),
  top_k: Type.Optional(
    Type.Integer({
      minimum: TOP_K.min,
      maximum: TOP_K.max,
      description: "Recorded with the choice; default: the variant's",
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
    text: Type.String({ description: 'Text of the passage, punctuated as the speaker paused' }),
    start_ms: Type.Number({ description: 'Start in the recording' }),
    end_ms: Type.Number(),
    score: Type.Number({ description: '0 to 1' }),
    sentences: Type.Array(Type.Integer(), { description: 'Sentences of the script in it, from 1' }),
  },
  { additionalProperties: true, description: 'The passage that the voice was learned from' },
);
const Preview = Type.Optional(
  Type.String({ description: 'WAV file in base64; absent if not requested or not possible' }),
);

export const Script = Type.Object({ lang_code: Type.String(), script: Type.String() });
const Message = Type.Optional(
  Type.String({ description: 'That the built-in script was taken, where the one that was sent is blank' }),
);
export const Made = Type.Object({
  voice_id: Type.String(),
  reference: Reference,
  preview: Preview,
  message: Message,
});
export const Candidates = Type.Object({
  set_id: Type.String(),
  message: Message,
  candidates: Type.Array(
    Type.Object({
      rank: Type.Integer({ description: 'From 1; a variant has the rank of its voice' }),
      candidate: Type.String({ description: 'Id for choosing it' }),
      reference: Reference,
      preview: Preview,
    }),
    { description: 'Best first' },
  ),
});
const Nullable = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
export const Chosen = Type.Object({
  voice_id: Type.String(),
  top_k: Nullable('Pass it in speech requests so that the voice sounds like its preview; null: omit it'),
  temperature: Nullable('Likewise'),
});
