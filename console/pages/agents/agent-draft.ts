import type { Agent, AgentFields, CallTool, Handoff, TransferTarget } from '../../wire/agents.ts';

/** The language that the caller speaks. */
export const ANY_LANGUAGE = 'auto';

/** Contents of the form, as typed. */
export interface Draft {
  readonly name: string;
  readonly prompt: string;
  readonly greeting: string;
  /** A code, several codes separated by commas, or `ANY_LANGUAGE`. */
  readonly langCode: string;
  /** "" for the default voice. */
  readonly voiceId: string;
  readonly minDelayMs: string;
  readonly maxDelayMs: string;
  /** One URL per line. */
  readonly mcpServers: string;
  /** A JSON array. */
  readonly httpTools: string;
  readonly llmBaseUrl: string;
  readonly llmModel: string;
  readonly llmApiKey: string;
  readonly keepsTranscripts: boolean;
  readonly transcriptDays: string;
  readonly isRecorded: boolean;
  readonly recordingNeedsConsent: boolean;
  readonly recordingNotice: string;
  readonly callTools: readonly CallTool[];
  readonly transferTargets: readonly TargetDraft[];
  readonly handoff: readonly HandoffDraft[];
}

/** A transfer target, as typed. */
export interface TargetDraft {
  readonly name: string;
  readonly number: string;
  readonly description: string;
  readonly isWarm: boolean;
}

export const EMPTY_TARGET: TargetDraft = { name: '', number: '', description: '', isWarm: false };

/** Another agent that callers may be passed on to, as typed. */
export interface HandoffDraft {
  readonly name: string;
  readonly agentId: string;
  readonly description: string;
  readonly introduction: string;
}

export const EMPTY_HANDOFF: HandoffDraft = { name: '', agentId: '', description: '', introduction: '' };

export const EMPTY_DRAFT: Draft = {
  name: '',
  prompt: '',
  greeting: '',
  langCode: 'en',
  voiceId: '',
  minDelayMs: '',
  maxDelayMs: '',
  mcpServers: '',
  httpTools: '',
  llmBaseUrl: '',
  llmModel: '',
  llmApiKey: '',
  keepsTranscripts: false,
  transcriptDays: '',
  isRecorded: false,
  recordingNeedsConsent: false,
  recordingNotice: '',
  callTools: [],
  transferTargets: [],
  handoff: [],
};

/** Form fields by the API's field names, for showing their faults. */
export const FIELD_OF: Readonly<Record<string, keyof Draft>> = {
  name: 'name',
  prompt: 'prompt',
  greeting: 'greeting',
  lang_code: 'langCode',
  voice_id: 'voiceId',
  endpointing: 'minDelayMs',
  mcp_servers: 'mcpServers',
  tools: 'httpTools',
  llm: 'llmModel',
  transcript_retention_days: 'transcriptDays',
  recording_notice: 'recordingNotice',
  call_tools: 'callTools',
  transfer_targets: 'transferTargets',
  handoff: 'handoff',
};

/** Converts the form to API fields. Empty values become defaults. */
export function fieldsOf(draft: Draft): AgentFields {
  const { minDelayMs, maxDelayMs, llmBaseUrl, llmModel, llmApiKey } = draft;
  const apiKey = given(llmApiKey);
  const hasEndpointing = given(minDelayMs) !== null || given(maxDelayMs) !== null;
  const hasModel = [llmBaseUrl, llmModel, llmApiKey].some((text) => given(text) !== null);
  return {
    name: draft.name.trim(),
    prompt: given(draft.prompt),
    greeting: given(draft.greeting),
    lang_code: draft.langCode.includes(',') ? draft.langCode.split(',') : draft.langCode,
    voice_id: given(draft.voiceId),
    endpointing: hasEndpointing
      ? { min_delay_ms: wholeOf(minDelayMs), max_delay_ms: wholeOf(maxDelayMs) }
      : null,
    mcp_servers: draft.mcpServers.split(/[\s,]+/).filter((url) => url !== ''),
    tools: given(draft.httpTools) === null ? null : parsed(draft.httpTools),
    llm: hasModel
      ? { base_url: given(llmBaseUrl), model: llmModel.trim(), ...(apiKey !== null && { api_key: apiKey }) }
      : null,
    keep_transcripts: draft.keepsTranscripts || null,
    transcript_retention_days: wholeOf(draft.transcriptDays),
    record: draft.isRecorded || null,
    recording_needs_consent: draft.recordingNeedsConsent || null,
    recording_notice: given(draft.recordingNotice),
    call_tools: filled(draft.callTools),
    // Targets belong to this tool, and are shown only with it.
    transfer_targets: draft.callTools.includes('transfer_call')
      ? filled(draft.transferTargets.map(targetOf))
      : null,
    handoff: filled(draft.handoff.map(handoffOf)),
  };
}

/** Returns only the fields that differ, so that data that the form does not show is not changed. */
export function changesOf(before: Draft, after: Draft): Partial<AgentFields> {
  const old = fieldsOf(before);
  const changed = Object.entries(fieldsOf(after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof AgentFields]),
  );
  return Object.fromEntries(changed) as Partial<AgentFields>;
}

/** @param voiceLang language of its voice, used if the agent has none of its own */
export function draftOf(agent: Agent, voiceLang: string | undefined): Draft {
  const { endpointing, llm } = agent;
  return {
    name: agent.name,
    prompt: agent.prompt,
    greeting: agent.greeting,
    langCode: String(agent.lang_code ?? voiceLang ?? EMPTY_DRAFT.langCode),
    voiceId: agent.voice_id ?? '',
    minDelayMs: String(endpointing?.min_delay_ms ?? ''),
    maxDelayMs: String(endpointing?.max_delay_ms ?? ''),
    mcpServers: agent.mcp_servers.join('\n'),
    httpTools: agent.tools ? JSON.stringify(agent.tools, null, 2) : '',
    llmBaseUrl: llm?.base_url ?? '',
    llmModel: llm?.model ?? '',
    llmApiKey: '',
    keepsTranscripts: agent.keep_transcripts ?? false,
    transcriptDays: String(agent.transcript_retention_days ?? ''),
    isRecorded: agent.record ?? false,
    recordingNeedsConsent: agent.recording_needs_consent ?? false,
    recordingNotice: agent.recording_notice ?? '',
    callTools: agent.call_tools ?? [],
    transferTargets: (agent.transfer_targets ?? []).map(({ warm = false, ...target }) => ({
      ...EMPTY_TARGET,
      ...target,
      isWarm: warm,
    })),
    handoff: (agent.handoff ?? []).map(({ agent_id, ...target }) => ({
      ...EMPTY_HANDOFF,
      ...target,
      agentId: agent_id,
    })),
  };
}

function targetOf({ name, number, description, isWarm }: TargetDraft): TransferTarget {
  return {
    name: name.trim(),
    number: number.trim(),
    ...(given(description) && { description: description.trim() }),
    ...(isWarm && { warm: true }),
  };
}

function handoffOf({ name, agentId, description, introduction }: HandoffDraft): Handoff {
  return {
    name: name.trim(),
    agent_id: agentId,
    ...(given(description) && { description: description.trim() }),
    ...(given(introduction) && { introduction: introduction.trim() }),
  };
}

/** JSON, or else the text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function filled<T>(list: readonly T[]): readonly T[] | null {
  return list.length === 0 ? null : list;
}

function wholeOf(text: string): number | null {
  return given(text) === null ? null : Number(text);
}

function given(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
