import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { AddressGuard } from '../../agent-worker/address-guard/address-guard.ts';
import {
  conversationsFor,
  listeningShare,
  type MachineSpeed,
  roomPlaces,
} from '../../agent-worker/conversation/capacity.ts';
import type { Conversation } from '../../agent-worker/conversation/conversation.ts';
import type { DirectedConversation } from '../../agent-worker/conversation/direction.ts';
import type { TimelineMark } from '../../agent-worker/conversation/timeline.ts';
import type {
  ConversationHandle,
  ConversationSettings,
  ConversationUsage,
  EndReason,
  TranscriptEntry,
  TurnMetrics,
} from '../../agent-worker/conversation/types.ts';
import type { Door } from '../../agent-worker/door.ts';
import { AgentError } from '../../agent-worker/errors.ts';
import type { Callee } from '../../agent-worker/hearing/answering/who-answered.ts';
import type { ModelEndpoint } from '../../agent-worker/llm/types.ts';
import { CallRecorder } from '../../agent-worker/recording/call-recorder.ts';
import type { Engine } from '../../engine/index.ts';
import type { Identity } from '../credentials/authenticator.ts';
import type { Overload } from '../limits/overload.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { SpeechMeter } from '../observability/speech-meter.ts';
import type { UsageRecorder } from '../observability/usage-recorder.ts';
import type { Dictionaries } from '../pronunciations/dictionaries.ts';
import { isLoopback } from '../settings/loopback.ts';
import type { Settings } from '../settings/settings.ts';
import type { ConversationReport, ConversationReports } from './conversation-reports.ts';
import { STAGES } from './figures.ts';
import type { Handoffs } from './handoffs.ts';
import { Summaries, type SummaryInProgress, type SummaryModel } from './summaries.ts';
import { RecordingEncoder } from './transcripts/recording-encoder.ts';
import type { TranscriptKeeper } from './transcripts/transcript-keeper.ts';
import type { TranscriptRecorder } from './transcripts/transcript-recorder.ts';

/** Assumed cost until the first utterance is recognised: that of the default English recogniser. */
const ASSUMED_UTTERANCE_SECONDS = 0.25;

/** The transports by which callers reach agents. */
export const AGENT_DOORS = ['room', 'websocket', 'telephone', 'realtime'] as const;
export type AgentDoorKind = (typeof AGENT_DOORS)[number];

type ConversationOptions = NonNullable<Parameters<typeof Conversation.open>[3]>;

export interface ConversationsDeps {
  readonly settings: Pick<
    Settings,
    'llmBaseUrl' | 'llmApiKey' | 'llmModel' | 'maxAgentSessions' | 'lanes' | 'livekitUrl'
  >;
  readonly engine: Engine;
  readonly dictionaries: Pick<Dictionaries, 'lexicon' | 'words'>;
  readonly usage: UsageRecorder;
  readonly metrics: Metrics;
  /** Which addresses may be connected to; loaded with the first conversation. */
  readonly guard: () => Promise<AddressGuard>;
  /** Stores transcripts for agents that keep them. */
  readonly transcripts: Pick<TranscriptKeeper, 'begin' | 'end'>;
  /** Plans the conversations of agents that callers are passed on to. */
  readonly handoffs: Pick<Handoffs, 'plan'>;
  /** Reports conversations as events. */
  readonly reports: Pick<ConversationReports, 'of'>;
  /** Called when an outgoing call is answered, and with its conversation. */
  readonly calls: {
    answered(callId: string, callee: Callee): Promise<void>;
    /** @param conversationId the stored conversation */
    conversationStarted(callId: string, conversationId: string): Promise<void>;
    conversationEnded(callId: string, reason: EndReason): Promise<void>;
  };
  /** While the process is overloaded, its load is reported as full. */
  readonly overload: Pick<Overload, 'cause'>;
  readonly log: Log;
}

