import { availableParallelism } from 'node:os';
import type { AddressGuard } from '../../agent-worker/address-guard/address-guard.ts';
import { conversationsFor } from '../../agent-worker/conversation/capacity.ts';
import type { Conversation } from '../../agent-worker/conversation/conversation.ts';
import type { DirectedConversation } from '../../agent-worker/conversation/direction.ts';
import type {
  ConversationHandle,
  ConversationSettings,
  ConversationUsage,
  EndReason,
  TurnMetrics,
} from '../../agent-worker/conversation/types.ts';
import type { Door } from '../../agent-worker/door.ts';
import { AgentError } from '../../agent-worker/errors.ts';
import type { Engine } from '../../engine/index.ts';
import type { Identity } from '../credentials/authenticator.ts';
import type { Overload } from '../limits/overload.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { SpeechMeter } from '../observability/speech-meter.ts';
import type { UsageRecorder } from '../observability/usage-recorder.ts';
import type { Dictionaries } from '../pronunciations/dictionaries.ts';
import type { Settings } from '../settings/settings.ts';
import type { TranscriptKeeper } from './transcripts/transcript-keeper.ts';
import type { TranscriptRecorder } from './transcripts/transcript-recorder.ts';

/** Until callers have been heard: the English recogniser that is installed by default. */
const ASSUMED_UTTERANCE_SECONDS = 0.25;

/** How callers reach agents. */
export const AGENT_DOORS = ['room', 'websocket', 'telephone', 'realtime'] as const;
export type AgentDoorKind = (typeof AGENT_DOORS)[number];

type ConversationOptions = NonNullable<Parameters<typeof Conversation.open>[3]>;

export interface ConversationsDeps {
  readonly settings: Pick<
    Settings,
    'llmBaseUrl' | 'llmApiKey' | 'llmModel' | 'mcpAllowHosts' | 'maxAgentSessions' | 'lanes'
  >;
  readonly engine: Engine;
  readonly dictionaries: Pick<Dictionaries, 'lexicon' | 'words'>;
  readonly usage: UsageRecorder;
  readonly metrics: Metrics;
  /** Writes transcripts for agents that keep them. */
  readonly transcripts: Pick<TranscriptKeeper, 'begin' | 'end'>;
  /** While the process has more than it can do, its load is full. */
  readonly overload: Pick<Overload, 'cause'>;
  readonly log: Log;
}

/** What a door specifies about the conversation it opens. */
export interface OpenRequest {
  readonly kind: AgentDoorKind;
  /** Who the conversation is for; usage is billed to its key. */
  readonly identity: Identity;
  readonly room?: ConversationOptions['room'];
  /** The participant to talk to in the room. */
  readonly callerIdentity?: string;
  /** Whether the caller's audio may contain echo of the agent. */
  readonly echo: boolean;
  /** For a client that directs the conversation. */
  readonly direction?: ConversationOptions['direction'];
}

/** The conversations held by this process, through any door: counted, limited, billed. */
export class Conversations {
  readonly #deps: ConversationsDeps;
  readonly #open = new Set<ConversationHandle>();
  #guard: AddressGuard | null = null;
  #opening = 0;
  #closing = false;

  constructor(deps: ConversationsDeps) {
    this.#deps = deps;
  }

