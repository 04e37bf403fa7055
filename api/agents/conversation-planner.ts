import {
  CONVERSATION_MODES,
  type ConversationMode,
  type ConversationSettings,
} from '../../agent-worker/conversation/types.ts';
import { DEFAULT_ENDPOINTING } from '../../agent-worker/hearing/endpointing/endpointing.ts';
import type { ModelEndpoint } from '../../agent-worker/llm/types.ts';
import { recogniserCommand } from '../../engine/setup.ts';
import { fieldFault, invalid, invalidFields, type ValidationItem } from '../errors/api-error.ts';
import { choiceField, flagField, readFields, textField, withDefault } from '../http/declared-fields.ts';
import { FieldReader, type RawFields } from '../http/fields.ts';
import type { Settings } from '../settings/settings.ts';
import type { AgentModel, AgentRecord } from '../storage/agents.ts';
import { DEFAULT_TRANSCRIPT_DAYS, GREETING, PROMPT } from './agent-body.ts';
import { openSecrets, withHeaders } from './agent-secrets.ts';
import type { AgentStore } from './agent-store.ts';
import { mayTransferTo, type TransferRules } from './call-fields.ts';
import { AUDIO_FIELDS, type DoorAudio, doorAudio, roomAudioFaults } from './door-audio.ts';
import type { SecretEncryption } from './secret-encryption.ts';
import { checkServers, SHARED_FIELDS, type SharedFields, withEndpointing } from './shared-fields.ts';
import { fillVariables, variablesField } from './variables.ts';
import { chooseVoice, type VoiceChoiceDeps } from './voice-choice.ts';

/** The system prompt when none is given. */
export const DEFAULT_INSTRUCTIONS =
  'You are a friendly and helpful assistant in a spoken conversation. Answer briefly, in plain sentences that are ' +
  'easy to listen to, without lists, headings or emoji, and in the language that you are spoken to in. When you do ' +
  'not know something, say so.';

/** Fields that carry audio in WebSocket messages: both, unless one is requested. */
export const AUDIO_MESSAGE_FIELDS = ['audio', 'audio_url'] as const;
export type AudioMessageField = (typeof AUDIO_MESSAGE_FIELDS)[number];

/** How a client sends its audio. `json` and `base64` mean the same. */
const INCOMING_MODES = ['json', 'base64', 'bytes'] as const;

/** Limit of the metadata that is passed on, in bytes of JSON. */
const MAX_METADATA_BYTES = 16 * 1024;

/** Fields that a request for a conversation may have, apart from the credentials of a token request. */
export const CONVERSATION_FIELDS = {
  ...SHARED_FIELDS,
  ...AUDIO_FIELDS,
  mode: withDefault(choiceField<ConversationMode>(CONVERSATION_MODES), 'asr-llm-tts'),
  instructions: textField(PROMPT, { description: "Replaces the agent's prompt" }),
  turn_details: withDefault(
    flagField({
      description: 'Whether to report tool calls and the latency of each stage of a turn to the room',
    }),
    false,
  ),
  partial_transcripts: withDefault(
    flagField({ description: 'Whether to send what the caller is saying while they speak' }),
    false,
  ),
  language_changes: withDefault(
    flagField({ description: 'Whether to tell which language the caller was found to speak' }),
    false,
  ),
  greeting: textField({ ...GREETING, mayBeEmpty: true }),
  greeting_text: withDefault(
    flagField({ description: 'Whether to send the greeting as a text message, too' }),
    false,
  ),
  variables: variablesField(),
  keep_transcripts: flagField({
    description: 'false: no transcript and no summary is made of this session, whatever the agent says',
  }),
  record: flagField({ description: 'false: this session is not recorded, whatever the agent says' }),
  recording_consent: withDefault(
    flagField({ description: 'Whether the caller has agreed to be recorded, for agents that require it' }),
    false,
  ),
};

/** Validated settings of the conversation that a door or a token request asked for. */
export interface ConversationPlan {
  readonly settings: ConversationSettings;
  readonly audio: DoorAudio;
  /** Both fields, unless the query requested one. */
  readonly audioFields: readonly AudioMessageField[];
  /** `bytes` when the client announced binary frames. */
  readonly incomingMode: 'json' | 'bytes';
  /** The agent's own model, before the server's settings are applied. */
  readonly ownModel: OwnModel | null;
}

