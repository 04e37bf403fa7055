import { Type } from '@sinclair/typebox';
import { checkAddress } from '../../agent-worker/address-guard/address-rules.ts';
import type { AllowedHost } from '../../agent-worker/address-guard/allowed-hosts.ts';
import { AgentError } from '../../agent-worker/errors.ts';
import { DEFAULT_ENDPOINTING } from '../../agent-worker/hearing/endpointing/endpointing.ts';
import type { HandoffTarget } from '../../agent-worker/tools/call-settings.ts';
import { fieldFault, invalid, invalidFields } from '../errors/api-error.ts';
import {
  flagField,
  orNull,
  readFields,
  textField,
  wholeNumberField,
  withDefault,
} from '../http/declared-fields.ts';
import { FieldReader, isObject, type RawFields } from '../http/fields.ts';
import { httpUrl, token } from '../settings/kinds.ts';
import type { AgentModel, AgentRecord, NewAgent, StoredTool } from '../storage/agents.ts';
import { CALL_FIELDS } from './call-fields.ts';
import { mergePatch } from './merge-patch.ts';
import { checkServers, MAX_URL_CHARS, SHARED_FIELDS, withEndpointing } from './shared-fields.ts';
import { SUMMARY_FIELD } from './summary-field.ts';
import { type AskedTool, checkTools, TOOL_FIELDS } from './tool-fields.ts';

const MAX_NAME_CHARS = 200;
const MAX_PROMPT_CHARS = 100_000;
const MAX_GREETING_CHARS = 5000;
/** Limit of the unknown fields, in bytes of JSON. */
const MAX_MORE_BYTES = 64 * 1024;
const MAX_MODEL_CHARS = 1000;

/** Default retention of transcripts, in days. */
export const DEFAULT_TRANSCRIPT_DAYS = 30;
const MAX_TRANSCRIPT_DAYS = 3650;
const MAX_NOTICE_CHARS = 500;

/** System prompts and greetings, of an agent or of a single session. */
export const PROMPT = { maxChars: MAX_PROMPT_CHARS };
export const GREETING = { maxChars: MAX_GREETING_CHARS };
const NOTICE = { maxChars: MAX_NOTICE_CHARS, mayBeEmpty: true };

const MODEL = textField({ maxChars: MAX_MODEL_CHARS, isLine: true });
const MODEL_URL = textField(
  { maxChars: MAX_URL_CHARS, isLine: true },
  { description: "URL of an OpenAI-compatible API. Default: the server's own" },
);
const MODEL_KEY = textField({ maxChars: MAX_MODEL_CHARS }, { description: 'Never returned' });
const LlmSchema = Type.Object(
  {
    base_url: Type.Optional(orNull(MODEL_URL.schema)),
    model: MODEL.schema,
    api_key: Type.Optional(orNull(MODEL_KEY.schema)),
  },
  { description: 'The language model of this agent' },
);

/**
 * Fields of an agent.
 * @param allowHosts hosts with private addresses that its model may use
 */
export function agentFields(allowHosts: readonly AllowedHost[] = []) {
  return {
    ...SHARED_FIELDS,
    llm: {
      schema: LlmSchema,
      read: (fields: FieldReader, name: string) => readModel(fields, name, allowHosts),
    },
    name: withDefault(textField({ maxChars: MAX_NAME_CHARS, isLine: true }), ''),
    prompt: withDefault(textField(PROMPT, { description: 'System prompt of the language model' }), ''),
    greeting: withDefault(textField(GREETING, { description: 'Spoken first. Default: nothing' }), ''),
    ...CALL_FIELDS,
    ...TOOL_FIELDS,
    summary: SUMMARY_FIELD,
    keep_transcripts: withDefault(
      flagField({ description: 'Whether transcripts of its conversations are kept' }),
      false,
    ),
    transcript_retention_days: wholeNumberField(
      { min: 1, max: MAX_TRANSCRIPT_DAYS },
      {
        description: `Days after which a transcript and a recording are deleted. Default: ${DEFAULT_TRANSCRIPT_DAYS}`,
      },
    ),
    record: withDefault(flagField({ description: 'Whether its conversations are recorded' }), false),
    recording_needs_consent: withDefault(
      flagField({
        description: 'Whether to record only sessions that are opened with recording_consent=true',
      }),
      false,
    ),
    recording_notice: textField(NOTICE, {
      description:
        "Said before the greeting of a recorded call; '' for nothing. Default: a sentence in its language",
    }),
  };
}

