import { type AgentSession, type ErrorEvent, voice } from '@livekit/agents';
import type { Door, TurnDetail } from '../door.ts';
import { createHearing } from '../hearing/create-hearing.ts';
import { MAX_TURN_MS } from '../hearing/interruption/interruption.ts';
import type { Hearing, HearingObserver } from '../hearing/types.ts';
import { agentLanguageOrEnglish } from '../languages/index.ts';
import { createLlm } from '../llm/create-llm.ts';
import { guardedFetch } from '../llm/guarded-fetch.ts';
import type { LlmObserver } from '../llm/types.ts';
import { EngineTts, settingsFor } from '../tts/engine-tts.ts';
import { PacedAudioOutput } from '../tts/paced-audio-output.ts';
import { ActiveSpeeches } from './active-speeches.ts';
import { createAgentSession, createRoomIO } from './agent-session.ts';
import { CallerAudioInput } from './caller-audio-input.ts';
import { CallerAwayTimer } from './caller-away-timer.ts';
import { ConversationAgent } from './conversation-agent.ts';
import type { ConversationDeps, ConversationOptions } from './conversation-options.ts';
import { ConversationTools } from './conversation-tools.ts';
import { instructionsFor } from './instructions.ts';
import { followSpeeches, prepareFramework } from './livekit-framework.ts';
import { turnMetrics } from './turn-details.ts';
import { TurnMessages } from './turn-messages.ts';
import type { ConversationHandle, ConversationSettings, EndReason, TurnMetrics } from './types.ts';
import { UsageMeter } from './usage-meter.ts';

/** A session that takes longer than this to close is not waited for. */
const CLOSE_MS = 5000;

/**
 * One conversation, behind any door: an AgentSession with our hearing, language model and voice, and around it the
 * order of messages, interruption, silence timeouts, tools and billing.
 */
