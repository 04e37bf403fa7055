import { prepareHearing } from '../../agent-worker/hearing/load-models.ts';
import { ANY_LANGUAGE } from '../../agent-worker/languages/followed-languages.ts';
import { RealtimeError } from '../../agent-worker/realtime/realtime-error.ts';
import { RealtimeSession } from '../../agent-worker/realtime/realtime-session.ts';
import {
  DEFAULT_CONFIG,
  endpointingOf,
  type RealtimeConfig,
} from '../../agent-worker/realtime/session-config.ts';
import { TranscriptionSession } from '../../agent-worker/realtime/transcription-session.ts';
import { EngineError } from '../../engine/index.ts';
import type { ConversationPlan } from '../agents/conversation-planner.ts';
import { ApiError, invalid } from '../errors/api-error.ts';
import { MAX_REALTIME_MESSAGE_BYTES } from '../limits/sockets.ts';
import { OWN_MODEL } from '../openai/models.ts';
import { chooseVoice } from '../openai/voice-choice.ts';
import type { ConversationDeps } from './conversation-deps.ts';
import type { ConversationSocketPlan, PlanConversation } from './conversation-socket.ts';
import type { FrontDeps } from './deps.ts';
import { authorize, type RequestHead } from './request.ts';

/** Prefix with which browsers, which cannot set headers on a WebSocket, send the key to OpenAI. */
const KEY_PROTOCOL = 'openai-insecure-api-key.';
const CONVERSE = 'conversation';
const TRANSCRIBE = 'transcription';
/** How clients request the beta of the protocol: in a header, or in browsers as a subprotocol. */
const BETA = 'realtime=v1';
const BETA_PROTOCOL = 'openai-beta.realtime-v1';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Plans an upgraded `GET /v1/realtime`. `model` is the id of a stored agent. Any other name selects the server's own
 * model with the instructions and tools of the client.
 */
export const planRealtime: PlanConversation = async (deps, agents, head) => {
  const intent = head.query.get('intent')?.trim() || CONVERSE;
  if (intent === TRANSCRIBE) return planTranscription(deps, agents, withKeyOfProtocol(head));
  const identity = await authorize(deps, withKeyOfProtocol(head), 'converse');
  if (intent !== CONVERSE) throw invalid(['query', 'intent'], 'intent_unsupported');
  const model = head.query.get('model')?.trim() || OWN_MODEL;
  const agentId = UUID.test(model) ? model : null;
  const asked: Asked = { ownerId: identity.ownerId, agentId, variables: head.query.get('variables') };
  // Faults of an agent are reported before the upgrade.
  const { settings } = await planned(deps, agents, asked, DEFAULT_CONFIG);
  // It is unknown whether the client cancels echo.
  const request = { kind: 'realtime', identity, echo: true } as const;
  const { slowReaderMs } = deps.settings;
  return {
    identity,
    clone: settings.clone,
    start: (port) =>
      new RealtimeSession({
        model,
        plan: (config) => settingsFor(deps, agents, asked, config),
        open: (conversation, door, direction) =>
          agents.conversations.open(conversation, door, { ...request, direction }),
        port,
        log: deps.log,
        maxMessageBytes: MAX_REALTIME_MESSAGE_BYTES,
        slowReaderMs,
      }),
  };
};

/** `?intent=transcription`: speech is transcribed, and nothing is answered. */
async function planTranscription(
  deps: FrontDeps,
  { conversations }: ConversationDeps,
  head: RequestHead,
): Promise<ConversationSocketPlan> {
  const identity = await authorize(deps, head, 'speak');
  const { engine, metrics, log } = deps;
  engine.checkTranscription(null);
  await prepareHearing((message) => log.warn(message));
  const { slowReaderMs } = deps.settings;
  return {
    identity,
    clone: undefined,
    takePlace: () => conversations.transcribes(),
    start: (port) => {
      engine.recogniser.prepare?.('en');
      return new TranscriptionSession({
        recogniser: engine.recogniser,
        isBeta: isBeta(head),
        check: (lang) => checkLanguage(engine, lang),
        onItem: (outcome) => metrics.transcriptions.inc({ outcome }),
        port,
        log,
        maxMessageBytes: MAX_REALTIME_MESSAGE_BYTES,
        slowReaderMs,
      });
    },
  };
}

function checkLanguage(engine: FrontDeps['engine'], lang: string | null): void {
  try {
    engine.checkTranscription(lang);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const name = 'session.audio.input.transcription.language';
    throw new RealtimeError(name, null, 'realtime_field_invalid', { name, problem: error.message });
  }
}

function isBeta({ headers }: RequestHead): boolean {
  return headers['openai-beta']?.includes(BETA) === true || protocolsOf(headers).includes(BETA_PROTOCOL);
}

interface Asked {
  readonly ownerId: string;
  readonly agentId: string | null;
  /** Values for those of the agent's prompt and greeting, as JSON. */
  readonly variables: string | null;
}

async function settingsFor(...asked: Parameters<typeof planned>) {
  try {
    const [, , , config] = asked;
    const { settings } = await planned(...asked);
    return { ...settings, endpointing: endpointingOf(config) ?? settings.endpointing };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const { message: problem } = error;
    throw new RealtimeError('session', null, 'realtime_field_invalid', { name: 'session', problem });
  }
}

/** @throws ApiError */
async function planned(
  deps: FrontDeps,
  agents: ConversationDeps,
  { ownerId, agentId, variables }: Asked,
  { instructions, voice, lang }: RealtimeConfig,
): Promise<ConversationPlan> {
  // A voice is chosen for one language: the first of several.
  const [first = null] = lang === null || lang === ANY_LANGUAGE ? [] : lang.split(',');
  const choice = voice === null ? null : await chooseVoice(deps, ownerId, voice, first);
  const parameters = {
    agent_id: agentId,
    variables,
    instructions,
    voice_id: choice?.voiceId,
    lang_code: lang ?? choice?.lang,
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] != null);
  return agents.planner.fromQuery(ownerId, new URLSearchParams(given));
}

function withKeyOfProtocol(head: RequestHead): RequestHead {
  const key = protocolsOf(head.headers)
    .find((name) => name.startsWith(KEY_PROTOCOL))
    ?.slice(KEY_PROTOCOL.length);
  if (!key || head.headers.authorization) return head;
  return { ...head, headers: { ...head.headers, authorization: `Bearer ${key}` } };
}

function protocolsOf(headers: RequestHead['headers']): string[] {
  return (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
}
