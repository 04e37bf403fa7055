import { AddressError, checkAddress } from '../../agent-worker/address-guard/address-rules.ts';
import type { AllowedHost } from '../../agent-worker/address-guard/allowed-hosts.ts';
import { DEFAULT_ENDPOINTING } from '../../agent-worker/hearing/endpointing/endpointing.ts';
import { fieldFault, invalid, invalidFields } from '../errors/api-error.ts';
import { FieldReader, isObject, type RawFields } from '../http/fields.ts';
import { httpUrl, token } from '../settings/kinds.ts';
import type { AgentModel, NewAgent } from '../storage/agents.ts';
import { MAX_URL_CHARS, readShared, SHARED_FIELDS, withEndpointing } from './shared-fields.ts';

export const MAX_NAME_CHARS = 200;
export const MAX_PROMPT_CHARS = 100_000;
export const MAX_GREETING_CHARS = 5000;
/** Of fields that mean nothing here, as JSON. */
export const MAX_MORE_BYTES = 64 * 1024;
const MAX_MODEL_CHARS = 1000;

/** Fields of ours in an answer; what a client sends under these names is not kept. */
const OURS = ['id', 'agent_id', 'created_at', 'updated_at'];
/** Not kept, lest a client that sends its credentials everywhere finds them in lists. */
const CREDENTIALS = ['api_key', 'jwt_token'];
const KNOWN = [...SHARED_FIELDS, ...OURS, ...CREDENTIALS, 'name', 'prompt', 'greeting', 'llm'];

/** An agent as asked for. */
export interface AskedAgent extends Omit<NewAgent, 'id' | 'ownerId' | 'sealedKey'> {
  /** The key of its language model. */
  readonly apiKey: string | null;
}

/**
 * The body of `POST /agents`: a free-form object of which some fields mean something.
 * @param allowHosts hosts with private addresses that its model may be on
 * @throws ApiError 422 with one item for each wrong field
 */
export function readAgentBody(body: unknown, allowHosts: readonly AllowedHost[] = []): AskedAgent {
  const raw = objectBody(body);
  const fields = new FieldReader(raw, ['body']);
  const { voiceId, langCode, endpointing, mcpServers } = readShared(fields);
  const model = readModel(fields, allowHosts);
  const agent: AskedAgent = {
    name: fields.text('name', { maxChars: MAX_NAME_CHARS, isLine: true }) ?? '',
    prompt: fields.text('prompt', { maxChars: MAX_PROMPT_CHARS }) ?? '',
    greeting: fields.text('greeting', { maxChars: MAX_GREETING_CHARS }) ?? '',
    voiceId: voiceId ?? null,
    langCode: langCode ?? null,
    endpointing: endpointing ? withEndpointing(endpointing, DEFAULT_ENDPOINTING) : null,
    mcpServers: mcpServers ?? [],
    llm: model?.llm ?? null,
    more: fields.others(KNOWN),
    apiKey: model?.apiKey ?? null,
  };
  if (Buffer.byteLength(JSON.stringify(agent.more)) > MAX_MORE_BYTES) {
    fields.problems.push(fieldFault(['body'], 'metadata_too_large', { bytes: MAX_MORE_BYTES }));
  }
  if (fields.problems.length > 0) throw invalidFields(fields.problems);
  return agent;
}

/** @throws ApiError 422 */
export function objectBody(body: unknown): RawFields {
  if (body === undefined || body === null) throw invalid(['body'], 'field_missing');
  if (!isObject(body)) throw invalid(['body'], 'json_object_expected');
  return body;
}

function readModel(
  fields: FieldReader,
  allowHosts: readonly AllowedHost[],
): { llm: AgentModel; apiKey: string | null } | undefined {
  const llm = fields.object('llm');
  if (llm === undefined) return undefined;
  llm.refuseOthers(['base_url', 'model', 'api_key']);
  const model = llm.text('model', { maxChars: MAX_MODEL_CHARS, isLine: true });
  const baseUrl = readBaseUrl(llm, allowHosts);
  const apiKey = llm.text('api_key', { maxChars: MAX_MODEL_CHARS });
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
  const text = llm.text('base_url', { maxChars: MAX_URL_CHARS, isLine: true });
  if (text === undefined) return undefined;
  const url = httpUrl.parse(text);
  if (url === undefined) return llm.problem('base_url', 'url_malformed', { expected: httpUrl.expected });
  try {
    checkAddress(url, allowHosts);
    return url;
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    return llm.problem('base_url', 'url_refused', { reason: error.message });
  }
}