export class Conversation implements ConversationHandle {
  readonly #deps: ConversationDeps;
  readonly #settings: ConversationSettings;
  readonly #options: ConversationOptions;
  readonly #messages: TurnMessages;
  readonly #output: PacedAudioOutput;
  readonly #input: CallerAudioInput | null;
  readonly #hearing: Hearing | null;
  readonly #session: AgentSession;
  /** The caller's track, transcriptions, typed text and the agent's state, as LiveKit's own front ends expect them. */
  readonly #roomIO: voice.RoomIO | null;
  readonly #usage = new UsageMeter();
  readonly #awayTimer: CallerAwayTimer;
  readonly #tools: ConversationTools;
  readonly #tellDetail: (detail: TurnDetail) => void;
  readonly #speeches = new ActiveSpeeches((utterance) => this.#output.cut(utterance));
  #isClosing = false;
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
    this.#messages = new TurnMessages((message) => door.message(message));
    this.#tellDetail = (detail) => settings.turnDetails && door.message(detail);
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
      stopped: () => this.#messages.interruption(),
      handed: (samples, atMs) => {
        this.#usage.played(samples.length);
        this.#hearing?.agentPlays(samples, atMs);
      },
    });
    this.#input = listens && !options.room ? new CallerAudioInput() : null;
    const phrases = agentLanguageOrEnglish(lang).phrases;
    this.#awayTimer = new CallerAwayTimer({
      nudge: () => void this.#say(phrases.stillThere),
      giveUp: () => void this.#hangUp(phrases.goodbye),
      ...options.patience,
    });
    this.#session = createAgentSession({
      hearing: this.#hearing,
      llm: createLlm({
        endpoint: settings.model ?? deps.model,
        httpFetch: guardedFetch(settings.model, deps.model, deps.guard),
        lang,
        observer: this.#llmObserver(),
      }),
      tts: new EngineTts({
        engine: deps.engine,
        lang,
        voiceId,
        clone,
        ...(options.lexicon && { lexicon: options.lexicon }),
        ...(options.owner !== undefined && { owner: options.owner }),
        onUtterance: (utterance) => this.#speeches.utteranceBegins(utterance),
        onSpoken: (characters) => this.#usage.spoke(characters),
        onFailed: (error) => this.#logFailure('speech', error),
      }),
      endpointing: settings.endpointing,
      maxTurnMs: options.patience?.maxTurnMs ?? MAX_TURN_MS,
    });
    this.#tools = new ConversationTools({
      lang,
      guard: deps.guard,
      log: deps.log,
      onSlowCall: (filler) => {
        // No filler while the agent is speaking anyway.
        if (this.#session.agentState !== 'speaking') this.#say(filler());
      },
      onCall: (detail) => {
        this.#usage.toolCall();
        this.#tellDetail(detail);
      },
      onFailures: (failures) => options.onToolFailures?.(failures),
    });
    this.#roomIO = options.room
      ? createRoomIO(this.#session, {
          room: options.room,
          callerIdentity: options.callerIdentity,
          listens: this.#hearing !== null,
          onTyped: (text) => this.type(text),
        })
      : null;
  }

  /**
   * Greets as soon as the caller can hear it; tools are connected meanwhile.
   * @throws EngineError 422 when voice and language do not fit
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
    if (settings.mode === 'asr-llm-tts') deps.engine.recogniser.prepare?.(settings.lang);
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
    if (trimmed === '' || this.#isClosing) return;
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
    const connecting = this.#tools.connect(mcpServers);
    const agent = new ConversationAgent({ instructions, tools: [] }, this.#output, {
      userTurn: (text) => this.#userTurn(text),
      interruptedSettled: () => this.#speeches.interruptedSettled(),
      turn: () => this.#messages.turn,
      saidText: (turn, text, last) => this.#messages.replyText(turn, text, last),
      turnExceeded: (text) => this.#interruptCaller(text),
    });
    this.#roomIO?.start();
    await session.start({ agent, record: false });
    if (greeting !== '') this.#say(greeting);
    this.#awayTimer.callerActive();
    void connecting.then(async (tools) => {
      if (tools.length > 0) await agent.updateTools([...tools]);
    });
  }

  /** Speaks a fixed phrase that does not come from the model. */
  #say(text: string): voice.SpeechHandle | null {
    if (this.#isClosing) return null;
    return this.#session.say(text);
  }

  async #hangUp(goodbye: string): Promise<void> {
    await this.#say(goodbye)?.waitForPlayout();
    await this.close('caller_silent');
  }

  /** Answers a typed turn. */
  async #answer(text: string): Promise<void> {
    try {
      await this.#session.interrupt().await;
      if (this.#isClosing) return;
      this.#userTurn(text);
      this.#session.generateReply({ userInput: text });
    } catch (error) {
      this.#logFailure('turn', error);
    }
  }

  /** Answers a caller who keeps talking, and cannot be interrupted meanwhile. What was said so far is that turn. */
  #interruptCaller(text: string): void {
    if (this.#isClosing) return;
    this.#session.clearUserTurn();
    this.#userTurn(text);
    this.#session.generateReply({ userInput: text, allowInterruptions: false });
  }

  #userTurn(text: string): void {
    this.#awayTimer.callerActive();
    this.#usage.turn();
    this.#messages.userTurn(text);
  }

  #answered(metrics: TurnMetrics): void {
    this.#options.onTurn?.(metrics);
    this.#tellDetail(turnMetrics(metrics));
  }

  #audible(audible: boolean): void {
    if (audible) this.#messages.agentAudible();
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
      speechConfirmed: () => this.#messages.interruption(),
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

  #llmObserver(): LlmObserver {
    return {
      firstToken: () => undefined,
      tokens: (prompt, completion) => this.#usage.tokens(prompt, completion),
      failed: (reason) =>
        this.#deps.log.warn({ reason }, 'the model gave no answer and the agent apologised'),
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
    this.#isClosing = true;
    this.#tools.abort();
    this.#awayTimer.close();
    this.#output.close();
    await Promise.race([
      this.#session.close().catch((error: unknown) => this.#logFailure('closing', error)),
      new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
    ]);
    await this.#roomIO?.close().catch((error: unknown) => this.#logFailure('leaving', error));
    this.#messages.finish();
    this.#hearing?.close();
    await this.#input?.close().catch(() => undefined);
    await this.#tools.close();
    this.#options.onEnd?.(this.#usage.total(), reason);
    this.#end(reason);
  }
}
