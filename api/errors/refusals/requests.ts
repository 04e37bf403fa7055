import type { RefusalDefinition } from './refusal.ts';

/** The requested resource does not exist, or the request has the wrong form. */
export const REQUEST_REFUSALS = {
  voice_name_taken: {
    status: 400,
    text: 'This voice name already exists',
  },
  request_unreadable: {
    status: 400,
    text: ({ reason }: { reason: string }) => reason,
  },
  scope_missing: {
    status: 403,
    text: ({ scope, scopes }: { scope: string; scopes: string }) =>
      `This needs the scope "${scope}"; the credential sent has ${scopes || 'none'}. Send an API key that has it, or ` +
      `exchange such a key for a JWT with POST /sse/auth?scope=${scope}`,
  },
  demo_off: {
    status: 403,
    text:
      'The demo is off on this server: its operator sets DEMO_SITE_KEY, DEMO_SECRET_KEY and DEMO_VERIFY_URL, or ' +
      'DEMO_OPEN',
  },
  admin_required: {
    status: 403,
    text:
      'This is for administrators: use an API key that "npm run keys -- create --admin" has created, or the first key, ' +
      'and no JWT',
  },
  origin_not_allowed: {
    status: 403,
    text:
      'Pages of this origin may not open WebSockets here: the operator has to name the origin in CORS_ORIGINS, or its ' +
      'host in ALLOWED_HOSTS',
  },
  host_not_allowed: {
    status: 421,
    text: ({ host }: { host: string }) =>
      `This server does not answer to the host ${host}: the operator has to name it in ALLOWED_HOSTS`,
  },
  host_header_malformed: {
    status: 400,
    text: 'The header host must name one host',
  },
  path_not_normal: {
    status: 400,
    text:
      'The path must not contain dot segments, backslashes, an empty first segment, a fragment, or ' +
      'percent-encoded letters, digits, "-", ".", "_" and "~"',
  },
  content_length_malformed: {
    status: 400,
    text: 'There must be one content-length at most, a decimal number of bytes',
  },
  transfer_coding_unknown: {
    status: 400,
    text: 'The only transfer-encoding is "chunked"',
  },
  body_length_twice: {
    status: 400,
    text: 'There must be a content-length or a transfer-encoding, not both',
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
  no_such_agent_version: {
    status: 404,
    text: ({ version }: { version: number }) => `Version ${version} of this agent does not exist`,
    remedy: 'Use a version from GET /agents/{agent_id}/versions; the last 20 are kept.',
  },
  no_such_conversation: {
    status: 404,
    text: ({ conversationId }: { conversationId: string }) =>
      `Conversation with id ${conversationId} not found`,
    remedy:
      'Use a `conversation_id` of the same owner; transcripts are deleted after the time that the agent sets.',
  },
  no_recording: {
    status: 404,
    text: ({ conversationId }: { conversationId: string }) =>
      `Conversation with id ${conversationId} has no recording`,
    remedy:
      'Set `record` of the agent. Sessions may refuse it, and agents with `recording_needs_consent` need `recording_consent=true`.',
  },
  no_such_webhook: {
    status: 404,
    text: 'There is no such webhook',
    remedy: 'Use a `webhook_id` from GET /webhooks.',
  },
  no_such_delivery: {
    status: 404,
    text: 'This event was not sent to this webhook, or is no longer stored',
    remedy: 'Use an `event_id` from GET /webhooks/{webhook_id}/deliveries; events are kept for seven days.',
  },
  no_such_call: {
    status: 404,
    text: ({ callId }: { callId: string }) => `Call with id ${callId} not found`,
    remedy: 'Use a `call_id` of the same owner; calls are deleted some time after their end.',
  },
  no_such_scenario_run: {
    status: 404,
    text: ({ runId }: { runId: string }) => `Run of scenarios with id ${runId} not found`,
    remedy: 'Use a `run_id` of the same agent and process; runs are forgotten an hour after their end.',
  },
  no_sound_of_scenario: {
    status: 404,
    text: 'There is no sound of this call',
    remedy: 'Use a `sound` of the report: calls that passed have none.',
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
  },
  no_such_key: {
    status: 404,
    text: 'There is no valid API key with this id',
    remedy: 'Use a `key_id` from GET /keys that has not been revoked.',
  },
  no_such_pronunciation: {
    status: 404,
    text: ({ lang }: { lang: string }) => `There is no pronunciation of this word in "${lang}"`,
  },
  console_not_built: {
    status: 404,
    text: 'The console has not been built: run "npm run build" and reload',
  },
  no_such_model: {
    status: 404,
    text: ({ models }: { models: string }) => `This model is not available: use ${models}`,
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
  },
  upload_too_slow: {
    status: 408,
    text: ({ seconds }: { seconds: number }) => `The upload took longer than ${seconds} s`,
    remedy: 'Send the file faster; the operator can raise UPLOAD_TIMEOUT_MS.',
  },
  room_name_taken: {
    status: 409,
    text: 'This `room_name` is in use; choose another one or omit it',
  },
  scenarios_running: {
    status: 409,
    text: ({ runId }: { runId: string }) =>
      `Your run ${runId} of scenarios has not ended: wait for it, or stop it with DELETE`,
  },
  not_a_candidate: {
    status: 409,
    text: 'This voice is not a candidate: only voices that were enrolled with `candidates` can be chosen',
  },
  no_candidate_set: {
    status: 409,
    text:
      'This voice was not enrolled with candidates; enrol it again without `candidates`, or make a new set with ' +
      '`POST /voices/assisted`',
  },
  voice_is_variant: {
    status: 409,
    text: ({ voiceId }: { voiceId: string }) =>
      `This is a variant of the voice ${voiceId}, spoken with other sampling: change that voice`,
  },
  license_not_accepted: {
    status: 409,
    text: ({ license }: { license: string }) =>
      `The licence of this model has to be accepted first: ${license}. Read the card, then send accept_license`,
  },
  own_key: {
    status: 409,
    text: 'A key cannot revoke itself: use another key of an administrator, or "npm run keys -- revoke"',
  },
  quota_reached: {
    status: 409,
    text: ({ what, max, setting }: { what: string; max: number; setting: string }) =>
      `An owner may have at most ${max} ${what} (${setting})`,
  },
  body_too_large: {
    status: 413,
    text: ({ bytes }: { bytes: number }) => `The request body must not be larger than ${bytes} bytes`,
  },
  file_too_large: {
    status: 413,
    text: ({ mib }: { mib: number }) => `A file must not be larger than ${mib} MiB`,
    remedy: 'Send a shorter recording, or a compressed format.',
  },
  body_not_json: {
    status: 415,
    text: 'The body must be application/json',
  },
  range_unsatisfiable: {
    status: 416,
    text: ({ bytes }: { bytes: number }) => `The file has ${bytes} bytes`,
  },
  websocket_required: {
    status: 426,
    headers: { upgrade: 'websocket' },
    text: 'This is a WebSocket endpoint: connect with a WebSocket client',
  },
} as const satisfies Record<string, RefusalDefinition>;
