import { AgentSocketSession } from '../../agent-worker/sockets/agent-socket-session.ts';
import type { SocketAudio } from '../../agent-worker/sockets/socket-audio.ts';
import type { ConversationPlan } from '../agents/conversation-planner.ts';
import { MAX_AGENT_MESSAGE_BYTES } from '../limits/sockets.ts';
import type { PlanConversation } from './conversation-socket.ts';
import { authorize } from './request.ts';

/** Plans an upgraded `GET /agents`: the settings in its query, for the identity of its credentials. */
export const planAgentSocket: PlanConversation = async (deps, agents, head) => {
  const identity = await authorize(deps, head, 'converse');
  const plan = await agents.planner.fromQuery(identity.ownerId, head.query);
  const { settings } = plan;
  // It is unknown whether the client cancels echo.
  const request = { kind: 'websocket', identity, echo: true } as const;
  const { slowReaderMs } = deps.settings;
  return {
    identity,
    clone: settings.clone,
    start: (port) =>
      new AgentSocketSession({
        settings,
        audio: audioOf(plan),
        open: (asked, door) => agents.conversations.open(asked, door, request),
        port,
        log: deps.log,
        maxMessageBytes: MAX_AGENT_MESSAGE_BYTES,
        slowReaderMs,
      }),
  };
};

function audioOf({ audio, audioFields, incomingMode }: ConversationPlan): SocketAudio {
  return {
    incomingEncoding: audio.incoming.encoding,
    incomingRate: audio.incoming.rate,
    incomingBytes: incomingMode === 'bytes',
    returnEncoding: audio.outgoing.encoding,
    returnRate: audio.outgoing.rate,
    field: audioFields.length === 1 ? (audioFields[0] ?? 'both') : 'both',
  };
}
