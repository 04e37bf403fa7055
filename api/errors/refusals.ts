import type { ErrorDefinition } from '../../media/error-definition.ts';

/** A whole request is rejected: the response is `{"detail": "<text>"}`. */
export interface RefusalDefinition extends ErrorDefinition {
  readonly status: number;
  /** Lower-case names. Headers that depend on the request are added where the error is thrown. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The challenge required by RFC 9110 section 11.6.1. */
const BEARER = { 'www-authenticate': 'Bearer' } as const;
/** Demo tokens are sent in a header of their own. */
const DEMO_TOKEN = { 'www-authenticate': 'X-Demo-Token' } as const;

/**
 * Every reason to reject a whole request, by its kind. Clients match some of these texts, such as that of
 * `voice_name_taken`.
 */
export const REFUSALS = {
  // Credentials
  credentials_missing: {
    status: 401,
    headers: BEARER,
    text:
      'Credentials are missing: send an API key in the header x-api-key or the query parameter api_key, or a JWT as ' +
      '"authorization: Bearer <jwt>" or in the query parameter jwt_token',
    remedy: 'Send an API key or a JWT in one of the four places.',
  },
  authorization_malformed: {
    status: 401,
    headers: BEARER,
    text: 'The authorization header must be "Bearer <jwt>", "Bearer <api key>" or the token alone',
    remedy: 'Correct the header.',
  },
  api_key_unknown: {
    status: 401,
    headers: BEARER,
    text: ({ place }: { place: string }) => `The API key in the ${place} is unknown`,
    remedy: 'Send a key of this server. The first place that holds a credential decides.',
  },
  api_key_revoked: {
    status: 401,
    headers: BEARER,
    text: ({ place }: { place: string }) => `The API key in the ${place} is revoked`,
    remedy: 'Ask the operator for a new key.',
  },
  api_key_expired: {
    status: 401,
    headers: BEARER,
    text: ({ place }: { place: string }) => `The API key in the ${place} has expired`,
    remedy: 'Ask the operator for a new key.',
  },
  api_key_in_body_refused: {
    status: 401,
    headers: BEARER,
    text: 'The API key in the field api_key of the body is unknown, expired or revoked',
    remedy: 'Send a key of this server that is valid.',
  },
  jwt_key_revoked: {
    status: 401,
    headers: BEARER,
    text: 'The API key from which the JWT was issued is revoked',
    remedy: 'Exchange another key for a JWT.',
  },
  jwt_expired: {
    status: 401,
    headers: BEARER,
    text: 'The JWT has expired',
    remedy: 'Exchange the API key for a new JWT.',
  },
  jwt_invalid: {
    status: 401,
    headers: BEARER,
    text: 'The JWT is invalid',
    remedy: 'Use a JWT that this server issued, unchanged.',
  },
  link_credentials_gone: {
    status: 401,
    headers: BEARER,
    text: ({ link }: { link: string }) =>
      `The credentials with which the ${link} was created are revoked or have expired`,
    remedy: 'Ask for a new link with valid credentials.',
  },
  link_for_another_target: {
    status: 401,
    headers: BEARER,
    text: ({ link, target }: { link: string; target: string }) =>
      `The ${link} was created for another ${target}`,
    remedy: 'Ask for a link to this one.',
  },
  link_expired: {
    status: 401,
    headers: BEARER,
    text: ({ link, renewal }: { link: string; renewal: string | null }) =>
      `The ${link} has expired${renewal ? `; ${renewal}` : ''}`,
    remedy: 'Ask for a new link.',
  },
  link_used: {
    status: 401,
    headers: BEARER,
    text: ({ link }: { link: string }) => `The ${link} has been used; it is good for one use`,
    remedy: 'Ask for a new link.',
  },
  link_invalid: {
    status: 401,
    headers: BEARER,
    text: ({ link }: { link: string }) => `The token of the ${link} is invalid`,
    remedy: 'Use the link unchanged, or ask for a new one.',
  },
  demo_token_missing: {
    status: 401,
    headers: DEMO_TOKEN,
    text: 'A demo token is required in X-Demo-Token: get one with POST /demo/session',
    remedy: 'Start a session of the demo.',
  },
  demo_token_invalid: {
    status: 401,
    headers: DEMO_TOKEN,
    text: 'The demo token is invalid',
    remedy: 'Start a new session of the demo.',
  },
  demo_token_of_another_address: {
    status: 401,
    headers: DEMO_TOKEN,
    text: 'The demo token was issued for another address: get one with POST /demo/session',
    remedy: 'Start a new session of the demo.',
  },
  demo_token_expired: {
    status: 401,
    headers: DEMO_TOKEN,
    text: 'The demo token has expired: get another with POST /demo/session',
    remedy: 'Start a new session of the demo.',
  },
  demo_token_used_up: {
    status: 401,
    headers: DEMO_TOKEN,
    text: 'The demo token is used up: get another with POST /demo/session',
    remedy: 'Start a new session of the demo.',
  },

  // Content of the request
  voice_name_taken: {
    status: 400,
    text: 'This voice name already exists',
    remedy: 'Choose another name, or delete the voice that has it.',
  },
  request_unreadable: {
    status: 400,
    text: ({ reason }: { reason: string }) => reason,
    remedy: 'Correct the request as the text says.',
  },
  scope_missing: {
    status: 403,
    text: ({ scope, scopes }: { scope: string; scopes: string }) =>
      `This needs the scope "${scope}"; the credential sent has ${scopes || 'none'}. Send an API key that has it, or ` +
      `exchange such a key for a JWT with POST /sse/auth?scopes=${scope}`,
    remedy: 'Use a credential with this scope: JWTs have `manage` only if they are asked for with it.',
  },
  demo_off: {
    status: 403,
    text:
      'The demo is off on this server: its operator sets DEMO_SITE_KEY, DEMO_SECRET_KEY and DEMO_VERIFY_URL, or ' +
      'DEMO_OPEN',
    remedy: 'Ask the operator, or use an API key.',
  },
  admin_required: {
    status: 403,
    text:
      'This is for administrators: use an API key that "npm run keys -- create --admin" has created, or the first key, ' +
      'and no JWT',
    remedy: 'Use the key of an administrator.',
  },
  origin_not_allowed: {
    status: 403,
    text:
      'Pages of this origin may not open WebSockets here: the operator has to name the origin in CORS_ORIGINS, or its ' +
      'host in ALLOWED_HOSTS',
    remedy: 'The operator names the origin of the page in CORS_ORIGINS.',
  },
  host_not_allowed: {
    status: 421,
    text: ({ host }: { host: string }) =>
      `This server does not answer to the host ${host}: the operator has to name it in ALLOWED_HOSTS`,
    remedy: 'Use a name of the server, or have the operator add this one to ALLOWED_HOSTS.',
  },
  host_header_malformed: {
    status: 400,
    text: 'The header host must name one host',
    remedy: 'Send one `host`, with a port or without one.',
  },
  path_not_normal: {
    status: 400,
    text:
      'The path must not contain dot segments, backslashes, an empty first segment, a fragment, or ' +
      'percent-encoded letters, digits, "-", ".", "_" and "~"',
    remedy: 'Send the path in its normal form (RFC 3986).',
  },
  content_length_malformed: {
    status: 400,
    text: 'There must be one content-length at most, a decimal number of bytes',
    remedy: 'Send one length, or none for a request without a body.',
  },
  transfer_coding_unknown: {
    status: 400,
    text: 'The only transfer-encoding is "chunked"',
    remedy: 'Send the body chunked, or with a `content-length`.',
  },
  body_length_twice: {
    status: 400,
    text: 'There must be a content-length or a transfer-encoding, not both',
    remedy: 'Send only one of them.',
  },
  not_found: {
    status: 404,
    text: 'Not Found',
    remedy: 'Check the path against /docs.',
  },
  no_such_voice: {
    status: 404,
    text: 'This voice_id does not exist',
    remedy: 'Use a `voice_id` from GET /voices.',
  },
  not_your_voice: {
    status: 404,
    text: 'Provided `voice_id` is invalid',
    remedy: 'Use the `voice_id` of a voice of your own; built-in voices cannot be changed.',
  },
  no_such_agent: {
    status: 404,
    text: ({ agentId }: { agentId: string }) => `Agent with id ${agentId} not found`,
    remedy: 'Use an `agent_id` of the same owner.',
  },
  no_such_conversation: {
    status: 404,
    text: ({ conversationId }: { conversationId: string }) =>
      `Conversation with id ${conversationId} not found`,
    remedy:
      'Use a `conversation_id` of the same owner; transcripts are deleted after the time that the agent sets.',
  },
  no_such_restore_job: {
    status: 404,
    text: 'There is no such restore job',
    remedy: 'Use a `job_id` of your own; jobs are deleted some time after they end.',
  },
  restore_job_without_file: {
    status: 404,
    text: ({ status }: { status: string }) =>
      `The restore job is ${status}; its file is available once it is Finished`,
    remedy: 'Wait until the job is finished.',
  },
  no_such_key: {
    status: 404,
    text: 'There is no valid API key with this id',
    remedy: 'Use a `key_id` from GET /keys that has not been revoked.',
  },
  no_such_pronunciation: {
    status: 404,
    text: ({ lang }: { lang: string }) => `There is no pronunciation of this word in "${lang}"`,
    remedy: 'Check the word and the language.',
  },
  console_not_built: {
    status: 404,
    text: 'The console has not been built: run "npm run build" and reload',
    remedy: 'Build the console.',
  },
  no_such_model: {
    status: 404,
    text: ({ models }: { models: string }) => `This model is not available: use ${models}`,
    remedy: 'Name one of these models.',
  },
  model_unknown: {
    status: 404,
    text: ({ reason }: { reason: string }) => reason,
    remedy: 'Use a `model_id` from GET /models.',
  },
  method_unknown: {
    status: 405,
    text: ({ method, methods }: { method: string; methods: string }) =>
      `The method ${method} is not allowed here; allowed: ${methods}`,
    remedy: 'Use one of the methods in the header `Allow`.',
  },
  upload_too_slow: {
    status: 408,
    text: ({ seconds }: { seconds: number }) => `The upload took longer than ${seconds} s`,
    remedy: 'Send the file faster; the operator can raise UPLOAD_TIMEOUT_MS.',
  },
  room_name_taken: {
    status: 409,
    text: 'This `room_name` is in use; choose another one or omit it',
    remedy: 'Choose another name.',
  },
  not_a_candidate: {
    status: 409,
    text: 'This voice is not a candidate: only voices that were enrolled with `candidates` can be chosen',
    remedy: 'Enrol with `candidates` to have a choice.',
  },
  no_candidate_set: {
    status: 409,
    text:
      'This voice was not enrolled with candidates; enrol it again without `candidates`, or make a new set with ' +
      '`POST /voices/assisted`',
    remedy: 'Choose one of the two.',
  },
  license_not_accepted: {
    status: 409,
    text: ({ license }: { license: string }) =>
      `The licence of this model has to be accepted first: ${license}. Read the card, then send accept_license`,
    remedy:
      'Read the card of the model with GET /models/{model_id}, and send `accept_license` if you agree to it.',
  },
  own_key: {
    status: 409,
    text: 'A key cannot revoke itself: use another key of an administrator, or "npm run keys -- revoke"',
    remedy: 'Revoke it with another key, or with the command.',
  },
  quota_reached: {
    status: 409,
    text: ({ what, max, setting }: { what: string; max: number; setting: string }) =>
      `An owner may have at most ${max} ${what} (${setting})`,
    remedy: 'Delete some that you do not need, or ask the operator to raise the setting.',
  },
  body_too_large: {
    status: 413,
    text: ({ bytes }: { bytes: number }) => `The request body must not be larger than ${bytes} bytes`,
    remedy: 'Send less at a time.',
  },
  file_too_large: {
    status: 413,
    text: ({ mib }: { mib: number }) => `A file must not be larger than ${mib} MiB`,
    remedy: 'Send a shorter recording, or a compressed format.',
  },
  body_not_json: {
    status: 415,
    text: 'The body must be application/json',
    remedy: 'Send JSON, and say so in `content-type`.',
  },
  range_unsatisfiable: {
    status: 416,
    text: ({ bytes }: { bytes: number }) => `The file has ${bytes} bytes`,
    remedy: 'Ask for a range inside the file.',
  },
  websocket_required: {
    status: 426,
    headers: { upgrade: 'websocket' },
    text: 'This is a WebSocket endpoint: connect with a WebSocket client',
    remedy: 'Open a WebSocket at this address.',
  },

  // Limits
  streams_at_limit: {
    status: 429,
    text: ({ open }: { open: number }) =>
      `This API key has ${open} open streams, which is the maximum (MAX_STREAMS_PER_KEY)`,
    remedy: 'Close a stream, or wait for `Retry-After`.',
  },
  characters_at_limit: {
    status: 429,
    text: ({ perMinute }: { perMinute: number }) =>
      `This API key has used up its ${perMinute} characters per minute (MAX_CHARACTERS_PER_MINUTE)`,
    remedy: 'Wait for `Retry-After`.',
  },
  large_json_at_limit: {
    status: 429,
    text: ({ mib }: { mib: number }) => `More than ${mib} MiB of JSON a minute came in large bodies`,
    remedy: 'Wait for `Retry-After`, or send smaller bodies.',
  },
  text_waiting_at_limit: {
    status: 429,
    text: ({ max }: { max: number }) =>
      `More than ${max} characters are waiting to be spoken; send text as it is spoken`,
    remedy: 'Send the text again when some of the waiting text has been spoken.',
  },
  owner_at_limit: {
    status: 429,
    text: ({ running, what }: { running: number; what: string }) =>
      `You have ${running} ${what} in progress, which is the maximum`,
    remedy: 'Wait until one of them ends.',
  },
  server_at_limit: {
    status: 429,
    text: ({ what }: { what: string }) => `The server has reached its limit of ${what} in progress`,
    remedy: 'Wait for `Retry-After`.',
  },
  quota_reached_for_now: {
    status: 429,
    text: ({ what, max, setting }: { what: string; max: number; setting: string }) =>
      `An owner may have at most ${max} ${what} at a time (${setting})`,
    remedy: 'Wait until some are over, or ask the operator to raise the setting.',
  },
  restores_waiting_at_limit: {
    status: 429,
    text: ({ max }: { max: number }) =>
      `You have ${max} recordings waiting to be restored, which is the maximum (RESTORE_MAX_WAITING)`,
    remedy: 'Wait until some are done.',
  },
  restore_space_at_limit: {
    status: 429,
    text: ({ mib }: { mib: number }) =>
      `Your recordings take up all of the ${mib} MiB available to one owner (RESTORE_MAX_MIB): ` +
      'delete those that you have downloaded with DELETE /restore/{job_id}',
    remedy: 'Delete jobs whose result you have downloaded.',
  },
  restore_jobs_at_limit: {
    status: 429,
    text: ({ max }: { max: number }) =>
      `You have ${max} restore jobs, which is the maximum (RESTORE_MAX_JOBS): delete those whose result you have ` +
      'downloaded with DELETE /restore/{job_id}',
    remedy: 'Delete jobs that you do not need; they also expire.',
  },
  credentials_at_limit: {
    status: 429,
    text: 'Too many wrong credentials came from your address (MAX_WRONG_CREDENTIALS_PER_MINUTE)',
    remedy:
      'Wait for `Retry-After`, and correct the credentials. Keys that worked before, and valid JWTs, are not affected.',
  },
  demo_address_at_limit: {
    status: 429,
    text: ({ what }: { what: string }) => `Too many ${what} from your address`,
    remedy: 'Wait for `Retry-After`.',
  },
  demo_at_limit: {
    status: 429,
    text: ({ what }: { what: string }) => `Too many ${what} at the moment`,
    remedy: 'Wait for `Retry-After`.',
  },

  // Server
  client_gone: {
    status: 499,
    text: 'The client is gone',
    remedy: 'Nothing: it appears only in logs and metrics.',
  },
  internal: {
    status: 500,
    text: 'Internal Server Error',
    remedy: 'An internal error; details are in the log of the server.',
  },
  server_overloaded: {
    status: 503,
    text: 'The server has more to do than it can; it takes no new work until that is over. Try again in a few seconds',
    remedy: 'Wait for `Retry-After`; the metrics say what there is too much of.',
  },
  not_ready: {
    status: 503,
    headers: { 'retry-after': '5' },
    text: ({ reason }: { reason: string }) => `The server takes no new clients now: it is ${reason}`,
    remedy: 'Nothing: `/readyz` tells load balancers. Its words are `starting`, `draining` and `overloaded`.',
  },
  database_unavailable: {
    status: 503,
    headers: { 'retry-after': '1' },
    text: 'The database does not answer; try again',
    remedy: 'Try again; the operator has to check the database.',
  },
  storage_full: {
    status: 507,
    headers: { 'retry-after': '60' },
    text: 'The disk of the database is full: nothing was stored. What needs no storage still works',
    remedy: 'The operator has to make room; then the same request works. Deleting may work before.',
  },
  model_unavailable: {
    status: 503,
    headers: { 'retry-after': '60' },
    text: ({ reason }: { reason: string }) => `The model cannot be fetched: ${reason}`,
    remedy:
      'The text says why; where the hub cannot be reached, the operator sets MODEL_HUB_URL or HTTPS_PROXY.',
  },
  livekit_not_set_up: {
    status: 503,
    text:
      'This server is not connected to LiveKit, so there are no rooms: its operator must set LIVEKIT_URL, ' +
      'LIVEKIT_API_KEY and LIVEKIT_API_SECRET',
    remedy: 'The operator sets these three.',
  },
  no_conversations: {
    status: 503,
    text: 'This server does not host conversations',
    remedy: 'Connect to a server that does.',
  },
  challenge_unavailable: {
    status: 503,
    headers: { 'retry-after': '5' },
    text: 'The challenge cannot be verified at the moment; try again',
    remedy: 'Try again; the log says what is wrong with the service that verifies it.',
  },
  demo_full: {
    status: 503,
    headers: { 'retry-after': '60' },
    text: 'The demo has too many visitors at the moment',
    remedy: 'Wait for `Retry-After`.',
  },
  demo_too_busy: {
    status: 503,
    headers: { 'retry-after': '5' },
    text: 'The server is too busy at the moment',
    remedy: 'Wait for `Retry-After`.',
  },

  // Wyoming
  wyoming_event_malformed: {
    status: 400,
    text: ({ fault }: { fault: string }) => `The event cannot be read: ${fault}`,
    remedy: 'Send a line of JSON for each event, followed by the bytes that it announces.',
  },
  wyoming_event_too_large: {
    status: 413,
    text: ({ part, max }: { part: string; max: number }) =>
      `The ${part} of an event must not be larger than ${max} bytes`,
    remedy: 'Send less at a time.',
  },
  wyoming_recording_too_long: {
    status: 413,
    text: ({ seconds }: { seconds: number }) => `A recording must not be longer than ${seconds} seconds`,
    remedy: 'Send a shorter recording, or use `POST /v1/audio/transcriptions`.',
  },
  wyoming_too_many_events: {
    status: 429,
    text: ({ perSecond }: { perSecond: number }) =>
      `More than ${perSecond} events per second were sent for too long`,
    remedy: 'Send larger chunks of audio, and fewer of them.',
  },
  wyoming_key_invalid: {
    status: 401,
    text: 'The key in WYOMING_API_KEY is unknown, revoked or expired',
    remedy: 'The operator sets another key.',
  },
} as const satisfies Record<string, RefusalDefinition>;
