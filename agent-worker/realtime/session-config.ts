/**
 * The session of a realtime client (`session.update`): which of its fields have an effect here, and which values are
 * refused because they cannot be honoured.
 */
import { z } from 'zod';
import { spokenLanguage } from '../../engine/index.ts';
import type { LiveEncoding } from '../../media/live/speech-encoder.ts';
import type { ClientTool } from '../conversation/direction.ts';
import { ANSWER_FORMS, type AnswerForm } from '../hearing/endpointing/answer-forms.ts';
import { DEFAULT_ENDPOINTING, type Endpointing } from '../hearing/endpointing/endpointing.ts';
import { expectedIn } from '../hearing/recognition/names.ts';
import { ANY_LANGUAGE } from '../languages/followed-languages.ts';

/** PCM is 24 kHz, mono, 16 bit, little-endian; mu-law is 8 kHz. */
export type RealtimeFormat = 'audio/pcm' | 'audio/pcmu';

/** The value in effect, which clients cannot change. */
const VAD_THRESHOLD = 0.5;
const PREFIX_PADDING_MS = 300;
/** Silence that ends a turn by `server_vad`, unless the client asks for another. */
const DEFAULT_SILENCE_MS = 500;
const MAX_SILENCE_MS = 30_000;
/** Longest silence in an unfinished turn, by the client's `eagerness`. */
const EAGERNESS_MS = {
  low: 5000,
  medium: DEFAULT_ENDPOINTING.maxDelayMs,
  auto: DEFAULT_ENDPOINTING.maxDelayMs,
  high: 1000,
};

const MAX_INSTRUCTIONS_CHARS = 100_000;
const MAX_LANGUAGE_CHARS = 35;
const MAX_RECOGNITION_PROMPT_CHARS = 4096;
const MAX_NAME_CHARS = 200;
const MAX_LANGUAGES_CHARS = 200;
const MAX_KEYWORDS = 1000;
const MAX_TOOLS = 128;
const MAX_TOOL_NAME_CHARS = 64;
const MAX_TOOL_DESCRIPTION_CHARS = 4096;
const MAX_TOOL_PARAMETERS_CHARS = 16_384;

/** Accepts values without effect, and refuses the others with a reason. */
export function only(accepted: readonly unknown[], reason: string) {
  const texts = accepted.map((value) => JSON.stringify(value));
  return z
    .unknown()
    .refine((value) => texts.includes(JSON.stringify(value)), reason)
    .optional();
}

/** Accepts any value, because the field is not an option here; `session.updated` reports the value in effect. */
export const ignored = z.unknown().optional();

const FORMATS: Readonly<Record<string, RealtimeFormat>> = { pcm16: 'audio/pcm', g711_ulaw: 'audio/pcmu' };

export const Format = z
  .union([z.string().transform((name) => ({ type: FORMATS[name] ?? name, rate: undefined })), FormatObject()])
  .refine(
    ({ type, rate }) =>
      (type === 'audio/pcm' && (rate ?? 24_000) === 24_000) ||
      (type === 'audio/pcmu' && (rate ?? 8000) === 8000),
    'must be {"type": "audio/pcm", "rate": 24000} or {"type": "audio/pcmu"}',
  )
  .transform(({ type }) => type as RealtimeFormat);

function FormatObject() {
  return z.object({ type: z.string(), rate: z.number().nullish() });
}

const VAD_FLAGS = {
  create_response: only([true, null], 'only true: every turn is answered'),
  interrupt_response: only([true, null], 'only true: callers can always interrupt'),
};

/** How turns end. */
export const TurnDetection = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('server_vad'),
      silence_duration_ms: z.int().min(0).max(MAX_SILENCE_MS).nullish(),
    }),
    z.object({
      type: z.literal('semantic_vad'),
      eagerness: z.enum(['low', 'medium', 'high', 'auto']).nullish(),
    }),
  ])
  .transform((asked) =>
    asked.type === 'server_vad'
      ? {
          type: asked.type,
          silence_duration_ms: asked.silence_duration_ms ?? DEFAULT_SILENCE_MS,
          threshold: VAD_THRESHOLD,
          prefix_padding_ms: PREFIX_PADDING_MS,
          idle_timeout_ms: null,
        }
      : { type: asked.type, eagerness: asked.eagerness ?? 'auto' },
  );
export type TurnDetection = z.infer<typeof TurnDetection>;

/** How speech is to be transcribed. */
export const Transcription = z.object({
  language: z.string().max(MAX_LANGUAGE_CHARS).nullish(),
  languages: z.array(z.string().max(MAX_LANGUAGE_CHARS)).nullish(),
  prompt: z.string().max(MAX_RECOGNITION_PROMPT_CHARS).nullish(),
  keywords: z.array(z.string().max(MAX_NAME_CHARS)).max(MAX_KEYWORDS).nullish(),
});