/** Options of a door for the conversation that it opens. */
export interface OpenRequest {
  readonly kind: AgentDoorKind;
  /** Who the conversation is for; usage is billed to its key. */
  readonly identity: Identity;
  readonly room?: ConversationOptions['room'];
  /** The participant to talk to in the room. */
  readonly callerIdentity?: string;
  /** Whether the caller's audio may contain echo of the agent. */
  readonly echo: boolean;
  /** Set when the client directs the conversation. */
  readonly direction?: ConversationOptions['direction'];
}

/** The conversations of this process, through any door. Counts them, limits them and records their usage. */
export class Conversations {
  readonly #deps: ConversationsDeps;
  readonly #open = new Map<ConversationHandle, AgentDoorKind>();
  /** The doors of conversations that are being opened. */
  readonly #opening: AgentDoorKind[] = [];
  #transcribing = 0;
  /** Finished conversations whose summary or transcript is still being written. */
  readonly #finishing = new Set<Promise<void>>();
  readonly #summaries: Summaries;
  #closing = false;

  constructor(deps: ConversationsDeps) {
    this.#deps = deps;
    this.#summaries = new Summaries(deps.log);
  }

  /**
   * Places in use: one for each running conversation, including those being opened, and a part of one for each session
   * that only transcribes. A conversation whose caller has hung up uses none.
   */
  get count(): number {
    return this.#doors.length + this.#transcribing * listeningShare(this.#speed);
  }

