/** What a realtime client may send, checked. */
import { z } from 'zod';
import { JsonDepthError, MAX_JSON_DEPTH, parseJson } from '../../media/json.ts';
import { RealtimeError } from './realtime-error.ts';
import { MAX_INSTRUCTIONS_CHARS, only, SessionChanges } from './session-config.ts';

const MAX_ID_CHARS = 512;
const MAX_ITEM_CHARS = 20_000;
const MAX_METADATA_KEYS = 16;

const Id = z.string().min(1).max(MAX_ID_CHARS);

const TextPart = z.object({
  type: z.enum(['input_text', 'output_text', 'text'], 'only text: send audio with input_audio_buffer.append'),
  text: z.string().max(MAX_ITEM_CHARS),
});

const Message = z.object({
  type: z.literal('message'),
  id: Id.optional(),
  role: z.enum(['user', 'assistant', 'system']),
  content: z.array(TextPart).min(1).max(100),
});

const FunctionOutput = z.object({
  type: z.literal('function_call_output'),
  id: Id.optional(),
  call_id: Id,
  output: z.string().max(MAX_ITEM_CHARS),
});

const ResponseOptions = z.strictObject({
  instructions: z.string().max(MAX_INSTRUCTIONS_CHARS).nullish(),
  metadata: z
    .record(z.string().max(64), z.string().max(MAX_ID_CHARS))
    .refine(
      (metadata) => Object.keys(metadata).length <= MAX_METADATA_KEYS,
      `at most ${MAX_METADATA_KEYS} keys`,
    )
    .nullish(),
  output_modalities: only([['audio'], null], 'only ["audio"], which comes with its transcript'),
  audio: only([null], 'not supported for a single response: use session.update'),
  conversation: only(['auto', null], 'only "auto": every response is part of the conversation'),
  input: only([null], 'not supported: use conversation.item.create'),
  tools: only([null], 'not supported for a single response: use session.update'),
  tool_choice: only(['auto', null], 'not supported for a single response: use session.update'),
  max_output_tokens: only(['inf', null], 'only "inf"'),
  prompt: only([null], 'not supported'),
});

const ClientEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('session.update'), event_id: Id.optional(), session: SessionChanges }),
  z.strictObject({
    type: z.literal('input_audio_buffer.append'),
    event_id: Id.optional(),
    audio: z.base64('must be base64').transform((text) => Buffer.from(text, 'base64')),
  }),
  z.strictObject({ type: z.literal('input_audio_buffer.clear'), event_id: Id.optional() }),
  z.strictObject({
    type: z.literal('conversation.item.create'),
    event_id: Id.optional(),
    previous_item_id: Id.nullish(),
    item: z.discriminatedUnion('type', [Message, FunctionOutput]),
  }),
  z.strictObject({
    type: z.literal('conversation.item.truncate'),
    event_id: Id.optional(),
    item_id: Id,
    content_index: z.int().min(0),
    audio_end_ms: z.number().min(0),
  }),
  z.strictObject({
    type: z.literal('response.create'),
    event_id: Id.optional(),
    response: ResponseOptions.nullish(),
  }),
  z.strictObject({
    type: z.literal('response.cancel'),
    event_id: Id.optional(),
    response_id: Id.nullish(),
  }),
]);
export type ClientEvent = z.infer<typeof ClientEvent>;
export type CreatedItem = Extract<ClientEvent, { type: 'conversation.item.create' }>['item'];

/** Events that exist elsewhere, and what to do instead. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  'input_audio_buffer.commit': 'turns are detected by the server',
  'output_audio_buffer.clear': 'use response.cancel',
  'conversation.item.delete': 'items stay',
  'conversation.item.retrieve': 'items are sent when they are added',
  'transcription_session.update': 'use POST /v1/audio/transcriptions',
};

/** @throws RealtimeError that names the field */
export function parseClientEvent(text: string): ClientEvent {
  const json = parseObject(text);
  const { type } = json;
  const eventId = typeof json.event_id === 'string' ? json.event_id.slice(0, MAX_ID_CHARS) : null;
  if (typeof type === 'string' && Object.hasOwn(UNSUPPORTED, type)) {
    throw new RealtimeError('type', eventId, 'realtime_event_unsupported', {
      type,
      instead: UNSUPPORTED[type] ?? '',
    });
  }
  const { data, error } = ClientEvent.safeParse(json);
  if (data) return data;
  const [issue] = error.issues;
  const path = issue ? pathOf(issue) : '';
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
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new RealtimeError(null, null, 'message_object_expected');
  }
  return json as Record<string, unknown>;
}

/** As `session.audio.output.voice`; a field that is unknown is named itself. */
function pathOf(issue: z.core.$ZodIssue): string {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  return path.map(String).join('.');
}
