import { type Static, Type } from '@sinclair/typebox';
import { END_REASONS } from '../../../agent-worker/conversation/types.ts';
import { AGENT_DOORS } from '../../agents/conversations.ts';
import { transcriptItem } from '../../agents/transcripts/transcript-items.ts';
import { LOST } from '../../agents/transcripts/transcript-keeper.ts';
import type { KeptConversation } from '../../agents/transcripts/transcript-store.ts';
import { choice } from '../../http/declared-fields.ts';
import type { ConversationRecord } from '../../storage/conversations.ts';

const Time = (description: string) => Type.String({ format: 'date-time', description });

export const ConversationEntrySchema = Type.Object({
  id: Type.String(),
  conversation_id: Type.String({ description: 'Equals id' }),
  agent_id: Type.String(),
  door: choice(AGENT_DOORS, { description: 'How the caller reached the agent' }),
  lang_code: Type.String({ description: 'The language that it began in' }),
  started_at: Type.String({ format: 'date-time' }),
  ended_at: Type.Optional(Time('Absent while it goes on')),
  end_reason: Type.Optional(choice([...END_REASONS, LOST], { description: 'Why it ended' })),
  entries: Type.Integer({ description: 'How much there is in the transcript' }),
  complete: Type.Boolean({ description: 'Whether nothing had to be left out' }),
  expires_at: Time('When it is deleted'),
  recording_bytes: Type.Optional(
    Type.Integer({ description: 'Size of its recording so far, as Ogg Opus. Absent without a recording' }),
  ),
});

const TranscriptItemSchema = Type.Object({
  role: choice(['user', 'agent', 'tool', 'handoff']),
  at: Time('When it began'),
  text: Type.Optional(
    Type.String({ description: "What was said; of the agent's words those that were heard" }),
  ),
  lang_code: Type.Optional(
    Type.String({ description: "Of the caller's words, where the agent follows its caller's language" }),
  ),
  interrupted: Type.Optional(
    Type.Boolean({ description: 'Of the agent: whether the caller interrupted it' }),
  ),
  tool: Type.Optional(Type.String({ description: 'Name of the tool that was called' })),
  outcome: Type.Optional(choice(['ok', 'error', 'deadline'], { description: 'Of the call of a tool' })),
  duration_ms: Type.Optional(Type.Integer({ description: 'Of the call of a tool' })),
  agent_id: Type.Optional(Type.String({ description: 'Of a handoff: the agent that goes on' })),
  agent: Type.Optional(Type.String({ description: 'Of a handoff: its name' })),
});

export const ConversationSchema = Type.Object({
  ...ConversationEntrySchema.properties,
  transcript: Type.Array(TranscriptItemSchema, { description: 'In the order of time' }),
  summary: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: "What the agent's `summary` asks for" }),
  ),
});

/** Returns a conversation without its transcript. */
export function conversationEntry(conversation: ConversationRecord): Static<typeof ConversationEntrySchema> {
  const { id, endedAt, endReason } = conversation;
  return {
    id,
    conversation_id: id,
    agent_id: conversation.agentId,
    door: conversation.door as Static<typeof ConversationEntrySchema>['door'],
    lang_code: conversation.langCode,
    started_at: conversation.startedAt,
    ...(endedAt !== null && { ended_at: endedAt }),
    ...(endReason !== null && {
      end_reason: endReason as NonNullable<Static<typeof ConversationEntrySchema>['end_reason']>,
    }),
    entries: conversation.entries,
    complete: conversation.isComplete,
    expires_at: conversation.expiresAt,
    ...(conversation.recordingBytes !== null && { recording_bytes: conversation.recordingBytes }),
  };
}

export function conversationBody(conversation: KeptConversation): Static<typeof ConversationSchema> {
  const { transcript, summary } = conversation;
  return {
    ...conversationEntry(conversation),
    transcript: transcript.map(transcriptItem),
    ...(summary !== null && { summary }),
  };
}
