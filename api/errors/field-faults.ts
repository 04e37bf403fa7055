import type { ErrorDefinition } from '../../media/error-definition.ts';

/** A fault in one field of a request: an item `{"loc", "msg", "type"}` in the `detail` of a 422. */
export interface FieldFaultDefinition extends ErrorDefinition {
  /** The item's `type`. Coarser than the kind: clients rely on it, while texts may be improved. */
  readonly type: string;
}

/** All faults of single fields, by kind. `msg` is the text. */
export const FIELD_FAULTS = {
  // Missing
  field_missing: { type: 'missing', text: 'Field required' },
  text_missing: { type: 'missing', text: 'Text to speak is required' },
  file_missing: {
    type: 'missing',
    text: ({ field }: { field: string }) =>
      `Send a multipart/form-data body with a file in the field \`${field}\``,
  },
  file_expected: {
    type: 'missing',
    text: 'Must be a file, not text',
    remedy: 'Give the part of the form a file name.',
  },
  recording_missing: {
    type: 'missing',
    text: 'Send a multipart/form-data body with a recording in this field',
  },
  script_missing: {
    type: 'missing',
    text: ({ lang }: { lang: string }) =>
      `There is no built-in script for "${lang}": send the text as \`script\``,
  },
  credential_missing: {
    type: 'missing',
    text: 'Exactly one of api_key and jwt_token is required, but neither was sent',
  },
  llm_url_missing: {
    type: 'missing',
    text: 'Field required: a key is sent only to the address it belongs to',
  },
  variable_missing: {
    type: 'missing',
    text: ({ name, where }: { name: string; where: string }) =>
      `The agent's ${where} contains {{${name}}}: send its value as \`variables\`.\`${name}\`, or write ` +
      `{{${name}|what to say without one}} in the ${where}`,
  },
  summary_without_properties: {
    type: 'missing',
    text: 'Must have `properties`: what the model is to extract',
    remedy: 'Send a JSON schema such as {"type": "object", "properties": {"outcome": {"type": "string"}}}.',
  },
  not_empty: { type: 'string_too_short', text: 'Must not be empty' },

  // Wrong type
  string_expected: { type: 'string_type', text: 'Must be a string' },
  object_expected: { type: 'dict_type', text: 'Must be an object' },
  json_object_expected: {
    type: 'dict_type',
    text: 'Must be a JSON object',
  },
  body_object_expected: {
    type: 'model_type',
    text: 'The body must be a JSON object',
  },
  whole_number_expected: { type: 'int_type', text: 'Must be a whole number' },
  number_expected: { type: 'number_type', text: 'Must be a number' },
  number_without_fraction_expected: {
    type: 'number_type',
    text: 'Must be a whole number',
  },
  boolean_expected: {
    type: 'bool_parsing',
    text: 'Must be true or false',
    remedy: 'Send true or false; 1, 0, yes, no, on and off are understood, too.',
  },
  url_list_expected: {
    type: 'list_type',
    text: 'Must be an array of URLs',
    remedy: 'Send an array, or one string with commas between the URLs.',
  },
  body_json_expected: { type: 'json_invalid', text: 'The body must be JSON' },
  json_too_deep: {
    type: 'json_invalid',
    text: ({ max }: { max: number }) => `JSON must not be nested more than ${max} levels deep`,
  },
  body_json_invalid: {
    type: 'json_invalid',
    text: 'The body is not valid JSON',
  },
  form_invalid: {
    type: 'multipart_invalid',
    text: ({ reason }: { reason: string }) => `The body is not a valid multipart form: ${reason}`,
    remedy: 'Let a library write the form; `content-type` must contain the boundary.',
  },
  speak_message_json_invalid: {
    type: 'json_invalid',
    text: 'The message begins like a JSON object but is not valid JSON',
  },
  speak_message_text_missing: {
    type: 'string_type',
    text: 'A JSON message needs the field `text`, a string',
    remedy: 'Send the field; "" keeps the socket alive.',
  },
  context_id_string_expected: {
    type: 'string_type',
    text: '`context_id` must be a string',
  },

  // Too long or too many
  too_many_characters: {
    type: 'string_too_long',
    text: ({ max }: { max: number }) => `Must have at most ${max} characters`,
  },
  context_id_too_long: {
    type: 'string_too_long',
    text: ({ max }: { max: number }) => `\`context_id\` must have at most ${max} characters`,
  },
  tag_too_long: {
    type: 'string_too_long',
    text: ({ max }: { max: number }) => `A tag must have at most ${max} characters`,
  },
  form_text_too_large: {
    type: 'string_too_long',
    text: ({ kib }: { kib: number }) => `Must not be larger than ${kib} KiB`,
  },
  too_many_tags: {
    type: 'too_long',
    text: ({ max }: { max: number }) => `Must be at most ${max} tags`,
  },
  too_many_servers: {
    type: 'too_long',
    text: ({ max }: { max: number }) => `Must be at most ${max} servers`,
  },
  metadata_too_large: {
    type: 'too_long',
    text: ({ bytes }: { bytes: number }) => `Other fields must not exceed ${bytes} bytes of JSON in total`,
    remedy: 'Send fewer or shorter undocumented fields.',
  },
  text_too_long: {
    type: 'text_too_long',
    text: ({ seconds }: { seconds: number }) => `This text takes longer than ${seconds} s to speak`,
  },

  // Value that is not one of the allowed ones
  out_of_range: {
    type: 'number_range',
    text: ({ min, max }: { min: number; max: number }) => `Must be from ${min} to ${max}`,
  },
  delays_reversed: {
    type: 'number_range',
    text: 'Must be at least min_delay_ms',
  },
  not_an_option: {
    type: 'enum',
    text: ({ options }: { options: string }) => `Must be one of ${options}`,
  },
  not_options: {
    type: 'enum',
    text: ({ options }: { options: string }) => `Must be one of ${options}`,
  },
  intent_unsupported: {
    type: 'enum',
    text: 'Must be one of conversation, transcription',
    remedy: 'Leave it out for a conversation.',
  },
  admin_without_manage: {
    type: 'enum',
    text: 'The key of an administrator needs the scope manage',
  },
  field_unknown: { type: 'extra_forbidden', text: 'Unknown field' },
  credential_twice: {
    type: 'extra_forbidden',
    text: 'Exactly one of api_key and jwt_token is required, but both were sent',
  },

  // Wrong format
  control_characters: {
    type: 'string_pattern_mismatch',
    text: 'Must not contain control characters',
  },
  nul_characters: {
    type: 'string_pattern_mismatch',
    text: 'Must not contain NUL characters',
  },
  credential_malformed: {
    type: 'string_pattern_mismatch',
    text: ({ expected }: { expected: string }) => `Must be ${expected}`,
  },
  url_malformed: {
    type: 'url_parsing',
    text: ({ expected }: { expected: string }) => `Must be ${expected}`,
  },
  list_expected: { type: 'list_type', text: 'Must be an array' },
  list_too_long: {
    type: 'too_long',
    text: ({ max }: { max: number }) => `Must have at most ${max} entries`,
  },
  transfer_number_malformed: {
    type: 'value_error',
    text: 'Must be a telephone number such as +4930123456, or a SIP address such as sip:desk@pbx.example.org',
  },
  transfer_number_refused: {
    type: 'value_error',
    text: ({ number }: { number: string }) =>
      `Calls must not be transferred to ${number}; the operator of this server can allow it with TRANSFER_NUMBERS`,
  },
  call_number_refused: {
    type: 'value_error',
    text: ({ number }: { number: string }) =>
      `Agents must not call ${number}; the operator of this server can allow it with CALL_NUMBERS`,
  },
  trunk_missing: {
    type: 'missing',
    text: 'Send the id of an outbound trunk of LiveKit SIP; the operator can set a default with LIVEKIT_SIP_TRUNK_ID',
  },
  caller_number_missing: {
    type: 'missing',
    text: 'Send the number that the call comes from; the operator can set a default with TWILIO_FROM',
  },
  time_of_day_malformed: {
    type: 'value_error',
    text: 'Must be a time of day from 00:00 to 24:00, such as 09:30',
  },
  hours_reversed: {
    type: 'value_error',
    text: '`until` must be later than `from`, on the same day',
  },
  scenarios_faulty: { type: 'value_error', text: ({ problem }: { problem: string }) => problem },
  scenarios_none: { type: 'value_error', text: 'No scenario has this in its name' },
  scenarios_model: {
    type: 'value_error',
    text: '`caller.model` is only for `npm run scenarios`: here the model of the server is used',
  },
  scenarios_room: {
    type: 'value_error',
    text: '`caller.door: room` is only for `npm run scenarios`',
    remedy: 'Run it there with `--url` and `--agent`, or call by another door.',
  },
  scenarios_without_model: {
    type: 'value_error',
    text: '`goal` and `meaning` need a language model, and this server has none',
    remedy: 'Set `LLM_BASE_URL` and `LLM_MODEL`.',
  },
  scenarios_too_many: {
    type: 'value_error',
    text: ({ calls, max }: { calls: number; max: number }) =>
      `Must be ${max} calls at most, but there are ${calls}: each scenario \`repeat\` times`,
    remedy: 'Select some with `only`, or lower `repeat`.',
  },
  keys_malformed: {
    type: 'value_error',
    text: 'Must be 1 to 32 keys of a telephone: 0 to 9, *, # and A to D',
    remedy: 'Send the keys alone, such as 1 or 12#.',
  },
  time_zone_unknown: {
    type: 'value_error',
    text: 'Must be a time zone such as Europe/Berlin',
    remedy: 'Send a name from the IANA time zone database.',
  },
  idempotency_key_malformed: {
    type: 'value_error',
    text: 'Must be 1 to 200 printable ASCII characters',
    remedy: 'Send a UUID, for instance.',
  },
  idempotency_key_reused: {
    type: 'value_error',
    text: 'Another request, to another agent or with another body, was sent with this key',
  },
  variables_malformed: {
    type: 'value_error',
    text: ({ max, maxChars, maxTotal }: { max: number; maxChars: number; maxTotal: number }) =>
      `Must be at most ${max} values by name (letters, digits and _): texts of at most ${maxChars} characters, numbers ` +
      `or booleans, together at most ${maxTotal} characters`,
    remedy: 'Send an object such as {"name": "Ada"}.',
  },
  transfer_names_repeated: {
    type: 'value_error',
    text: 'Must have a different `name` for each target',
  },
  handoff_agent_unknown: {
    type: 'value_error',
    text: ({ agentId }: { agentId: string }) => `There is no agent with id ${agentId}`,
    remedy: 'Name another agent of the same owner.',
  },
  warm_transfer_unavailable: {
    type: 'value_error',
    text:
      '`warm` needs a way to call people: the operator of this server sets LIVEKIT_SIP_TRUNK_ID (LiveKit SIP), or ' +
      'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM and PUBLIC_URL (Twilio)',
  },
  transfer_targets_missing: {
    type: 'value_error',
    text: '`transfer_call` needs `transfer_targets`: calls are transferred to nowhere else',
  },
  cursor_malformed: {
    type: 'value_error',
    text: 'Must be the `next_cursor` of the page before',
  },
  tool_name_malformed: {
    type: 'string_pattern_mismatch',
    text: 'Must begin with a letter or `_` and contain nothing but letters, digits, `_` and `-`, at most 64 of them',
    remedy: 'Send such a name: language models accept no other.',
  },
  tool_names_repeated: {
    type: 'value_error',
    text: 'Must have a different `name` for each tool, and none of end_call, send_dtmf, transfer_call and hand_off',
  },
  tool_url_malformed: {
    type: 'url_parsing',
    text: 'Must be an http:// or https:// address without user name, with `{argument}` in its path and its query alone',
  },
  tool_argument_unknown: {
    type: 'value_error',
    text: ({ argument }: { argument: string }) =>
      `Names the argument "${argument}", which \`parameters\` does not have`,
  },
  tool_schema_too_large: {
    type: 'too_long',
    text: 'Must be a smaller schema',
    remedy: 'Shorten the schema: it is sent to the language model with every turn.',
  },
  tool_headers_malformed: {
    type: 'value_error',
    text: ({ max }: { max: number }) =>
      `Must be at most ${max} different HTTP headers with values of visible characters`,
    remedy: 'Correct the headers; Content-Type, Content-Length and Host are set for each request.',
  },
  tool_header_missing: {
    type: 'missing',
    text: ({ header }: { header: string }) =>
      `Must have a value for "${header}": none is stored for this server`,
  },
  server_url_malformed: {
    type: 'url_parsing',
    text: ({ max }: { max: number }) =>
      `Must be http:// or https:// addresses without user name, of at most ${max} characters`,
  },
  url_refused: {
    type: 'address_refused',
    text: ({ reason }: { reason: string }) => `Cannot be used: ${reason}`,
    remedy: 'Use a public address; the operator can allow others with MCP_ALLOW_HOSTS.',
  },
  agent_language_malformed: {
    type: 'string_pattern_mismatch',
    text: 'Must be a language code such as en, a list of codes, or auto',
  },
  agent_languages_missing: {
    type: 'too_short',
    text: 'Must name at least one language',
  },
  too_many_languages: {
    type: 'too_long',
    text: ({ max }: { max: number }) => `Must name at most ${max} languages`,
  },
  restore_language_malformed: {
    type: 'language_code',
    text: ({ max }: { max: number }) =>
      `Must be a language code of at most ${max} characters, such as "en" or "pt-BR"`,
  },
  transcription_language_malformed: {
    type: 'language_code',
    text: 'Must be a language code such as "en"',
    remedy: 'Send a code, or the English name of the language.',
  },

  // Not possible
  agent_language_unavailable: {
    type: 'language_unsupported',
    text: 'Agents are not available in Arabic (ar)',
  },
  language_not_recognised: {
    type: 'language_not_heard',
    text: ({ lang, command }: { lang: string; command: string | null }) =>
      `This server cannot recognise speech in "${lang}": ` +
      (command === null ? '' : `install a recogniser that can (${command}), `) +
      'set STT_BASE_URL to an API that can, or use mode=llm-tts and send text',
  },
  language_not_found_out: {
    type: 'language_not_heard',
    text: ({ lang, command }: { lang: string; command: string | null }) =>
      `This server cannot find out which language a caller speaks, and hears them in "${lang}": ` +
      (command === null ? '' : `install a recogniser that can (${command}), or `) +
      'set STT_BASE_URL to an API that can',
  },
  room_encoding_unavailable: {
    type: 'encoding_unavailable',
    text: ({ encoding }: { encoding: string }) =>
      `Audio in a room is WebRTC's, which does not carry ${encoding}: omit this field, or use the WebSocket`,
  },
  no_built_in_script: {
    type: 'language_unsupported',
    text: ({ lang }: { lang: string }) => `There is no built-in script for "${lang}"`,
    remedy: 'Send a script of your own.',
  },
  nothing_to_speak: {
    type: 'text_unspeakable',
    text: 'The text contains nothing to speak',
  },
  openai_voice_unknown: {
    type: 'voice_unknown',
    text: ({ names }: { names: string }) =>
      `There is no such voice: use the id or name of one from GET /voices, or one of ${names}`,
  },
  no_speakers: {
    type: 'extra_forbidden',
    text: 'Speakers are voices of their own here: name the voice without a speaker',
    remedy: 'Choose one of the voices in the answer to `describe`.',
  },
  demo_voice_unknown: {
    type: 'voice_unknown',
    text: 'The demo does not offer this voice; GET /demo/config lists its voices',
  },
  challenge_failed: {
    type: 'challenge_failed',
    text: 'The challenge was not passed, or its answer was used before; try again',
  },
  word_unspeakable: {
    type: 'word_unspeakable',
    text: 'This is not read as one word; leave out punctuation around it, and store its parts separately',
  },
  word_expected: { type: 'word_expected', text: 'Must be one word' },
  ipa_foreign: {
    type: 'phoneme_foreign',
    text: ({ message, start, nearest }: { message: string; start: number; nearest: string | null }) =>
      `${message} (at character ${start})${nearest ? `; nearest: ${nearest}` : ''}`,
    remedy: 'Use the symbols of the language: GET /ipa/inventory lists them.',
  },
} as const satisfies Record<string, FieldFaultDefinition>;