/** Fields set by the server in responses; a client's values under these names are not stored. */
const OURS = ['id', 'agent_id', 'created_at', 'updated_at'];
/** Not stored, so that the credentials of a client that sends them with every request do not appear in lists. */
const CREDENTIALS = ['api_key', 'jwt_token'];
const KNOWN = [...Object.keys(agentFields()), ...OURS, ...CREDENTIALS];

/** An agent as requested. */
export interface AskedAgent extends Omit<NewAgent, 'id' | 'ownerId' | 'secrets' | 'hasApiKey' | 'tools'> {
  /** The key of its language model. */
  readonly apiKey: string | null;
  readonly tools: readonly AskedTool[];
}

/**
 * The body of `POST /agents`: a free-form object with some known fields.
 * @param allowHosts hosts with private addresses that its model and its tools may use
 * @param storedTools stored tools, whose headers may be kept
 * @throws ApiError 422 with one item per invalid field
 */
export function readAgentBody(
  body: unknown,
  allowHosts: readonly AllowedHost[] = [],
  storedTools: readonly StoredTool[] = [],
): AskedAgent {
  const raw = objectBody(body);
  const fields = new FieldReader(raw, ['body']);
  const asked = readFields(fields, agentFields(allowHosts));
  checkServers(fields, asked.mcp_servers ?? [], allowHosts);
  checkTools(fields, asked.tools ?? [], storedTools, allowHosts);
  const agent: AskedAgent = {
    name: asked.name,
    prompt: asked.prompt,
    greeting: asked.greeting,
    voiceId: asked.voice_id ?? null,
    langCode: asked.lang_code ?? null,
    endpointing: asked.endpointing ? withEndpointing(asked.endpointing, DEFAULT_ENDPOINTING) : null,
    mcpServers: asked.mcp_servers ?? [],
    llm: asked.llm?.llm ?? null,
    keepTranscripts: asked.keep_transcripts,
    transcriptDays: asked.transcript_retention_days ?? null,
    isRecorded: asked.record,
    recordingNeedsConsent: asked.recording_needs_consent,
    recordingNotice: asked.recording_notice ?? null,
    callTools: asked.call_tools ?? [],
    transferTargets: asked.transfer_targets ?? [],
    handoff: asked.handoff ?? [],
    tools: asked.tools ?? [],
    summary: asked.summary ?? null,
    more: fields.others(KNOWN),
    apiKey: asked.llm?.apiKey ?? null,
  };
  if (Buffer.byteLength(JSON.stringify(agent.more)) > MAX_MORE_BYTES) {
    fields.problems.push(fieldFault(['body'], 'metadata_too_large', { bytes: MAX_MORE_BYTES }));
  }
  if (agent.callTools.includes('transfer_call') && !fields.has('transfer_targets')) {
    fields.problem('transfer_targets', 'transfer_targets_missing');
  }
  if (fields.problems.length > 0) throw invalidFields(fields.problems);
  return agent;
}

/** An agent as it will be after a change. */
export interface ChangedAgent extends AskedAgent {
  /** Whether the stored key of its language model remains valid. */
  readonly keepsKey: boolean;
}

/**
 * Reads the body of `PATCH /agents/{agent_id}`: fields that replace the stored ones (RFC 7396: absent fields stay, null
 * removes). The key of the language model and the headers of a tool are only ever sent to the server they were given
 * for.
 * @throws ApiError 422 with one item per field of the result that is invalid
 */
export function readAgentChanges(
  body: unknown,
  stored: AgentRecord,
  allowHosts: readonly AllowedHost[] = [],
): ChangedAgent {
  const changes = objectBody(body);
  const agent = readReplacedAgent(mergePatch(fieldsOfAgent(stored), changes), stored, allowHosts);
  const { llm } = changes;
  const isKeyRemoved = isObject(llm) && llm.api_key === null;
  return { ...agent, keepsKey: agent.keepsKey && !isKeyRemoved };
}

/**
 * Reads all fields of an agent that replace the stored ones. Secrets that they do not contain stay as in
 * `readAgentChanges`.
 * @throws ApiError 422 with one item per invalid field
 */
export function readReplacedAgent(
  fields: RawFields,
  stored: AgentRecord,
  allowHosts: readonly AllowedHost[] = [],
): ChangedAgent {
  const agent = readAgentBody(fields, allowHosts, stored.tools);
  const isSameModelAddress = agent.llm !== null && agent.llm.baseUrl === stored.llm?.baseUrl;
  return { ...agent, keepsKey: agent.apiKey === null && isSameModelAddress };
}

