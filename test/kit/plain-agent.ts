import { type NewAgent, newAgentId } from '../../api/storage/agents.ts';

/** Returns an agent to store that has only a name and the given fields. */
export const plainAgent = (ownerId: string, fields: Partial<NewAgent> = {}): NewAgent => ({
  id: newAgentId(),
  ownerId,
  name: 'Ada',
  prompt: '',
  greeting: '',
  voiceId: null,
  langCode: null,
  endpointing: null,
  mcpServers: [],
  llm: null,
  keepTranscripts: false,
  transcriptDays: null,
  isRecorded: false,
  recordingNeedsConsent: false,
  recordingNotice: null,
  callTools: [],
  transferTargets: [],
  handoff: [],
  tools: [],
  summary: null,
  hasApiKey: false,
  more: {},
  secrets: null,
  ...fields,
});
