import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from '@sinclair/typebox';
import { agentFields, fieldsOfAgent } from '../../agents/agent-body.ts';
import { CALL_FIELDS } from '../../agents/call-fields.ts';
import { CONVERSATION_FIELDS } from '../../agents/conversation-planner.ts';
import { EndpointingSchema, SHARED_FIELDS } from '../../agents/shared-fields.ts';
import { DISPATCH_FIELDS } from '../../agents/sip-dispatches.ts';
import { LINK_FIELDS } from '../../agents/stream-links.ts';
import { SUMMARY_FIELD } from '../../agents/summary-field.ts';
import { TOKEN_FIELDS } from '../../agents/token-body.ts';
import { TOOL_FIELDS } from '../../agents/tool-fields.ts';
import { optionalProperties } from '../../http/declared-fields.ts';
import type { AgentVersion } from '../../storage/agent-versions.ts';
import type { AgentRecord } from '../../storage/agents.ts';

/**
 * Schemas of agents. Those of requests are only for the OpenAPI document: bodies are free-form, and `api/agents` reads
 * their known fields, so that no value is silently converted to another type.
 */

export const NewAgentSchema = Type.Object(optionalProperties(agentFields()), {
  additionalProperties: true,
  description: 'Other fields are stored and returned unchanged. Nulls count as absent.',
});

export const AgentChangesSchema = Type.Object(optionalProperties(agentFields()), {
  additionalProperties: true,
  description:
    'A JSON merge patch (RFC 7396): fields that are left out stay, null removes one. The key in `llm` stays as long as ' +
    '`base_url` does, and a header of a tool that is null as long as the name and the server of the tool do.',
});

export const TokenRequestSchema = Type.Object(
  optionalProperties({ ...TOKEN_FIELDS, ...CONVERSATION_FIELDS }),
  {
    additionalProperties: true,
    description:
      "Settings of this session that replace the agent's. Other fields become the agent's metadata, at most 16 KiB.",
  },
);

export const StreamUrlRequestSchema = Type.Object(optionalProperties(LINK_FIELDS));

export const SipDispatchRequestSchema = Type.Object(optionalProperties(DISPATCH_FIELDS));

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
    voice_id: Type.Optional(SHARED_FIELDS.voice_id.schema),
    lang_code: Type.Optional(SHARED_FIELDS.lang_code.schema),
    endpointing: Type.Optional(EndpointingSchema),
    mcp_servers: Type.Array(Type.String()),
    llm: Type.Optional(
      Type.Object({
        base_url: Type.Optional(Type.String()),
        model: Type.String(),
        has_api_key: Type.Boolean({ description: 'The key itself is never returned' }),
      }),
    ),
    call_tools: Type.Optional(CALL_FIELDS.call_tools.schema),
    transfer_targets: Type.Optional(CALL_FIELDS.transfer_targets.schema),
    handoff: Type.Optional(CALL_FIELDS.handoff.schema),
    tools: Type.Optional(TOOL_FIELDS.tools.schema),
    summary: Type.Optional(SUMMARY_FIELD.schema),
    keep_transcripts: Type.Optional(Type.Boolean()),
    record: Type.Optional(Type.Boolean()),
    recording_needs_consent: Type.Optional(Type.Boolean()),
    recording_notice: Type.Optional(Type.String()),
    transcript_retention_days: Type.Optional(Type.Integer()),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: true, description: 'Also the other fields it was created with' },
);
export type AgentBody = Static<typeof AgentSchema>;

/** Returns an agent in the wire format, without the fields that were not set. */
export function agentBody(agent: AgentRecord): AgentBody {
  const { llm, ...fields } = fieldsOfAgent(agent);
  return {
    ...fields,
    id: agent.id,
    agent_id: agent.id,
    ...(llm && { llm: { ...llm, has_api_key: agent.hasApiKey } }),
    created_at: agent.createdAt,
    updated_at: agent.updatedAt,
  };
}

const VERSION = { version: Type.Integer({ minimum: 1 }), created_at: Type.String({ format: 'date-time' }) };

export const AgentVersionEntrySchema = Type.Object({
  ...VERSION,
  changed: Type.Array(Type.String(), {
    description:
      'Names of the fields that differ from the version before; empty for the first one that is kept',
  }),
});

export const AgentVersionSchema = Type.Object({
  ...VERSION,
  agent: Type.Object(
    {},
    { additionalProperties: true, description: 'Its fields, as `POST /agents` takes them' },
  ),
});

/** Returns a list of versions, newest first, in the wire format. */
export function versionEntries(
  versions: readonly AgentVersion[],
): readonly Static<typeof AgentVersionEntrySchema>[] {
  return versions.map(({ version, createdAt, fields }, i) => {
    const before = versions[i + 1]?.fields ?? fields;
    const names = new Set([...Object.keys(before), ...Object.keys(fields)]);
    const changed = [...names].filter((name) => !isDeepStrictEqual(before[name], fields[name]));
    return { version, created_at: createdAt, changed };
  });
}