export interface OwnModel extends AgentModel {
  readonly apiKey: string | null;
}

/** The server's own model, for agents that name only another model at the same endpoint. */
export type ServerModel = Pick<Settings, 'llmBaseUrl' | 'llmApiKey'>;

/** Hosts with private addresses that agents may use. */
export type AllowedServers = Pick<Settings, 'mcpAllowHosts'>;

export interface PlannerDeps extends VoiceChoiceDeps {
  readonly agents: Pick<AgentStore, 'find'>;
  readonly sealer: SecretEncryption;
  readonly settings: ServerModel & AllowedServers & TransferRules;
  /** Whether speech in a language can be recognised. */
  readonly canHear: (lang: string) => boolean;
}

/**
 * Determines the settings of conversations: the server's defaults, overridden by the agent, overridden by the request.
 */
export class ConversationPlanner {
  readonly #deps: PlannerDeps;

  constructor(deps: PlannerDeps) {
    this.#deps = deps;
  }

  /**
   * Plans a conversation from the query of a WebSocket. `agent_id` names the stored agent; unknown parameters are
   * ignored.
   * @throws ApiError 404 when there is no such agent, 422 with one item per invalid parameter
   */
  async fromQuery(ownerId: string, query: URLSearchParams): Promise<ConversationPlan> {
    const agentId = query.get('agent_id')?.trim();
    const agent = agentId ? await this.#deps.agents.find(ownerId, agentId) : null;
    // The last value of a repeated parameter counts. MCP servers are an exception: they may be repeated or separated by
    // commas.
    const servers = query.getAll('mcp_servers').join(',');
    const raw = { ...Object.fromEntries(query), mcp_servers: servers };
    return this.plan({ ownerId, agent, raw, part: 'query' });
  }

