import { AgentSession, type ErrorEvent, voice } from '@livekit/agents';
import type { Room } from '@livekit/rtc-node';
import type { Engine } from '../../engine/index.ts';
import type { Lexicon } from '../../engine/phonetics.ts';
import type { AddressGuard } from '../address-guard/address-guard.ts';
import { CALLER_SAMPLE_RATE } from '../audio-rates.ts';
import type { Door, TurnDetail } from '../door.ts';
import { createHearing } from '../hearing/create-hearing.ts';
import { createTurnDetector } from '../hearing/endpointing/turn-detector.ts';
import {
  MAX_TURN_MS,
  PAUSE_AGENT_AFTER_MS,
  RESUME_AGENT_AFTER_MS,
} from '../hearing/interruption/interruption.ts';
import type { Hearing, HearingObserver } from '../hearing/types.ts';
import { agentLanguageOrEnglish } from '../languages/index.ts';
import { createLlm } from '../llm/create-llm.ts';
import { guardedFetch } from '../llm/guarded-fetch.ts';
import type { LlmObserver, ModelEndpoint } from '../llm/types.ts';
import { FillerPhrases } from '../tools/filler.ts';
import { connectTools } from '../tools/toolbox.ts';
import type { Toolbox, ToolObserver } from '../tools/types.ts';
import { EngineTts, settingsFor } from '../tts/engine-tts.ts';
import { PacedAudioOutput } from '../tts/paced-audio-output.ts';
import { ActiveSpeeches } from './active-speeches.ts';
import { CallerAudioInput } from './caller-audio-input.ts';
import { CallerAwayTimer } from './caller-away-timer.ts';
import { ConversationAgent } from './conversation-agent.ts';
import { instructionsFor } from './instructions.ts';
import { followSpeeches, prepareFramework } from './livekit-framework.ts';
import { turnMetrics } from './turn-details.ts';
import { TurnMessages } from './turn-messages.ts';
import type {
  ConversationHandle,
  ConversationSettings,
  ConversationUsage,
  EndReason,
  TurnMetrics,
} from './types.ts';
import { UsageMeter } from './usage-meter.ts';

/** The framework gives up on streams that stall; ours wait for their listener, and that may take a while. */
const STREAM_IDLE_MS = 120_000;
/** By then a closing session is left to itself. */
const CLOSE_MS = 5000;

/** Static messages and fields without anything that was said. */
export interface ConversationLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

export interface ConversationDeps {
  readonly engine: Pick<Engine, 'open' | 'check' | 'recogniser'>;
  /** Where agents think that say nothing else; null for the built-in responder. */
  readonly model: ModelEndpoint | null;
  readonly guard: AddressGuard;
  readonly log: ConversationLog;
}

export interface ConversationOptions {
  /** The LiveKit room that the caller is in; its track is listened to instead of `pushAudio`. */
  readonly room?: Room;
  /** Whose track and typed text count in the room; without it, those of whoever came first. */
  readonly callerIdentity?: string;
  /** Pronunciations of the agent's owner. */
  readonly lexicon?: Lexicon;
  /** Whether the caller's sound may carry the agent's. Rooms and browsers cancel it themselves. */
  readonly echo?: boolean;
  /** How long callers may be silent, and talk, in ms; by default as long as `caller-away-timer.ts` and
   * `interruption.ts` say. */
  readonly patience?: { readonly nudgeMs?: number; readonly giveUpMs?: number; readonly maxTurnMs?: number };
  readonly onTurn?: (metrics: TurnMetrics) => void;
  readonly onEnd?: (usage: ConversationUsage, reason: EndReason) => void;
  /** Tool servers that were left out. */
  readonly onToolFailures?: (failures: Toolbox['failures']) => void;
}

/**
 * One conversation, whatever door it goes through: AgentSession with our ears, mouth and model, and around it the order of messages,
 * barge-in, silences, tools, the bill.
 */
