/**
 * Errors reported to callers of conversations and to owners of agents.
 *
 * A few errors have classes of their own, because their message goes to the log or to code that decides what to do
 * next: LlmFailure (whether to ask the model again), ServerLostError and DeadlineError (why a tool returned nothing),
 * StepError (which step of setting up a room failed).
 */
import { type ErrorDefinition, type ErrorValues, errorText } from '../media/error-definition.ts';

/** How an error of a conversation is reported. */
export interface AgentErrorDefinition extends ErrorDefinition {
  /** HTTP status, in-band or before the upgrade. Null if the text is part of another error. */
  readonly status: 422 | 429 | 500 | 503 | null;
  readonly retryAfterSeconds?: number;
}

/** An address not allowed for a tool server or a language model. The text is part of the error about its field. */
const ADDRESS = { status: null } as const;

/** Every error of this layer, by its kind. */
export const AGENT_ERRORS = {
  // Opening a conversation
  agents_at_limit: {
    status: 503,
    // A place may become free whenever someone hangs up.
    retryAfterSeconds: 5,
    text: ({ max }: { max: number }) =>
      `All ${max} agent sessions of this server are in use; try again later, or raise MAX_AGENT_SESSIONS`,
  },
  shutting_down: {
    status: 503,
    text: 'The server is shutting down',
  },
  opening_failed: {
    status: 500,
    text: 'The conversation could not be opened',
    remedy: 'An internal error; details are in the log of the server.',
  },

  // Messages on a WebSocket
  message_json_invalid: {
    status: 422,
    text: 'A text message must be valid JSON, such as {"text": "..."} or {"audio": "..."}',
    remedy: 'Correct the JSON. Send audio without JSON as a binary message.',
  },
  message_json_too_deep: {
    status: 422,
    text: ({ max }: { max: number }) => `A text message must not be nested more than ${max} levels deep`,
  },
  message_object_expected: {
    status: 422,
    text: 'A text message must be a JSON object',
  },
  message_audio_malformed: {
    status: 422,
    text: '`audio` must be a base64 string',
  },
  message_text_expected: { status: 422, text: '`text` must be a string' },
  message_text_too_long: {
    status: 422,
    text: ({ max }: { max: number }) => `\`text\` must have at most ${max} characters`,
  },

  sound_unreadable: {
    status: 422,
    text: ({ reason }: { reason: string }) => reason,
    remedy: 'Send audio in the encoding declared when the socket was opened.',
  },
  sound_too_fast: {
    status: 429,
    text: 'Audio arrives faster than real time; some of it was dropped',
  },
  typed_turns_at_limit: {
    status: 429,
    text: 'Too many turns were typed before the conversation began',
    remedy: 'Wait for the greeting.',
  },
  typed_turns_too_fast: {
    status: 429,
    text: ({ perSecond }: { perSecond: number }) =>
      `More than ${perSecond} turns per second were typed for too long`,
  },

  // Events on /v1/realtime
  realtime_json_invalid: {
    status: 422,
    text: 'An event must be valid JSON, such as {"type": "response.create"}',
  },
  realtime_event_unsupported: {
    status: 422,
    text: ({ type, instead }: { type: string; instead: string }) => `${type} is not supported: ${instead}`,
  },
  realtime_field_invalid: {
    status: 422,
    text: ({ name, problem }: { name: string; problem: string }) => `${name}: ${problem}`,
  },
  realtime_field_settled: {
    status: 422,
    text: ({ name }: { name: string }) => `${name} cannot be changed once the conversation has begun`,
    remedy: 'Send `session.update` first, or open another connection.',
  },
  realtime_item_misplaced: {
    status: 422,
    text: 'Items can only be added at the end of the conversation',
    remedy: 'Leave out `previous_item_id`.',
  },
  realtime_item_unknown: {
    status: 422,
    text: 'There is no such item, or it is too long ago',
    remedy: 'Keep what you were sent of the items.',
  },
  realtime_item_kept: {
    status: 422,
    text: 'Only items that you created can be deleted: what was said stays',
  },
  realtime_call_unknown: {
    status: 422,
    text: 'No tool call with this `call_id` waits for its output',
    remedy: 'Answer each call once, within a minute.',
  },
  conversation_already_has_active_response: {
    status: 422,
    text: 'The agent is still answering',
    remedy: 'Wait for `response.done`, or cancel the response.',
  },
  response_cancel_not_active: {
    status: 422,
    // LiveKit's plugin ignores errors with these words.
    text: 'Cancellation failed: there is no response to cancel',
  },
  input_audio_buffer_commit_empty: {
    status: 422,
    text: ({ min }: { min: number }) => `Less than ${min} ms of audio came since the last turn`,
    remedy: 'Send audio before you commit it, or leave turns to the server.',
  },
  realtime_changes_too_fast: {
    status: 429,
    text: 'The session was updated too fast for too long',
    remedy: 'Send what changes in one `session.update`, at most one a second.',
  },
  realtime_items_too_fast: {
    status: 429,
    text: 'Items or responses were created too fast for too long',
    remedy: 'Wait for the response before you create the next one.',
  },

  // Addresses
  url_too_long: {
    ...ADDRESS,
    text: ({ max }: { max: number }) => `the URL is longer than ${max} characters`,
  },
  url_with_odd_characters: {
    ...ADDRESS,
    text: 'the URL contains spaces, control characters or backslashes',
  },
  url_unreadable: {
    ...ADDRESS,
    text: 'not a URL; use one such as "https://tools.example.org/mcp"',
  },
  url_scheme: { ...ADDRESS, text: 'the URL must begin with http:// or https://' },
  url_with_credentials: { ...ADDRESS, text: 'the URL must not contain a user name or password' },
  host_malformed: { ...ADDRESS, text: ({ host }: { host: string }) => `${host} is not a host name` },
  port_zero: { ...ADDRESS, text: 'port 0 cannot be reached' },
  address_private: {
    ...ADDRESS,
    text: ({ host }: { host: string }) =>
      `${host} is not a public address; the operator of this server can allow it with MCP_ALLOW_HOSTS`,
  },
  address_missing: { ...ADDRESS, text: ({ host }: { host: string }) => `${host} has no address` },
  redirected: {
    ...ADDRESS,
    text: ({ status }: { status: number }) =>
      `the server redirects (HTTP ${status}), and redirects are not followed; use the address it leads to`,
  },
  answer_too_deep: {
    status: null,
    text: 'its answer is nested too deeply',
    remedy: 'Make the tool return simpler data.',
  },
  answer_too_large: {
    status: null,
    text: 'the answer is too large',
    remedy: 'Make the tool return less data.',
  },
} as const satisfies Record<string, AgentErrorDefinition>;

export type AgentErrorKind = keyof typeof AGENT_ERRORS;
type Values<K extends AgentErrorKind> = ErrorValues<(typeof AGENT_ERRORS)[K]>;

/** A kind of error, and the values for its text, if it needs any. */
export type AgentErrorArguments = {
  [K in AgentErrorKind]: Values<K> extends undefined ? [kind: K] : [kind: K, values: Values<K>];
}[AgentErrorKind];

/** Written for the client that caused the error; quotes nothing from a conversation, and only the host of a URL. */
export class AgentError extends Error {
  readonly kind: AgentErrorKind;
  readonly status: AgentErrorDefinition['status'];
  readonly retryAfterSeconds: number | null;

  constructor(...[kind, values]: AgentErrorArguments) {
    const definition: AgentErrorDefinition = AGENT_ERRORS[kind];
    super(errorText(definition, values as never));
    this.name = 'AgentError';
    this.kind = kind;
    this.status = definition.status;
    this.retryAfterSeconds = definition.retryAfterSeconds ?? null;
  }
}
