import { type Static, Type } from '@sinclair/typebox';
import { CONVERSATION_MODES } from '../../../agent-worker/conversation/types.ts';
import { ENCODINGS, SAMPLING_RATES } from '../../../engine/index.ts';
import { MAX_GREETING_CHARS, MAX_NAME_CHARS, MAX_PROMPT_CHARS } from '../../agents/agent-body.ts';
import { INCOMING_ENCODINGS, INCOMING_RATES } from '../../agents/door-audio.ts';
import { MAX_ENDPOINTING_MS, MAX_MCP_SERVERS, MAX_URL_CHARS } from '../../agents/shared-fields.ts';
import { DEFAULT_LINK_SECONDS, MAX_LINK_SECONDS, MIN_LINK_SECONDS } from '../../agents/stream-links.ts';
import { choice } from '../../http/declared-fields.ts';
import { MAX_VOICE_ID_CHARS } from '../../limits/fields.ts';
import type { AgentRecord } from '../../storage/agents.ts';

/**
 * Schemas of agents. Those of requests document only: bodies are free-form, and what is known of them is read by
 * `api/agents`, so that nothing is turned from one type into another in silence.
 */

const Delay = Type.Integer({ minimum: 0, maximum: MAX_ENDPOINTING_MS });
const Delays = Type.Object({
  min_delay_ms: Type.Optional(Delay),
  max_delay_ms: Type.Optional(Delay),
});

const Shared = {
  voice_id: Type.Optional(
    Type.String({ maxLength: MAX_VOICE_ID_CHARS, description: 'Default: the default voice of the language' }),
  ),
  lang_code: Type.Optional(
    Type.String({ description: "Not ar. Default: the voice's own language, without a voice en" }),
  ),
  endpointing: Type.Optional(
    Type.Union([Delay, Delays], {
      description:
        'Silence that ends the caller’s turn: in milliseconds when they sound finished, or an object that also sets ' +
        'the longest wait when they do not',
    }),
  ),
  mcp_servers: Type.Optional(
    Type.Array(Type.String({ format: 'uri', maxLength: MAX_URL_CHARS }), {
      maxItems: MAX_MCP_SERVERS,
      description: 'http(s) URLs of MCP servers whose tools the agent may use',
    }),
  ),
};

export const NewAgentSchema = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: MAX_NAME_CHARS })),
    prompt: Type.Optional(
      Type.String({ maxLength: MAX_PROMPT_CHARS, description: 'System prompt of the language model' }),
    ),
    greeting: Type.Optional(
      Type.String({ maxLength: MAX_GREETING_CHARS, description: 'Spoken first. Default: nothing' }),
    ),
    ...Shared,
    llm: Type.Optional(
      Type.Object(
        {
          base_url: Type.Optional(
            Type.String({ format: 'uri', description: "OpenAI-compatible API. Default: the server's own" }),
          ),
          model: Type.String(),
          api_key: Type.Optional(Type.String({ description: 'Never returned' })),
        },
        { description: 'The language model of this agent' },
      ),
    ),
  },
  {
    additionalProperties: true,
    description: 'Other fields are stored and returned unchanged. Nulls count as absent.',
  },
);

export const TokenRequestSchema = Type.Object(
  {
    api_key: Type.Optional(Type.String({ description: 'Exactly one of api_key and jwt_token is required' })),
    jwt_token: Type.Optional(
      Type.String({ description: 'Exactly one of api_key and jwt_token is required' }),
    ),
    room_name: Type.Optional(Type.String({ description: 'Default: a new room' })),
    greeting: Type.Optional(Type.String({ maxLength: MAX_GREETING_CHARS })),
    instructions: Type.Optional(
      Type.String({ maxLength: MAX_PROMPT_CHARS, description: "Replaces the agent's prompt" }),
    ),
    ...Shared,
    mode: Type.Optional(choice(CONVERSATION_MODES, { default: 'asr-llm-tts' })),
    turn_details: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether to report tool calls and the latency of each stage of a turn to the room',
      }),
    ),
    return_sampling_rate: Type.Optional(choice(SAMPLING_RATES, { default: 24_000 })),
    return_encoding: Type.Optional(choice(ENCODINGS, { default: 'pcm_linear' })),
    incoming_sampling_rate: Type.Optional(choice(INCOMING_RATES, { default: 16_000 })),
    incoming_encoding: Type.Optional(choice(INCOMING_ENCODINGS, { default: 'pcm_linear' })),
  },
  {
    additionalProperties: true,
    description:
      "Settings of this session that replace the agent's. Other fields become the agent's metadata, at most 16 KiB.",
  },
);

export const StreamUrlRequestSchema = Type.Object({
  expires_in: Type.Optional(
    Type.Integer({
      minimum: MIN_LINK_SECONDS,
      maximum: MAX_LINK_SECONDS,
      default: DEFAULT_LINK_SECONDS,
      description: 'Seconds within which the stream must be opened',
    }),
  ),
});

export const AgentEntrySchema = Type.Object({
  id: Type.String(),
  agent_id: Type.String({ description: 'Equals id' }),
  name: Type.String(),
});

export const AgentSchema = Type.Object(
  {
    ...AgentEntrySchema.properties,
    prompt: Type.String(),
    greeting: Type.String(),
    voice_id: Shared.voice_id,
    lang_code: Shared.lang_code,
    endpointing: Type.Optional(Delays),
    mcp_servers: Type.Array(Type.String()),
    llm: Type.Optional(
      Type.Object({
        base_url: Type.Optional(Type.String()),
        model: Type.String(),
        has_api_key: Type.Boolean({ description: 'The key itself is never returned' }),
      }),
    ),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: true, description: 'Also the other fields it was created with' },
);
export type AgentBody = Static<typeof AgentSchema>;

/** An agent as it goes over the wire. What was not given is left out. */
export function agentBody(agent: AgentRecord): AgentBody {
  const { id, name, prompt, greeting, voiceId, langCode, endpointing, mcpServers, llm } = agent;
  return {
    ...agent.more,
    id,
    agent_id: id,
    name,
    prompt,
    greeting,
    ...(voiceId !== null && { voice_id: voiceId }),
    ...(langCode !== null && { lang_code: langCode }),
    ...(endpointing && {
      endpointing: { min_delay_ms: endpointing.minDelayMs, max_delay_ms: endpointing.maxDelayMs },
    }),
    mcp_servers: [...mcpServers],
    ...(llm && {
      llm: {
        ...(llm.baseUrl !== null && { base_url: llm.baseUrl }),
        model: llm.model,
        has_api_key: agent.sealedKey !== null,
      },
    }),
    created_at: agent.createdAt,
    updated_at: agent.updatedAt,
  };
}