/** Returns a stored agent as the fields of the API, without the key of its model and the headers of its tools. */
export function fieldsOfAgent(agent: Omit<NewAgent, 'id' | 'ownerId' | 'secrets' | 'hasApiKey'>) {
  const { name, prompt, greeting, voiceId, langCode, endpointing, mcpServers, llm, more } = agent;
  const { keepTranscripts, transcriptDays, callTools, transferTargets, handoff, tools, summary } = agent;
  return {
    ...more,
    name,
    prompt,
    greeting,
    ...(voiceId !== null && { voice_id: voiceId }),
    ...(langCode !== null && { lang_code: typeof langCode === 'string' ? langCode : [...langCode] }),
    ...(endpointing && {
      endpointing: { min_delay_ms: endpointing.minDelayMs, max_delay_ms: endpointing.maxDelayMs },
    }),
    mcp_servers: [...mcpServers],
    ...(keepTranscripts && { keep_transcripts: true }),
    ...(transcriptDays !== null && { transcript_retention_days: transcriptDays }),
    ...(agent.isRecorded && { record: true }),
    ...(agent.recordingNeedsConsent && { recording_needs_consent: true }),
    ...(agent.recordingNotice !== null && { recording_notice: agent.recordingNotice }),
    ...(callTools.length > 0 && { call_tools: [...callTools] }),
    ...(transferTargets.length > 0 && {
      transfer_targets: transferTargets.map(({ name, number, description, warm }) => ({
        name,
        number,
        ...(description !== '' && { description }),
        ...(warm && { warm }),
      })),
    }),
    ...(handoff.length > 0 && { handoff: handoff.map(fieldsOfHandoff) }),
    ...(tools.length > 0 && { tools: tools.map(fieldsOfTool) }),
    ...(summary && { summary }),
    ...(llm && { llm: { ...(llm.baseUrl !== null && { base_url: llm.baseUrl }), model: llm.model } }),
  };
}

function fieldsOfHandoff({ name, agentId, description, introduction }: HandoffTarget) {
  return {
    name,
    agent_id: agentId,
    ...(description !== '' && { description }),
    ...(introduction !== '' && { introduction }),
  };
}

function fieldsOfTool({ deadlineMs, filler, headers, ...tool }: StoredTool) {
  return {
    ...tool,
    headers: Object.fromEntries(headers.map((name) => [name, null])),
    deadline_ms: deadlineMs,
    ...(filler !== '' && { filler }),
  };
}

/** @throws ApiError 422 */
function objectBody(body: unknown): RawFields {
  if (body === undefined || body === null) throw invalid(['body'], 'field_missing');
  if (!isObject(body)) throw invalid(['body'], 'json_object_expected');
  return body;
}

function readModel(
  fields: FieldReader,
  name: string,
  allowHosts: readonly AllowedHost[],
): { llm: AgentModel; apiKey: string | null } | undefined {
  const llm = fields.object(name);
  if (llm === undefined) return undefined;
  llm.refuseOthers(Object.keys(LlmSchema.properties));
  const model = MODEL.read(llm, 'model');
  const baseUrl = readBaseUrl(llm, allowHosts);
  const apiKey = MODEL_KEY.read(llm, 'api_key');
  if (apiKey !== undefined && token.parse(apiKey) === undefined) {
    llm.problem('api_key', 'credential_malformed', { expected: token.expected });
  }
  if (apiKey !== undefined && !llm.has('base_url')) {
    llm.problem('base_url', 'llm_url_missing');
  }
  if (!llm.has('model')) llm.problem('model', 'field_missing');
  if (model === undefined) return undefined;
  return { llm: { baseUrl: baseUrl ?? null, model }, apiKey: apiKey ?? null };
}

function readBaseUrl(llm: FieldReader, allowHosts: readonly AllowedHost[]): string | undefined {
  const text = MODEL_URL.read(llm, 'base_url');
  if (text === undefined) return undefined;
  const url = httpUrl.parse(text);
  if (url === undefined) return llm.problem('base_url', 'url_malformed', { expected: httpUrl.expected });
  try {
    checkAddress(url, allowHosts);
    return url;
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    return llm.problem('base_url', 'url_refused', { reason: error.message });
  }
}
