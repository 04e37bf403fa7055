/** Validates the events of realtime clients. */
import { z } from 'zod';
import { isRecord, JsonDepthError, MAX_JSON_DEPTH, parseJson } from '../../media/json.ts';
import { currentFields } from './beta-fields.ts';
import { RealtimeError } from './realtime-error.ts';
import { COMMON_FIELDS, only, SessionChanges } from './session-config.ts';

const MAX_ID_CHARS = 512;
const MAX_ITEM_CHARS = 20_000;
const MAX_METADATA_KEYS = 16;

const Id = z.string().min(1).max(MAX_ID_CHARS);

/** Contents of an empty object are not validated. */
export const EventId = z.string().max(MAX_ID_CHARS).nullish();

/** Events about the caller's audio, which all sessions accept. */
export const SOUND_EVENTS = [
  z.strictObject({
    type: z.literal('input_audio_buffer.append'),
    event_id: EventId,
    audio: z.base64('must be base64').transform((text) => Buffer.from(text, 'base64')),
  }),
  z.strictObject({ type: z.literal('input_audio_buffer.clear'), event_id: EventId }),
] as const;

const ONLY_TEXT = 'only text: send audio with input_audio_buffer.append';

/** Earlier audio is sent as its transcript. */
const Part = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.enum(['input_text', 'output_text', 'text']),
      text: z.string().max(MAX_ITEM_CHARS),
    }),
    z
      .object({
        type: z.enum(['input_audio', 'output_audio', 'audio']),
        transcript: z.string(ONLY_TEXT).max(MAX_ITEM_CHARS),
      })
      .transform(({ transcript: text }) => ({ type: 'text' as const, text })),
  ],
  ONLY_TEXT,
);

const Message = z.object({
  type: z.literal('message'),
  id: Id.nullish(),
  role: z.enum(['user', 'assistant', 'system']),
  content: z.array(Part).min(1).max(100),
});

/** A function call of an earlier conversation. */
const FunctionCall = z.object({
  type: z.literal('function_call'),
  id: Id.nullish(),
  call_id: Id,
  name: Id,
  arguments: z.string().max(MAX_ITEM_CHARS),
});

const FunctionOutput = z.object({
  type: z.literal('function_call_output'),
  id: Id.nullish(),
  call_id: Id,
  output: z.unknown().transform((output) => shortened(typeof output === 'string' ? output : asJson(output))),
});

const asJson = (value: unknown): string => JSON.stringify(value) ?? '';

/** A result may have any length; the model gets its beginning. */
function shortened(text: string): string {
  if (text.length <= MAX_ITEM_CHARS) return text;
  // Does not split a surrogate pair.
  const kept = text.slice(0, MAX_ITEM_CHARS).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}\n[Cut here: ${text.length - kept.length} more characters were left out.]`;
}

/** As the framework expects them: the name of a function, or a rule. */
const ToolChoice = z.union(
  [
    z.enum(['auto', 'none', 'required']),
    z
      .object({ type: z.literal('function'), name: Id })
      .transform(({ name }) => ({ type: 'function' as const, function: { name } })),
  ],
  'only "auto", "none", "required" or {"type": "function", "name"}',
);

const ResponseOptions = z.strictObject({
  ...COMMON_FIELDS,
  metadata: z
    .record(z.string().max(64), z.string().max(MAX_ID_CHARS))
    .refine(
      (metadata) => Object.keys(metadata).length <= MAX_METADATA_KEYS,
      `at most ${MAX_METADATA_KEYS} keys`,
    )
    .nullish(),
  conversation: only(['auto', null], 'only "auto": every response is part of the conversation'),
  input: only([null], 'not supported: use conversation.item.create'),
  tools: only([null, []], 'only [], for none, in a single response: use session.update'),
  tool_choice: ToolChoice.nullish(),
});

const ClientEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('session.update'), event_id: EventId, session: SessionChanges }),
  ...SOUND_EVENTS,
  z.strictObject({
    type: z.literal('conversation.item.create'),
    event_id: EventId,
    previous_item_id: Id.nullish(),
    item: z.discriminatedUnion('type', [Message, FunctionCall, FunctionOutput]),
  }),
  z.strictObject({
    type: z.literal('conversation.item.truncate'),
    event_id: EventId,
    item_id: Id,
    content_index: z.int().min(0),
    audio_end_ms: z.number().min(0),
  }),
  z.strictObject({ type: z.literal('conversation.item.retrieve'), event_id: EventId, item_id: Id }),
  z.strictObject({ type: z.literal('conversation.item.delete'), event_id: EventId, item_id: Id }),
  z.strictObject({ type: z.literal('output_audio_buffer.clear'), event_id: EventId }),
  z.strictObject({
    type: z.literal('response.create'),
    event_id: EventId,
    response: ResponseOptions.nullish(),
  }),
  z.strictObject({
    type: z.literal('response.cancel'),
    event_id: EventId,
    response_id: Id.nullish(),
  }),
]);
export type ClientEvent = z.infer<typeof ClientEvent>;
export type ResponseOptions = z.infer<typeof ResponseOptions>;
export type CreatedItem = Extract<ClientEvent, { type: 'conversation.item.create' }>['item'];

/** The events that a session accepts. */
export interface EventKinds<Event> {
  readonly schema: z.ZodType<Event>;
  /** Events of OpenAI's API that are not supported here, and what to use instead. */
  readonly elsewhere: Readonly<Record<string, string>>;
}

export const CONVERSATION_EVENTS: EventKinds<ClientEvent> = {
  schema: ClientEvent,
  elsewhere: {
    'input_audio_buffer.commit': 'turns are detected by the server',
    'transcription_session.update': 'connect with ?intent=transcription',
  },
};

interface ParsedEvent<Event> {
  readonly event: Event;
  /** The name of the model as the client gave it. */
  readonly eventId: string | null;
}

/** @throws RealtimeError that names the field */
export function parseClientEvent<Event>(
  text: string,
  { schema, elsewhere }: EventKinds<Event>,
): ParsedEvent<Event> {
  const json = parseObject(text);
  const { type } = json;
  const eventId = typeof json.event_id === 'string' ? json.event_id.slice(0, MAX_ID_CHARS) : null;
  if (typeof type === 'string' && Object.hasOwn(elsewhere, type)) {
    throw new RealtimeError('type', eventId, 'realtime_event_unsupported', {
      type,
      instead: elsewhere[type] ?? '',
    });
  }
  const part = type === 'response.create' ? 'response' : 'session';
  const { fields, sentAs } = currentFields(json[part]);
  const parsed = schema.safeParse(part in json ? { ...json, [part]: fields } : json);
  if (parsed.success) return { event: parsed.data, eventId };
  const [issue] = parsed.error.issues;
  const current = issue ? pathOf(issue) : '';
  const path = current.startsWith(`${part}.`) ? `${part}.${sentAs(current.slice(part.length + 1))}` : current;
  throw new RealtimeError(path || null, eventId, 'realtime_field_invalid', {
    name: path || 'event',
    problem: issue?.message ?? 'is not valid',
  });
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    if (error instanceof JsonDepthError) {
      throw new RealtimeError(null, null, 'message_json_too_deep', { max: MAX_JSON_DEPTH });
    }
    throw new RealtimeError(null, null, 'realtime_json_invalid');
  }
  if (!isRecord(json)) {
    throw new RealtimeError(null, null, 'message_object_expected');
  }
  return json;
}

/** Such as `session.audio.output.voice`; the name of an unknown field. */
function pathOf(issue: z.core.$ZodIssue): string {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  return path.map(String).join('.');
}
