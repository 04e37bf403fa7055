import { type Static, Type } from '@sinclair/typebox';
import { timelineOf } from '../../agents/transcripts/timeline.ts';
import type { MarkedConversation } from '../../agents/transcripts/transcript-store.ts';
import { choice } from '../../http/declared-fields.ts';
import { ConversationEntrySchema } from './conversation-schemas.ts';

const Ms = (description: string) => Type.Integer({ description });
const Probability = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
const OrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description });

const TimelineEventSchema = Type.Object({
  type: choice([
    'caller_speech',
    'partial_words',
    'words',
    'turn_over',
    'cut_off',
    'first_token',
    'tool',
    'agent_speech',
    'interruption',
    'handoff',
  ]),
  at_ms: Ms('When it happened, or began'),
  end_ms: Type.Optional(Ms('Of `caller_speech`, `agent_speech`, `tool`, `interruption`')),
  text: Type.Optional(Type.String({ description: 'Of `words` and `partial_words`' })),
  speech: Type.Optional(
    choice(['turn', 'noise', 'backchannel'], { description: 'Of `words`: what they were taken for' }),
  ),
  spoken_until_ms: Type.Optional(Ms('Of `words`: when they had been said')),
  probability: Type.Optional(
    Probability('Of `turn_over`: that it was over; null for an answer of a known form'),
  ),
  sound_probability: Type.Optional(Probability('The same by the sound alone; null where nobody knows')),
  wait_ms: Type.Optional(Ms('Of `turn_over`: the silence that was to end the turn')),
  asked_ms: Type.Optional(Ms('Of `first_token`: when the model was asked')),
  tool: Type.Optional(Type.String({ description: 'Name of the tool' })),
  outcome: Type.Optional(choice(['ok', 'error', 'deadline'], { description: 'Of `tool`' })),
  stopped: Type.Optional(
    Type.Boolean({ description: 'Of `agent_speech`: whether the agent had more to say' }),
  ),
  agent_id: Type.Optional(Type.String({ description: 'Of `handoff`: the agent that goes on' })),
  agent: Type.Optional(Type.String({ description: 'Of `handoff`: its name' })),
});

const TimelineTurnSchema = Type.Object({
  at_ms: Ms('When the caller began to speak, or typed'),
  end_ms: Ms('When the caller had spoken'),
  text: Type.String(),
  spoken: Type.Boolean({ description: 'Whether it was not typed' }),
  taken_back: Type.Boolean({ description: 'Whether the caller went on: it was not over' }),
  first_audio_ms: OrNull('When the answer began to be heard; null where none was'),
  answered_after_ms: OrNull('From the end of the turn to the first sound'),
  stages: Type.Union(
    [
      Type.Object({
        endpointing_ms: Ms('The silence that was waited for'),
        recognition_ms: Ms('What was waited for beyond that, for words'),
        model_ms: Ms('For first tokens of the model'),
        tools_ms: Ms('For tools'),
        synthesis_ms: Ms('The rest: the first words of the answer, and their sound'),
      }),
      Type.Null(),
    ],
    { description: 'Shares of `answered_after_ms`' },
  ),
});

export const TimelineSchema = Type.Object({
  conversation_id: ConversationEntrySchema.properties.conversation_id,
  agent_id: ConversationEntrySchema.properties.agent_id,
  started_at: ConversationEntrySchema.properties.started_at,
  complete: Type.Boolean({ description: 'Whether nothing had to be left out' }),
  events: Type.Array(TimelineEventSchema, { description: 'In the order of time' }),
  turns: Type.Array(TimelineTurnSchema, { description: 'Turns of the caller' }),
});

export function timelineBody(conversation: MarkedConversation): Static<typeof TimelineSchema> {
  const { isComplete, events, turns } = timelineOf(conversation);
  return {
    conversation_id: conversation.id,
    agent_id: conversation.agentId,
    started_at: conversation.startedAt,
    complete: isComplete && conversation.isComplete,
    events: [...events],
    turns: [...turns],
  };
}