/** Recognition settings of the session; null for none. */
export function heardAs(asked: z.infer<typeof Transcription> | null | undefined) {
  const { language, languages, prompt, keywords } = asked ?? {};
  return {
    lang: spokenLanguage(language ?? (languages?.length === 1 ? languages[0] : null)),
    recognitionPrompt: prompt ?? keywords?.join(', ') ?? null,
  };
}

const Tool = z.object({
  type: z.literal('function', 'only "function": tools of MCP servers are those of a stored agent'),
  name: z
    .string()
    .regex(/^[a-zA-Z0-9_-]+$/)
    .max(MAX_TOOL_NAME_CHARS),
  description: z.string().max(MAX_TOOL_DESCRIPTION_CHARS).nullish(),
  parameters: z
    .record(z.string(), z.unknown())
    .refine(
      (schema) => JSON.stringify(schema).length <= MAX_TOOL_PARAMETERS_CHARS,
      `at most ${MAX_TOOL_PARAMETERS_CHARS} characters as JSON`,
    )
    .nullish(),
  annotations: z.object({ readOnlyHint: z.boolean().optional() }).nullish(),
});

const Voice = z.union([
  z.string().min(1).max(MAX_NAME_CHARS),
  z.object({ id: z.string().min(1).max(MAX_NAME_CHARS) }).transform(({ id }) => id),
]);

const Audio = z.object({
  input: z
    .object({
      format: Format.nullish(),
      transcription: Transcription.extend({
        language: z.string().max(MAX_LANGUAGES_CHARS).nullish(),
        expects: z.enum(ANSWER_FORMS).nullish(),
      }).nullish(),
      turn_detection: z
        .unknown()
        .refine((value) => value !== null, 'not null: turns are always detected here')
        .pipe(z.looseObject(VAD_FLAGS))
        .pipe(TurnDetection)
        .optional(),
    })
    .nullish(),
  output: z
    .object({
      format: Format.nullish(),
      voice: Voice.nullish(),
      speed: only([1, null], 'only 1'),
    })
    .nullish(),
});

/** Fields that sessions and single responses have in common. */
export const COMMON_FIELDS = {
  instructions: z.string().max(MAX_INSTRUCTIONS_CHARS).nullish(),
  output_modalities: z
    .array(z.string())
    .refine((values) => values.includes('audio'), 'only ["audio"], which comes with its transcript')
    .nullish(),
  audio: Audio.nullish(),
  max_output_tokens: z.union([z.literal('inf'), z.number()], 'a number or "inf"').nullish(),
  prompt: only([null], 'not supported: send the text as `instructions`'),
  parallel_tool_calls: ignored,
  reasoning: ignored,
  temperature: ignored,
};

/** A session in the fields of `session.update`; absent fields keep their values. */
export const SessionChanges = z.strictObject({
  ...COMMON_FIELDS,
  type: only(['realtime', null], 'only "realtime": connect with ?intent=transcription for transcripts'),
  model: z.string().max(MAX_NAME_CHARS).nullish(),
  tools: z.array(Tool).max(MAX_TOOLS).nullish(),
  tool_choice: z.enum(['auto', 'none'], 'only "auto" or "none"').nullish(),
  include: ignored,
  tracing: ignored,
  truncation: ignored,
  // Fields that clients copy from the session that was reported to them.
  id: ignored,
  object: ignored,
  expires_at: ignored,
  client_secret: ignored,
});
export type SessionChanges = z.infer<typeof SessionChanges>;

/** Settings that a client has requested; null means those of the agent or of the server. */
export interface RealtimeConfig {
  readonly instructions: string | null;
  readonly voice: string | null;
  /** A code, several codes separated by commas, or `auto`. */
  readonly lang: string | null;
  /** Words that the caller may say, for the recogniser. */
  readonly recognitionPrompt: string | null;
  /** The form of the caller's next answers. */
  readonly expects: AnswerForm | null;
  readonly turnDetection: TurnDetection | null;
  readonly input: RealtimeFormat;
  readonly output: RealtimeFormat;
  readonly tools: readonly ClientTool[];
  readonly toolChoice: 'auto' | 'none';
}

export const DEFAULT_CONFIG: RealtimeConfig = {
  instructions: null,
  voice: null,
  lang: null,
  recognitionPrompt: null,
  expects: null,
  turnDetection: null,
  input: 'audio/pcm',
  output: 'audio/pcm',
  tools: [],
  toolChoice: 'auto',
};