  /** Number of running conversations, including those being opened; whose caller has hung up takes no place. */
  get count(): number {
    const running = [...this.#open].filter(({ isClosing }) => !isClosing);
    return running.length + this.#opening;
  }

  /**
   * How many conversations this process holds at most: MAX_AGENT_SESSIONS, or as many as the machine can answer. That
   * follows what speaking and recognising were measured to cost, so it may change; running conversations stay.
   */
  get max(): number {
    const { maxAgentSessions, lanes } = this.#deps.settings;
    if (maxAgentSessions !== null) return maxAgentSessions;
    const { engine } = this.#deps;
    return conversationsFor({
      cores: availableParallelism(),
      lanes,
      voiceCores: engine.stats().voiceCores,
      utteranceCpuSeconds: engine.recogniser.utteranceCpuSeconds ?? ASSUMED_UTTERANCE_SECONDS,
    });
  }

  /** @throws AgentError 503 when there is no place */
  requirePlace(): void {
    const { max } = this;
    if (this.count >= max) throw new AgentError('agents_at_limit', { max });
  }

  /** How busy the engine is, 0 to 1: steps waiting for a lane mean listeners waiting. */
  get load(): number {
    if (this.#deps.overload.cause !== null) return 1;
    const { queuedSteps, waitingStreams, lanes } = this.#deps.engine.stats();
    return Math.min(1, (queuedSteps / 4 + waitingStreams) / lanes);
  }

  /**
   * @throws AgentError 503 when there is no place or the server is shutting down
   * @throws EngineError 422 when voice and language do not match
   */
  async open(
    settings: ConversationSettings,
    door: Door,
    request: OpenRequest,
  ): Promise<DirectedConversation> {
    if (this.#closing) throw new AgentError('shutting_down');
    this.requirePlace();
    const { engine, log, metrics } = this.#deps;
    const { kind, identity, room, callerIdentity, echo, direction } = request;
    const lexicon = this.#deps.dictionaries.lexicon(identity.ownerId, settings.lang, null);
    this.#opening++;
    let handle: DirectedConversation;
    const transcript = this.#transcript(settings, request);
    try {
      // Loaded with the first conversation: without it a server uses some 100 MB less memory.
      const { Conversation } = await import('../../agent-worker/conversation/conversation.ts');
      const guard = await this.#addressGuard();
      handle = await Conversation.open(
        settings,
        door,
        { engine, model: this.#model, guard, log },
        {
          echo,
          owner: identity.ownerId,
          words: this.#deps.dictionaries.words(identity.ownerId, settings.lang),
          ...(room && { room }),
          ...(direction && { direction }),
          ...(lexicon && { lexicon }),
          ...(callerIdentity !== undefined && { callerIdentity }),
          ...(transcript && { onEntry: (entry) => transcript.add(entry) }),
          onTurn: (turn) => this.#measure(turn),
          onEnd: (usage, reason) => this.#bill(request, usage, reason),
          onToolFailures: (failures) => void publishFailures(room, failures),
        },
      );
    } catch (error) {
      if (transcript) await this.#deps.transcripts.end(transcript, 'failed');
      throw error;
    } finally {
      this.#opening--;
    }
    this.#open.add(handle);
    metrics.conversationsOpen.inc({ door: kind });
    void handle.ended.then((reason) => {
      this.#open.delete(handle);
      metrics.conversationsOpen.dec({ door: kind });
      metrics.conversationsEnded.inc({ door: kind, reason });
      if (transcript) void this.#deps.transcripts.end(transcript, reason);
    });
    if (this.#closing) await handle.close('shutdown');
    return handle;
  }

  /** Ends running conversations (the doors have let them finish before this). No new ones are opened. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(Array.from(this.#open, (handle) => handle.close('shutdown')));
  }

  /** Null where none is kept. */
  #transcript(settings: ConversationSettings, { kind, identity }: OpenRequest): TranscriptRecorder | null {
    const { agentId, lang: langCode, transcriptDays: keepDays } = settings;
    if (agentId === null || keepDays === undefined) return null;
    const { ownerId } = identity;
    return this.#deps.transcripts.begin({ ownerId, agentId, door: kind, langCode, keepDays });
  }

  async #addressGuard(): Promise<AddressGuard> {
    if (this.#guard) return this.#guard;
    const { AddressGuard } = await import('../../agent-worker/address-guard/address-guard.ts');
    this.#guard ??= new AddressGuard({ allowHosts: this.#deps.settings.mcpAllowHosts });
    return this.#guard;
  }

  get #model() {
    const { llmBaseUrl, llmApiKey, llmModel } = this.#deps.settings;
    return llmBaseUrl === null || llmModel === null
      ? null
      : { baseUrl: llmBaseUrl, apiKey: llmApiKey, model: llmModel };
  }

  #measure(turn: TurnMetrics): void {
    const { agentTurnSeconds, agentInterruptions } = this.#deps.metrics;
    const stages = {
      end_of_turn: turn.endOfTurnMs,
      recognition: turn.recognitionMs,
      first_token: turn.firstTokenMs,
      first_sound: turn.firstSoundMs,
      response: turn.responseMs,
      interruption: turn.interruptionMs,
    };
    for (const [stage, ms] of Object.entries(stages)) {
      if (ms !== null) agentTurnSeconds.observe({ stage }, ms / 1000);
    }
    if (turn.interrupted) agentInterruptions.inc();
    this.#deps.log.debug({ ...turn }, 'a turn was answered');
  }

  #bill({ kind, identity }: OpenRequest, usage: ConversationUsage, reason: EndReason): void {
    const { metrics, usage: recorder } = this.#deps;
    const account = { usage: recorder, keyId: identity.keyId };
    const meter = new SpeechMeter({ metrics, transport: 'agent', account });
    meter.request();
    meter.spoken(usage);
    this.#deps.log.info({ door: kind, reason, ...usage }, 'a conversation ended');
  }
}

/** For the client that created the session; a server is named only by its host. */
async function publishFailures(
  room: ConversationOptions['room'],
  failures: readonly { readonly server: string; readonly reason: string }[],
): Promise<void> {
  await room?.localParticipant
    ?.setAttributes({ 'parley.tools.failed': JSON.stringify(failures) })
    .catch(() => undefined);
}