  /**
   * Maximum number of conversations of this process: MAX_AGENT_SESSIONS, or as many as the machine can answer. The
   * latter follows the measured costs of synthesis and recognition, and rooms, which cost more, so it may change.
   * Running conversations are not ended when it falls.
   */
  get max(): number {
    const { maxAgentSessions } = this.#deps.settings;
    if (maxAgentSessions !== null) return maxAgentSessions;
    const rooms = this.#doors.filter((door) => door === 'room').length;
    return Math.max(1, Math.floor(conversationsFor(this.#speed) - rooms * (this.#roomPlaces - 1)));
  }

  /** The same if all are in rooms. */
  get maxRooms(): number {
    const { maxAgentSessions } = this.#deps.settings;
    return maxAgentSessions ?? Math.max(1, Math.floor(conversationsFor(this.#speed) / this.#roomPlaces));
  }

  /** Registers a session that only transcribes. @returns a function that releases its place; call it once */
  transcribes(): () => void {
    this.#transcribing++;
    return () => {
      this.#transcribing--;
    };
  }

  /** @throws AgentError 503 when the maximum is reached */
  requirePlace(): void {
    const { max } = this;
    if (this.count >= max) throw new AgentError('agents_at_limit', { max });
  }

  /** Load of the engine, 0 to 1. Steps that wait for a lane mean that listeners wait. */
  get load(): number {
    if (this.#deps.overload.cause !== null) return 1;
    const { queuedSteps, waitingStreams, lanes } = this.#deps.engine.stats();
    return Math.min(1, (queuedSteps / 4 + waitingStreams) / lanes);
  }

  /**
   * @throws AgentError 503 when the maximum is reached or the server is shutting down
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
    const { dictionaries } = this.#deps;
    this.#opening.push(kind);
    let handle: DirectedConversation;
    const transcript = this.#transcript(settings, request);
    // Without space for a recording, nothing is encoded, and the caller is not told that there is one.
    const isRecorded = settings.recording !== undefined && (await transcript?.isRecorded);
    const recording = transcript && isRecorded ? beginRecording(transcript) : null;
    const beganMs = Date.now();
    const id = transcript?.id ?? randomUUID();
    const report = this.#report(id, settings, request);
    const summary = settings.summary ? this.#summaries.of(settings.summary) : null;
    try {
      // Loaded with the first conversation: a server without conversations uses some 100 MB less memory.
      const { ConversationRelay } = await import('../../agent-worker/conversation/conversation-relay.ts');
      const guard = await this.#deps.guard();
      const kept = settings.transcriptDays === undefined ? null : transcript;
      kept?.mark({ kind: 'began', atMs: beganMs });
      const keep = (entry: TranscriptEntry): void => {
        kept?.add(entry);
        report.add(entry);
        summary?.add(entry);
      };
      handle = await ConversationRelay.open(
        settings,
        door,
        { engine, model: this.model, guard, log },
        {
          echo,
          owner: identity.ownerId,
          lexicon: (lang) => dictionaries.lexicon(identity.ownerId, lang, null),
          words: (lang) => dictionaries.words(identity.ownerId, lang),
          ...(room && { room }),
          ...(direction && { direction }),
          ...(callerIdentity !== undefined && { callerIdentity }),
          onEntry: keep,
          ...(kept && { onMark: (mark: TimelineMark) => kept.mark(mark) }),
          planHandoff: (target, before, lang) =>
            this.#deps.handoffs.plan(identity.ownerId, target, before, lang),
          onHandoff: ({ agentId, name }, usage) => {
            keep({ role: 'handoff', atMs: Date.now(), agentId, name });
            report.handedOff(agentId, usage);
          },
          ...(recording && { recorder: recording.recorder }),
          onAnswered: (callee) => this.#tellCall(settings, (calls, id) => calls.answered(id, callee)),
          onTurn: (turn) => {
            this.#measure(turn);
            report.turn(turn);
          },
          onEnd: (usage, reason) => {
            this.#bill(request, usage, reason);
            report.used(usage);
          },
          onToolFailures: (failures) => void publishFailures(room, failures),
        },
      );
    } catch (error) {
      recording?.end();
      if (transcript) await this.#deps.transcripts.end(transcript, 'failed');
      void report.end('failed');
      throw error;
    } finally {
      this.#opening.splice(this.#opening.indexOf(kind), 1);
    }
    this.#open.set(handle, kind);
    report.started();
    if (transcript) this.#tellCall(settings, (calls, callId) => calls.conversationStarted(callId, id));
    metrics.conversationsOpen.inc({ door: kind });
    void handle.ended.then((reason) => {
      this.#open.delete(handle);
      metrics.conversationsOpen.dec({ door: kind });
      metrics.conversationsEnded.inc({ door: kind, reason });
      recording?.end();
      this.#tellCall(settings, (calls, callId) => calls.conversationEnded(callId, reason));
      const finishing = this.#finish(reason, { transcript, report, summary, settings }).finally(() =>
        this.#finishing.delete(finishing),
      );
      this.#finishing.add(finishing);
    });
    if (this.#closing) await handle.close('shutdown');
    return handle;
  }

  /** Ends running conversations. The doors have already given them time to finish. No new ones are opened. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(Array.from(this.#open.keys(), (handle) => handle.close('shutdown')));
    this.#summaries.close();
    await Promise.all(this.#finishing);
  }

  /** The event of the end is stored last, after the data that is sent with it. */
  async #finish(
    reason: EndReason,
    over: {
      readonly transcript: TranscriptRecorder | null;
      readonly report: ConversationReport;
      readonly summary: SummaryInProgress | null;
      readonly settings: ConversationSettings;
    },
  ): Promise<void> {
    const { transcript, report, summary, settings } = over;
    const endedAtMs = report.now();
    const found = summary && (await summary.make(await this.#summaryModel(settings)));
    const isKept = found && transcript ? await transcript.summarise(found) : false;
    if (transcript) await this.#deps.transcripts.end(transcript, reason, endedAtMs);
    await report.end(reason, { endedAtMs, ...(summary && !isKept && { summary: found }) });
  }

  #report(id: string, settings: ConversationSettings, { kind, identity }: OpenRequest): ConversationReport {
    const { agentId, lang: langCode, metadata, callId = null } = settings;
    const { ownerId } = identity;
    return this.#deps.reports.of({ id, ownerId, agentId, callId, door: kind, langCode, metadata });
  }

  /** Null if only the built-in rules answer. */
  async #summaryModel({ model }: ConversationSettings): Promise<SummaryModel | null> {
    const endpoint = model ?? this.model;
    if (endpoint === null) return null;
    const { guardedFetch } = await import('../../agent-worker/llm/guarded-fetch.ts');
    return { endpoint, httpFetch: guardedFetch(model, this.model, await this.#deps.guard()) };
  }

  /** Null when neither a transcript nor a recording is kept. */
  #transcript(settings: ConversationSettings, { kind, identity }: OpenRequest): TranscriptRecorder | null {
    const { agentId, lang: langCode, transcriptDays, recording } = settings;
    const keepDays = transcriptDays ?? recording?.days;
    if (agentId === null || keepDays === undefined) return null;
    const { ownerId } = identity;
    const isRecorded = recording !== undefined;
    return this.#deps.transcripts.begin({ ownerId, agentId, door: kind, langCode, keepDays, isRecorded });
  }

  /** Tells the outgoing call of a conversation, if it has one. */
  #tellCall(
    { callId }: ConversationSettings,
    tell: (calls: ConversationsDeps['calls'], callId: string) => Promise<void>,
  ): void {
    const { calls, log } = this.#deps;
    if (callId === undefined) return;
    tell(calls, callId).catch((error: unknown) => {
      log.error({ err: error, call: callId }, 'a conversation could not be recorded for its call');
    });
  }

  /** The doors of conversations that take a place. */
  get #doors(): readonly AgentDoorKind[] {
    const running = [...this.#open].filter(([{ isClosing }]) => !isClosing);
    return [...running.map(([, door]) => door), ...this.#opening];
  }

  get #roomPlaces(): number {
    const { livekitUrl } = this.#deps.settings;
    const hostName = livekitUrl === null ? '' : new URL(livekitUrl).hostname.replace(/^\[|\]$/g, '');
    return roomPlaces(this.#speed, isLoopback(hostName));
  }

  get #speed(): MachineSpeed {
    const { engine, settings } = this.#deps;
    return {
      cores: availableParallelism(),
      lanes: settings.lanes,
      voiceCores: engine.stats().voiceCores,
      utteranceCpuSeconds: engine.recogniser.utteranceCpuSeconds ?? ASSUMED_UTTERANCE_SECONDS,
    };
  }

  /** The server's language model; null for none. */
  get model(): ModelEndpoint | null {
    const { llmBaseUrl, llmApiKey, llmModel } = this.#deps.settings;
    return llmBaseUrl === null || llmModel === null
      ? null
      : { baseUrl: llmBaseUrl, apiKey: llmApiKey, model: llmModel };
  }

  #measure(turn: TurnMetrics): void {
    const { agentTurnSeconds, agentInterruptions, agentCutOffs } = this.#deps.metrics;
    for (const [stage, name] of Object.entries({ ...STAGES, interruption: 'interruptionMs' } as const)) {
      const ms = turn[name];
      if (ms !== null) agentTurnSeconds.observe({ stage }, ms / 1000);
    }
    if (turn.interrupted) agentInterruptions.inc();
    if (turn.tooEarly) agentCutOffs.inc();
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

/** Records a conversation beside its transcript. */
function beginRecording(transcript: TranscriptRecorder) {
  const encoder = new RecordingEncoder((part) => transcript.addRecording(part));
  const recorder = new CallRecorder({ write: (samples) => encoder.push(samples) });
  const end = (): void => {
    recorder.close();
    encoder.finish();
  };
  return { recorder, end };
}

/** Reports failures to the client that created the session. An MCP server is named only by its host. */
async function publishFailures(
  room: ConversationOptions['room'],
  failures: readonly { readonly server: string; readonly reason: string }[],
): Promise<void> {
  await room?.localParticipant
    ?.setAttributes({ 'parley.tools.failed': JSON.stringify(failures) })
    .catch(() => undefined);
}