/** The settings with changes applied. */
export function withChanges(before: RealtimeConfig, changes: SessionChanges): RealtimeConfig {
  const { instructions, audio, tools, tool_choice: toolChoice } = changes;
  const { lang, recognitionPrompt } = heardAs(audio?.input?.transcription);
  const { expects, language } = audio?.input?.transcription ?? {};
  return {
    instructions: instructions ?? before.instructions,
    voice: audio?.output?.voice ?? before.voice,
    lang: isAnyLanguage(language) ? ANY_LANGUAGE : (lang ?? before.lang),
    recognitionPrompt: recognitionPrompt ?? before.recognitionPrompt,
    // Null ends it: the next question has another form, or none.
    expects: expects === undefined ? before.expects : expects,
    turnDetection: audio?.input?.turn_detection ?? before.turnDetection,
    input: audio?.input?.format ?? before.input,
    output: audio?.output?.format ?? before.output,
    tools: tools?.map(toolOf) ?? before.tools,
    toolChoice: toolChoice ?? before.toolChoice,
  };
}

const isAnyLanguage = (named: string | null | undefined): boolean =>
  named?.trim().toLowerCase() === ANY_LANGUAGE;

function toolOf({ name, description, parameters, annotations }: z.infer<typeof Tool>): ClientTool {
  const tool = { name, description: description ?? '', parameters: parameters ?? {} };
  return annotations ? { ...tool, annotations } : tool;
}

/** Fields that cannot change after the conversation has begun. @returns the first that would change; null if none */
export function settledField(before: RealtimeConfig, after: RealtimeConfig): string | null {
  const names = {
    voice: 'session.audio.output.voice',
    lang: 'session.audio.input.transcription.language',
    turnDetection: 'session.audio.input.turn_detection',
    input: 'session.audio.input.format',
    output: 'session.audio.output.format',
  } as const;
  const keys = Object.keys(names) as (keyof typeof names)[];
  const changed = keys.find((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return changed ? names[changed] : null;
}

/** The tools that the model may use. */
export function offeredTools({ tools, toolChoice }: RealtimeConfig): readonly ClientTool[] {
  return toolChoice === 'none' ? [] : tools;
}

/** Names that the caller may say, in their spelling. */
export function expectedNames({
  recognitionPrompt,
}: Pick<RealtimeConfig, 'recognitionPrompt'>): readonly string[] {
  return expectedIn(recognitionPrompt ?? '');
}

/** Silence that ends a turn; null for the agent's or the server's setting. */
export function endpointingOf({ turnDetection }: Pick<RealtimeConfig, 'turnDetection'>): Endpointing | null {
  if (turnDetection === null) return null;
  if (turnDetection.type === 'server_vad') {
    const { silence_duration_ms: ms } = turnDetection;
    return { minDelayMs: ms, maxDelayMs: ms };
  }
  const { minDelayMs } = DEFAULT_ENDPOINTING;
  return { minDelayMs, maxDelayMs: EAGERNESS_MS[turnDetection.eagerness] };
}

/** The encoding and sampling rate of a format, for decoders and encoders. */
export function liveFormat(format: RealtimeFormat): {
  readonly encoding: LiveEncoding;
  readonly rate: number;
} {
  return format === 'audio/pcm'
    ? { encoding: 'pcm_linear', rate: 24_000 }
    : { encoding: 'pcm_mulaw', rate: 8000 };
}

/** A format as a wire object. */
export const describeFormat = (type: RealtimeFormat) =>
  type === 'audio/pcm' ? { type, rate: 24_000 } : { type };

/** The transcription settings as a wire object. */
export const describeTranscription = ({
  lang,
  recognitionPrompt: prompt,
}: Pick<RealtimeConfig, 'lang' | 'recognitionPrompt'>) => ({
  model: 'parley',
  ...(lang !== null && { language: lang }),
  ...(prompt !== null && { prompt }),
});

/** The session in effect, as sent to its client. */
export function describeSession(id: string, model: string, config: RealtimeConfig) {
  const { instructions, voice, expects, turnDetection, input, output, tools, toolChoice } = config;
  return {
    type: 'realtime',
    object: 'realtime.session',
    id,
    model,
    ...(instructions !== null && { instructions }),
    output_modalities: ['audio'],
    audio: {
      input: {
        format: describeFormat(input),
        transcription: { ...describeTranscription(config), ...(expects !== null && { expects }) },
        noise_reduction: null,
        turn_detection: {
          ...(turnDetection ?? { type: 'semantic_vad', eagerness: 'auto' }),
          create_response: true,
          interrupt_response: true,
        },
      },
      output: { format: describeFormat(output), speed: 1, ...(voice !== null && { voice }) },
    },
    tools: tools.map((tool) => ({ type: 'function', ...tool })),
    tool_choice: toolChoice,
    max_output_tokens: 'inf',
    prompt: null,
    tracing: null,
    truncation: 'auto',
    include: null,
  };
}