  /**
   * @param part the body of a token for a room, or the query of a socket
   * @param own names of further fields of the request that are not metadata
   * @throws ApiError 422 with one item per invalid field
   */
  async plan(request: {
    readonly ownerId: string;
    readonly agent: AgentRecord | null;
    readonly raw: RawFields;
    readonly part: 'body' | 'query';
    readonly own?: readonly string[];
  }): Promise<ConversationPlan> {
    const { ownerId, agent, raw, part, own = [] } = request;
    const fields = new FieldReader(raw, [part]);
    const asked = readFields(fields, CONVERSATION_FIELDS);
    checkServers(fields, asked.mcp_servers ?? [], this.#deps.settings.mcpAllowHosts);
    // The message format concerns only the WebSocket. Other unknown query parameters are ignored: they are not
    // metadata.
    const isQuery = part === 'query';
    const audioField = isQuery ? fields.oneOf('audio_field', AUDIO_MESSAGE_FIELDS) : undefined;
    const incomingMode = isQuery ? fields.oneOf('incoming_mode', INCOMING_MODES) : undefined;
    const metadata = isQuery ? {} : fields.others([...Object.keys(CONVERSATION_FIELDS), ...own]);
    const unfit = isQuery ? [] : roomAudioFaults(asked);
    const problems = [...fields.problems, ...unfit, ...tooLong(metadata)];
    if (problems.length > 0) throw invalidFields(problems);
    // Texts of the request contain no variables.
    const { prompt, greeting } = fillVariables(
      {
        prompt: asked.instructions === undefined ? (agent?.prompt ?? '') : '',
        greeting: asked.greeting === undefined ? (agent?.greeting ?? '') : '',
      },
      asked.variables ?? {},
      part,
    );
    const instructions = asked.instructions ?? prompt;

    const voice = await this.#voice(ownerId, agent, asked, part);
    if (asked.mode === 'asr-llm-tts') this.#mustHear(voice.lang, part);
    const { ownModel, httpTools } = await this.#secretParts(agent);
    return {
      settings: {
        agentId: agent?.id ?? null,
        instructions: instructions.trim() ? instructions : DEFAULT_INSTRUCTIONS,
        greeting: asked.greeting ?? greeting,
        ...voice,
        mode: asked.mode,
        endpointing: withEndpointing(asked.endpointing, agent?.endpointing ?? DEFAULT_ENDPOINTING),
        mcpServers: asked.mcp_servers ?? agent?.mcpServers ?? [],
        ...(httpTools.length > 0 && { httpTools }),
        model: endpointOf(ownModel, this.#deps.settings),
        metadata,
        ...(asked.turn_details && { turnDetails: true }),
        ...(asked.partial_transcripts && { partialTranscripts: true }),
        ...(asked.language_changes && { languageChanges: true }),
        ...(asked.greeting_text && { greetingText: true }),
        // A session may turn the transcript off. It cannot turn it on for an agent that keeps none.
        ...(agent?.keepTranscripts &&
          asked.keep_transcripts !== false && {
            transcriptDays: agent.transcriptDays ?? DEFAULT_TRANSCRIPT_DAYS,
          }),
        ...(agent?.summary && asked.keep_transcripts !== false && { summary: agent.summary }),
        ...(agent &&
          isToBeRecorded(agent, asked) && {
            recording: {
              days: agent.transcriptDays ?? DEFAULT_TRANSCRIPT_DAYS,
              notice: agent.recordingNotice,
            },
          }),
        ...(agent &&
          agent.handoff.length > 0 && {
            handoff: { targets: agent.handoff, variables: asked.variables ?? {} },
          }),
        ...(agent &&
          agent.callTools.length > 0 && {
            calls: {
              tools: agent.callTools,
              // The operator may have removed a number from the allowed ones since the agent was stored.
              targets: agent.transferTargets.filter(({ number }) =>
                mayTransferTo(number, this.#deps.settings),
              ),
            },
          }),
      },
      audio: doorAudio(asked),
      audioFields: audioField === undefined ? AUDIO_MESSAGE_FIELDS : [audioField],
      incomingMode: incomingMode === 'bytes' ? 'bytes' : 'json',
      ownModel,
    };
  }

  async #voice(ownerId: string, agent: AgentRecord | null, asked: SharedFields, part: 'body' | 'query') {
    const choice = {
      voiceId: asked.voice_id ?? agent?.voiceId ?? null,
      lang: asked.lang_code ?? agent?.langCode ?? null,
    };
    return chooseVoice(this.#deps, ownerId, choice, part);
  }

  #mustHear(lang: string, part: 'body' | 'query'): void {
    if (this.#deps.canHear(lang)) return;
    throw invalid([part, 'lang_code'], 'language_not_recognised', {
      lang,
      command: recogniserCommand(lang),
    });
  }

  /** The model and the tools of an agent, with their keys. */
  async #secretParts(agent: AgentRecord | null) {
    if (!agent) return { ownModel: null, httpTools: [] };
    const { llm, tools, secrets, id } = agent;
    const { apiKey, headers } = await openSecrets(this.#deps.sealer, secrets, id);
    return { ownModel: llm && { ...llm, apiKey }, httpTools: withHeaders(tools, headers) };
  }
}

/**
 * Returns the endpoint of an agent's model; null for the server's own model, or when the agent names a model without an
 * endpoint and the server has none.
 */
export function endpointOf(own: OwnModel | null, server: ServerModel): ModelEndpoint | null {
  if (own === null) return null;
  const { baseUrl, model, apiKey } = own;
  // The server's key is only ever sent to the server's endpoint.
  if (baseUrl !== null) return { baseUrl, apiKey, model };
  return server.llmBaseUrl === null ? null : { baseUrl: server.llmBaseUrl, apiKey: server.llmApiKey, model };
}

function tooLong(metadata: RawFields): ValidationItem[] {
  if (Buffer.byteLength(JSON.stringify(metadata)) <= MAX_METADATA_BYTES) return [];
  return [fieldFault(['body'], 'metadata_too_large', { bytes: MAX_METADATA_BYTES })];
}

/** Whether a session of an agent is recorded: it may refuse, and must agree if the agent requires consent. */
function isToBeRecorded(
  { isRecorded, recordingNeedsConsent }: AgentRecord,
  asked: { readonly record?: boolean | undefined; readonly recording_consent: boolean },
): boolean {
  return isRecorded && asked.record !== false && (asked.recording_consent || !recordingNeedsConsent);
}