export class Conversation implements ConversationHandle {
  readonly #deps: ConversationDeps;
  readonly #settings: ConversationSettings;
  readonly #options: ConversationOptions;
  readonly #order: TurnMessages;
  readonly #output: PacedAudioOutput;
  readonly #input: CallerAudioInput | null;
  readonly #hearing: Hearing | null;
  readonly #session: AgentSession;
  /** The caller's track, transcriptions, typed text and the agent's state, as LiveKit's own front ends know them. */
  readonly #roomIO: voice.RoomIO | null;
  readonly #usage = new UsageMeter();
  readonly #awayTimer: CallerAwayTimer;
  readonly #fillers: FillerPhrases;
  readonly #closing = new AbortController();
  readonly #tellDetail: (detail: TurnDetail) => void;
  readonly #speeches = new ActiveSpeeches((utterance) => this.#output.cut(utterance));
  #toolbox: Toolbox | null = null;
  #speechBeganAtMs: number | null = null;
  #closed: Promise<void> | null = null;
  #end: (reason: EndReason) => void = () => undefined;
  readonly ended: Promise<EndReason>;

  private constructor(
    settings: ConversationSettings,
    door: Door,
    deps: ConversationDeps,
    options: ConversationOptions,
  ) {
    this.#deps = deps;
    this.#settings = settings;
    this.#options = options;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    const { lang, voiceId, clone, mode } = settings;
    const listens = mode === 'asr-llm-tts';
    this.#order = new TurnMessages((message) => door.message(message));
    this.#tellDetail = (detail) => settings.turnDetails && door.message(detail);
    this.#fillers = new FillerPhrases(lang);
    this.#hearing = listens
      ? createHearing({
          recogniser: deps.engine.recogniser,
          lang,
          echo: options.echo ?? false,
          observer: this.#hearingObserver(),
        })
      : null;
    this.#output = new PacedAudioOutput(door, {
      audible: (audible) => this.#audible(audible),
      handed: (samples, atMs) => {
        this.#usage.played(samples.length);
        this.#hearing?.agentPlays(samples, atMs);
      },
    });
    this.#input = listens && !options.room ? new CallerAudioInput() : null;
    const phrases = agentLanguageOrEnglish(lang).phrases;
    const maxTurnMs = options.patience?.maxTurnMs ?? MAX_TURN_MS;
    this.#awayTimer = new CallerAwayTimer({
      nudge: () => void this.#say(phrases.stillThere),
      giveUp: () => void this.#hangUp(phrases.goodbye),
      ...options.patience,
    });
    this.#session = new AgentSession({
      vad: this.#hearing?.vad ?? null,
      ...(this.#hearing && { stt: this.#hearing.stt }),
      llm: createLlm({
        endpoint: settings.model ?? deps.model,
        httpFetch: guardedFetch(settings.model, deps.model, deps.guard),
        lang,
        observer: this.#thinkingObserver(),
      }),
      tts: new EngineTts({
        engine: deps.engine,
        lang,
        voiceId,
        clone,
        ...(options.lexicon && { lexicon: options.lexicon }),
        onUtterance: (utterance) => this.#speeches.utteranceBegins(utterance),
        onSpoken: (characters) => this.#usage.spoke(characters),
        onFailed: (error) => this.#logFailure('speech', error),
      }),
      aecWarmupDuration: null,
      userAwayTimeout: null,
      ttsReadIdleTimeout: STREAM_IDLE_MS,
      forwardAudioIdleTimeout: STREAM_IDLE_MS,
      // Marks are taken out where words keep their places in the text.
      ttsTextTransforms: null,
      turnHandling: {
        turnDetection: listens ? createTurnDetector() : null,
        endpointing: {
          mode: 'fixed',
          minDelay: settings.endpointing.minDelayMs,
          maxDelay: settings.endpointing.maxDelayMs,
        },
        interruption: {
          mode: 'vad',
          minDuration: PAUSE_AGENT_AFTER_MS,
          falseInterruptionTimeout: RESUME_AGENT_AFTER_MS,
          resumeFalseInterruption: true,
        },
        preemptiveGeneration: { enabled: true, preemptiveTts: true, maxSpeechDuration: maxTurnMs },
        userTurnLimit: { maxDuration: maxTurnMs },
      },
    });
    this.#roomIO = options.room ? this.#joinRoom(options.room, options.callerIdentity) : null;
  }

  /**
   * Beside the session and not started by it, which would also let everybody in the room ask it for the prompt and the
   * whole history.
   */
  #joinRoom(room: Room, callerIdentity: string | undefined): voice.RoomIO {
    return new voice.RoomIO({
      agentSession: this.#session,
      room,
      inputOptions: {
        ...(callerIdentity !== undefined && { participantIdentity: callerIdentity }),
        audioSampleRate: CALLER_SAMPLE_RATE,
        audioNumChannels: 1,
        audioEnabled: this.#hearing !== null,
        closeOnDisconnect: false,
        textInputCallback: (_session, { text }) => this.type(text),
      },
      outputOptions: { audioEnabled: false, syncTranscription: false },
    });
  }

  /**
   * Greets as soon as it can be heard; tools are connected meanwhile.
   * @throws SpeakError 422 when voice and language do not fit
   */
  static async open(
    settings: ConversationSettings,
    door: Door,
    deps: ConversationDeps,
    options: ConversationOptions = {},
  ): Promise<Conversation> {
    const { lang, voiceId, clone } = settings;
    deps.engine.check('', settingsFor(lang, voiceId), clone);
    prepareFramework();
    if (settings.mode === 'asr-llm-tts') deps.engine.recogniser.prepare?.();
    const conversation = new Conversation(settings, door, deps, options);
    try {
      await conversation.#start();
      return conversation;
    } catch (error) {
      await conversation.close('failed');
      throw error;
    }
  }

  pushAudio(samples: Int16Array): void {
    this.#input?.push(samples);
  }

  type(text: string): void {
    const trimmed = text.trim();
    if (trimmed === '' || this.#closing.signal.aborted) return;
    this.#awayTimer.callerActive();
    void this.#answer(trimmed);
  }

  close(reason: EndReason): Promise<void> {
    this.#closed ??= this.#close(reason);
    return this.#closed;
  }

  async #start(): Promise<void> {
    const { greeting, mcpServers } = this.#settings;
    const instructions = instructionsFor(this.#settings);
    const session = this.#session;
    session.on(voice.AgentSessionEventTypes.Error, (event) => this.#sessionFailed(event));
    session.on(voice.AgentSessionEventTypes.Close, () => void this.close('failed'));
    followSpeeches(session, (speech) => this.#speeches.add(speech));
    session.on(voice.AgentSessionEventTypes.ConversationItemAdded, ({ item }) => {
      if (item.type === 'message') this.#usage.turnItem(item, (metrics) => this.#answered(metrics));
    });
    if (this.#input) session.input.audio = this.#input;
    session.output.audio = this.#output;
    const connected = this.#connectTools(mcpServers);
    const agent = new ConversationAgent({ instructions, tools: [] }, this.#output, {
      userTurn: (text) => this.#userTurn(text),
      interruptedSettled: () => this.#speeches.interruptedSettled(),
      turn: () => this.#order.turn,
      saidText: (turn, text, last) => this.#order.replyText(turn, text, last),
      turnExceeded: (text) => this.#cutIn(text),
    });
    this.#roomIO?.start();
    await session.start({ agent, record: false });
    if (greeting !== '') this.#say(greeting);
    this.#awayTimer.callerActive();
    void connected.then(async (toolbox) => {
      if (toolbox && toolbox.tools.length > 0) await agent.updateTools([...toolbox.tools]);
    });
  }

  async #connectTools(servers: readonly string[]): Promise<Toolbox | null> {
    if (servers.length === 0) return null;
    const toolbox = await connectTools({
      servers,
      guard: this.#deps.guard,
      observer: this.#toolObserver(),
      signal: this.#closing.signal,
    }).catch((error: unknown) => {
      // Whoever hangs up meanwhile needs none.
      if (this.#closing.signal.aborted) return null;
      throw error;
    });
    if (!toolbox) return null;
    this.#toolbox = toolbox;
    const { tools, failures } = toolbox;
    this.#deps.log.info({ tools: tools.length, leftOut: failures.length }, 'tools are ready');
    if (this.#closing.signal.aborted) await toolbox.close();
    else if (failures.length > 0) this.#options.onToolFailures?.(failures);
    return toolbox;
  }

  /** Something said by the agent itself, not by its model. */
  #say(text: string): voice.SpeechHandle | null {
    if (this.#closing.signal.aborted) return null;
    return this.#session.say(text);
  }

  async #hangUp(goodbye: string): Promise<void> {
    await this.#say(goodbye)?.waitForPlayout();
    await this.close('caller_silent');
  }

  /** Answers what came by another way than through the ears. */
  async #answer(text: string): Promise<void> {
    try {
      await this.#session.interrupt().await;
      if (this.#closing.signal.aborted) return;
      this.#userTurn(text);
      this.#session.generateReply({ userInput: text });
    } catch (error) {
      this.#logFailure('turn', error);
    }
  }

  /** Answers somebody who goes on talking, and is not talked over. What was said until now has its answer then. */
  #cutIn(text: string): void {
    if (this.#closing.signal.aborted) return;
    this.#session.clearUserTurn();
    this.#userTurn(text);
    this.#session.generateReply({ userInput: text, allowInterruptions: false });
  }

  #userTurn(text: string): void {
    this.#awayTimer.callerActive();
    this.#usage.turn();
    this.#order.userTurn(text);
  }

  #answered(metrics: TurnMetrics): void {
    this.#options.onTurn?.(metrics);
    this.#tellDetail(turnMetrics(metrics));
  }

  #audible(audible: boolean): void {
    this.#hearing?.agentSpeaks(audible);
    this.#awayTimer.agentSpeaks(audible);
    if (audible || this.#speechBeganAtMs === null) return;
    this.#usage.interrupted(Date.now() - this.#speechBeganAtMs);
    this.#speechBeganAtMs = null;
  }

  #hearingObserver(): HearingObserver {
    return {
      speechBegan: (atMs) => {
        this.#speechBeganAtMs = atMs;
        this.#awayTimer.callerActive();
      },
      speechConfirmed: () => this.#order.interruption(),
      recognised: () => undefined,
      dismissed: () => {
        this.#speechBeganAtMs = null;
      },
      failed: (reason) => {
        this.#deps.log.warn({ reason }, 'a caller could not be understood');
        this.#say(agentLanguageOrEnglish(this.#settings.lang).phrases.sayAgain);
      },
    };
  }

  #thinkingObserver(): LlmObserver {
    return {
      firstToken: () => undefined,
      tokens: (prompt, completion) => this.#usage.tokens(prompt, completion),
      failed: (reason) =>
        this.#deps.log.warn({ reason }, 'the model gave no answer and the agent apologised'),
    };
  }

  #toolObserver(): ToolObserver {
    return {
      serverFailed: (server, reason) => {
        this.#deps.log.warn({ server, reason }, 'a tool server was left out');
      },
      callIsSlow: () => {
        // Unless it speaks anyway.
        if (this.#session.agentState !== 'speaking') this.#say(this.#fillers.next());
      },
      called: (tool, tookMs, outcome) => {
        this.#usage.toolCall();
        this.#tellDetail({ type: 'tool_call', tool, duration_ms: Math.round(tookMs), outcome });
      },
    };
  }

  #sessionFailed({ error }: ErrorEvent): void {
    this.#logFailure('session', error);
  }

  #logFailure(part: string, error: unknown): void {
    const name = error instanceof Error ? error.name : typeof error;
    this.#deps.log.error({ part, error: name }, 'a part of a conversation failed');
  }

  async #close(reason: EndReason): Promise<void> {
    this.#closing.abort();
    this.#awayTimer.close();
    this.#output.close();
    await Promise.race([
      this.#session.close().catch((error: unknown) => this.#logFailure('closing', error)),
      new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
    ]);
    await this.#roomIO?.close().catch((error: unknown) => this.#logFailure('leaving', error));
    this.#order.finish();
    this.#hearing?.close();
    await this.#input?.close().catch(() => undefined);
    await this.#toolbox?.close();
    this.#options.onEnd?.(this.#usage.total(), reason);
    this.#end(reason);
  }
}
