import type { Endpointing, NewAgent } from '../../wire/agents.ts';

/** What stands in the form, as it was typed. */
export interface Draft {
  readonly name: string;
  readonly prompt: string;
  readonly greeting: string;
  readonly langCode: string;
  /** "" for the best one. */
  readonly voiceId: string;
  readonly minDelayMs: string;
  readonly maxDelayMs: string;
  /** One address a line. */
  readonly mcpServers: string;
  readonly llmBaseUrl: string;
  readonly llmModel: string;
  readonly llmApiKey: string;
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  prompt: '',
  greeting: '',
  langCode: 'en',
  voiceId: '',
  minDelayMs: '',
  maxDelayMs: '',
  mcpServers: '',
  llmBaseUrl: '',
  llmModel: '',
  llmApiKey: '',
};

/** Fields of the interface, by where their problems are shown in the form. */
export const FIELD_OF: Readonly<Record<string, keyof Draft>> = {
  name: 'name',
  prompt: 'prompt',
  greeting: 'greeting',
  lang_code: 'langCode',
  voice_id: 'voiceId',
  endpointing: 'minDelayMs',
  mcp_servers: 'mcpServers',
  llm: 'llmModel',
};

/** As the interface takes it: what was left empty has its default. */
export function agentOf(draft: Draft): NewAgent {
  const servers = draft.mcpServers.split(/[\s,]+/).filter((url) => url !== '');
  const endpointing: Endpointing = {
    ...(draft.minDelayMs.trim() !== '' && { min_delay_ms: Number(draft.minDelayMs) }),
    ...(draft.maxDelayMs.trim() !== '' && { max_delay_ms: Number(draft.maxDelayMs) }),
  };
  const hasModel = [draft.llmBaseUrl, draft.llmModel, draft.llmApiKey].some((text) => text.trim() !== '');
  return {
    name: draft.name.trim(),
    prompt: given(draft.prompt),
    greeting: given(draft.greeting),
    lang_code: draft.langCode,
    voice_id: given(draft.voiceId),
    ...(Object.keys(endpointing).length > 0 && { endpointing }),
    ...(servers.length > 0 && { mcp_servers: servers }),
    ...(hasModel && {
      llm: {
        base_url: given(draft.llmBaseUrl),
        model: draft.llmModel.trim(),
        api_key: given(draft.llmApiKey),
      },
    }),
  };
}

function given(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}
