import { randomUUID } from 'node:crypto';
import { type AgentSession, type ErrorEvent, type llm, voice } from '@livekit/agents';
import type { AgentMessage, Door } from '../door.ts';
import { createHearing } from '../hearing/create-hearing.ts';
import type { AnswerForm } from '../hearing/endpointing/answer-forms.ts';
import { MAX_TURN_MS } from '../hearing/interruption/interruption.ts';
import { CallerVocabulary } from '../hearing/recognition/caller-vocabulary.ts';
import type { PartialTranscript } from '../hearing/recognition/partial-words.ts';
import type { Hearing, HearingObserver } from '../hearing/types.ts';
import { markAsTooEarly } from '../llm/chat-request.ts';
import { createLlm } from '../llm/create-llm.ts';
import { guardedFetch } from '../llm/guarded-fetch.ts';
import type { LlmObserver } from '../llm/types.ts';
import { callTools } from '../tools/call-tools.ts';
import type { CallInTurn } from '../tools/types.ts';
import { EngineTts } from '../tts/engine-tts.ts';
import { PacedAudioOutput } from '../tts/paced-audio-output.ts';
import { ActiveSpeeches } from './active-speeches.ts';
import { createAgentSession, createRoomIO } from './agent-session.ts';
import { CallOpening } from './call-opening.ts';
import { CallerAwayTimer } from './caller-away-timer.ts';
import { ConversationAgent } from './conversation-agent.ts';
import { forget, GO_ON, historyOf, remember, saidIn } from './conversation-history.ts';
import { ConversationLanguage } from './conversation-language.ts';
import type { ConversationDeps, ConversationOptions, Takeover } from './conversation-options.ts';
import { ConversationRecord } from './conversation-record.ts';
import { ConversationTools } from './conversation-tools.ts';
import {
  type CallGate,
  type ClientTool,
  type DirectedConversation,
  functionTools,
  type HistoryRole,
} from './direction.ts';
import { afterHandoff, instructionsFor, withLanguage } from './instructions.ts';
import { followSpeeches, prepareFramework, type Speech } from './livekit-framework.ts';
import { PendingCalls } from './pending-calls.ts';
import { RoomCallerAudio } from './room-caller-audio.ts';
import { ConversationToolSet } from './tool-set.ts';
import { TurnMessages } from './turn-messages.ts';
import type { AnsweringRules, ConversationSettings, EndReason } from './types.ts';

/** Wait for tools to join after which the caller hears a phrase, in ms. The same as for a slow tool call. */
const SLOW_TOOLS_MS = 1500;
/** How long to wait for a session to close, in ms. */
const CLOSE_MS = 5000;

/**
 * One conversation through any door. Runs an AgentSession with our hearing, language model and voice, and adds the
 * order of messages, interruption, silence timeouts, tools and billing.
 */
export class Conversation implements DirectedConversation {
  readonly #deps: ConversationDeps;
  readonly #settings: ConversationSettings;
  readonly #options: ConversationOptions;
  readonly #language: ConversationLanguage;
  /** The system prompt, without the sentence about the caller's language. */
  #instructions: string;
  readonly #messages: TurnMessages;
  readonly #output: PacedAudioOutput;
  readonly #hearing: Hearing | null;
  /** Null if the agent greets at once. */
  readonly #opening: CallOpening | null;
  readonly #session: AgentSession;
  readonly #agent: ConversationAgent;
  readonly #offered: ConversationToolSet;
  /** Transcriptions, typed text and the agent's state, in the form that LiveKit's front ends expect. */
  readonly #roomIO: voice.RoomIO | null;
  #roomAudio: RoomCallerAudio | null = null;
  readonly #vocabulary = new CallerVocabulary();
  readonly #pendingCalls = new PendingCalls({
    turn: () => this.#messages.turn,
    // A typed turn is always complete.
    isCertain: () => this.#hearing?.isTurnCertain ?? true,
  });
  readonly #gate: CallGate = {
    certain: (call) => this.#pendingCalls.certain(call),
    passed: ({ ctx }) => this.#speeches.keep(ctx.speechHandle),
  };
  readonly #record: ConversationRecord;
  readonly #awayTimer: CallerAwayTimer;
  readonly #tools: ConversationTools;
  readonly #tellGreeting: (text: string) => void;
  readonly #tell: (message: AgentMessage) => void;
  readonly #speeches = new ActiveSpeeches((utterance) => this.#output.cut(utterance));
  #changing: Promise<void> = Promise.resolve();
  /** Settles when the tools of servers have joined or failed, after some seconds at most. */
  #joining: Promise<void> = Promise.resolve();
  #haveJoined = true;
  #isClosing = false;
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
    this.#language = new ConversationLanguage(deps.engine, settings);
    const told = instructionsFor(settings);
    this.#instructions = options.takeover ? afterHandoff(told) : told;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    const listens = settings.mode === 'asr-llm-tts';
    if (listens) this.#language.prepare();
    const lang = () => this.#language.lang;
    this.#vocabulary.agentIsTold(settings.instructions, settings.greeting);
    this.#vocabulary.expect(options.direction?.names ?? []);
    this.#listWords();
    this.#messages = new TurnMessages((message) => door.message(message));
    this.#tell = (message) => door.message(message);
    this.#record = new ConversationRecord(options, (detail) => settings.turnDetails && door.message(detail));
    this.#tellGreeting = (text) => settings.greetingText && door.message({ type: 'greeting', text });
    this.#opening = listens && settings.answering ? this.#callOpening(settings.answering, door) : null;
    this.#hearing = listens
      ? createHearing({
          recogniser: deps.engine.recogniser,
          lang: lang(),
          following: this.#language.following,
          endpointing: settings.endpointing,
          echo: options.echo ?? false,
          observer: this.#hearingObserver(),
          vocabulary: this.#vocabulary,
          screen: this.#opening,
        })
      : null;
    this.#hearing?.expect(options.direction?.expects ?? null);
    this.#output = new PacedAudioOutput(door, {
      audible: (audible, leftMs) => this.#audible(audible, leftMs),
      stopped: () => {
        this.#record.agentStopped();
        this.#messages.interruption();
      },
      handed: (samples, atMs) => {
        this.#record.agentPlays(samples);
        this.#hearing?.agentPlays(samples, atMs);
      },
    });
    this.#awayTimer = new CallerAwayTimer({
      nudge: () => void this.#say(this.#language.phrases.stillThere),
      giveUp: () => void this.#hangUp(this.#language.phrases.goodbye),
      ...options.patience,
    });
    const tts = new EngineTts({
      engine: deps.engine,
      voice: () => ({ ...this.#language.voice, lexicon: options.lexicon?.(lang()) }),
      ...(options.owner !== undefined && { owner: options.owner }),
      onUtterance: (utterance) => this.#speeches.utteranceBegins(utterance),
      onWithdrawn: (utterance) => this.#output.withdraw(utterance),
      onSpoken: (characters) => this.#record.usage.spoke(characters),
      onFailed: (error) => this.#logFailure('speech', error),
    });
    this.#session = createAgentSession({
      hearing: this.#hearing,
      llm: createLlm({
        endpoint: settings.model ?? deps.model,
        httpFetch: guardedFetch(settings.model, deps.model, deps.guard),
        lang,
        observer: this.#llmObserver(),
      }),
      tts,
      maxTurnMs: options.patience?.maxTurnMs ?? MAX_TURN_MS,
    });
    const { direction } = options;
    const { calls = { tools: [], targets: [] }, handoff } = settings;
    const { handOff, takeover } = options;
    const untilCertain = (call: CallInTurn) => this.#pendingCalls.certain(call);
    const ofClient = direction ? functionTools(direction, this.#gate) : [];
    const ofCall = callTools({
      settings: calls,
      control: door.call,
      recorder: options.recorder,
      ...(handoff && handOff && { handoff: { targets: handoff.targets, to: handOff } }),
      ask: (summary) => tts.speech(`${summary} ${this.#language.phrases.takeCall}`),
      end: (reason) => {
        const isFirst = !this.#isClosing;
        void this.close(reason);
        return isFirst;
      },
      called: (...call) => this.#record.toolCalled(...call),
      untilCertain,
    });
    this.#tools = new ConversationTools({
      lang,
      guard: deps.guard,
      log: deps.log,
      httpTools: settings.httpTools ?? [],
      untilCertain,
      turn: () => this.#messages.turn,
      taken: [...ofClient, ...ofCall].map(({ name }) => name),
      onSlowCall: (filler) => this.#sayFiller(filler),
      onChanged: (tools) => this.#offerOfServers(tools),
      onCall: (...call) => this.#record.toolCalled(...call),
      onFailures: (failures) => options.onToolFailures?.(failures),
    });
    this.#offered = new ConversationToolSet(ofClient, [...ofCall, ...this.#tools.own]);
    this.#agent = new ConversationAgent(
      {
        instructions: this.#instructions,
        tools: this.#offered.all,
        ...(takeover && { chatCtx: historyOf(takeover) }),
      },
      this.#output,
      {
        userTurn: (text, confidence) => this.#spokenTurn(text, confidence),
        settled: async () => {
          await Promise.all([this.#speeches.turnBegins(), this.#toolsJoined()]);
        },
        tools: async () => {
          await this.#joining;
          return this.#offered.all;
        },
        isPending: (callId) => this.#pendingCalls.has(callId),
        turn: () => this.#messages.turn,
        saidText: (turn, text, last) => {
          this.#hearing?.agentSaid(text);
          this.#vocabulary.agentSaid(text);
          this.#messages.replyText(turn, text, last);
        },
        turnExceeded: (text) => this.#interruptCaller(text),
        stepOver: (calls) => this.#stepOver(calls),
        utterance: (speech) => direction?.observer.utterance(speech) ?? null,
      },
    );
    this.#roomIO = options.room
      ? createRoomIO(this.#session, {
          room: options.room,
          callerIdentity: options.callerIdentity,
          onTyped: (text) => this.type(text),
        })
      : null;
  }

  /**
   * Greets as soon as the caller can hear it, and connects tools meanwhile.
   * @throws EngineError 422 when voice and language do not fit
   */
  static async open(
    settings: ConversationSettings,
    door: Door,
    deps: ConversationDeps,
    options: ConversationOptions = {},
  ): Promise<Conversation> {
    prepareFramework();
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
    this.#record.callerSays(samples);
    this.#hearing?.callerSays(samples);
  }

  type(text: string): void {
    const trimmed = text.trim();
    if (trimmed === '' || this.#isClosing) return;
    this.#awayTimer.callerActive();
    void this.#answer(trimmed);
  }

  instruct(instructions: string): void {
    this.#vocabulary.agentIsTold(instructions);
    this.#instructions = instructions;
    this.#instruct();
  }

  offer(tools: readonly ClientTool[]): void {
    const { direction } = this.#options;
    if (!direction) return;
    this.#offered.client = functionTools({ ...direction, tools }, this.#gate);
    this.#updateTools();
  }

  expect(names: readonly string[], form: AnswerForm | null): void {
    this.#vocabulary.expect(names);
    this.#hearing?.expect(form);
  }

  remember(role: HistoryRole, text: string, id: string): void {
    if (role === 'user') this.#record.entry({ role, atMs: Date.now(), text });
    this.#recall(role, text, id);
  }

  /** Adds an item to the model's history. */
  #recall(role: HistoryRole, text: string, id: string): void {
    this.#do('history', () => remember(this.#agent, role, text, id));
  }

  forget(id: string): void {
    this.#do('history', () => forget(this.#agent, id));
  }

  reply(instructions: string | null, toolChoice?: llm.ToolChoice): void {
    this.#do('reply', async () => {
      this.#awayTimer.callerActive();
      await this.#toolsJoined();
      if (this.#isClosing) return;
      this.#session.generateReply({
        ...(instructions !== null && { instructions }),
        ...(toolChoice !== undefined && { toolChoice }),
      });
    });
  }

  interrupt(): void {
    // The next turn does not wait for the end of the speech, which may be waiting for a tool.
    this.#do('interruption', async () => this.#silence());
  }

  clearInput(): void {
    this.#do('input', async () => this.#session.clearUserTurn());
  }

  /** The language that is spoken now. */
  get lang(): string {
    return this.#language.lang;
  }

  /** The conversation so far, in order. */
  get history(): Takeover['history'] {
    return saidIn(this.#agent);
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  close(reason: EndReason): Promise<void> {
    this.#closed ??= this.#close(reason);
    return this.#closed;
  }

  async #start(): Promise<void> {
    const { mcpServers } = this.#settings;
    const session = this.#session;
    session.on(voice.AgentSessionEventTypes.Error, (event) => this.#sessionFailed(event));
    session.on(voice.AgentSessionEventTypes.Close, () => void this.close('failed'));
    followSpeeches(session, (speech) => this.#speechBegins(speech));
    session.on(voice.AgentSessionEventTypes.ConversationItemAdded, ({ item }) => {
      if (item.type !== 'message') return;
      const isCutOff = item.role === 'assistant' && item.interrupted;
      if (isCutOff && this.#hearing?.continuesTurn) markAsTooEarly(item);
      this.#record.message(item);
    });
    session.output.audio = this.#output;
    if (mcpServers.length > 0) this.#join(mcpServers);
    this.#roomIO?.start();
    await session.start({ agent: this.#agent, record: false });
    this.#listenInRoom();
    const { takeover } = this.#options;
    if (takeover) await this.#takeOver(takeover);
    else if (!this.#opening) this.#greet();
    this.#awayTimer.callerActive();
  }

  #greet(): void {
    const { greeting } = this.#settings;
    this.#giveNotice();
    if (greeting === '') return;
    this.#tellGreeting(greeting);
    this.#say(greeting);
  }

  /** Continues with a caller whom another agent has passed on. */
  async #takeOver({ introduction }: Takeover): Promise<void> {
    this.#messages.goesOn();
    if (introduction !== '') {
      this.#messages.replyText(this.#messages.turn, introduction, true);
      this.#say(introduction);
      return;
    }
    await this.#toolsJoined();
    // Many models answer only what a user says.
    if (!this.#isClosing) this.#session.generateReply({ userInput: GO_ON });
  }

  #callOpening(rules: AnsweringRules, door: Door): CallOpening {
    return new CallOpening(rules, () => this.#language.lang, {
      answered: (callee) => {
        this.#deps.log.info({ callee }, 'a call was answered');
        this.#options.onAnswered?.(callee);
      },
      talk: (said) => this.#beginAfter(said),
      hush: () => {
        this.#silence();
        this.#session.clearUserTurn();
      },
      leave: async (message) => {
        this.#awayTimer.callerActive();
        await this.#say(message, { allowInterruptions: false })?.waitForPlayout();
      },
      press: async (keys) => {
        try {
          await door.call?.sendDtmf?.(keys);
        } catch (error) {
          this.#logFailure('keys', error);
        }
      },
      hangUp: (reason) => void this.close(reason),
    });
  }

  /** @param said the words of the person who answered; "" for none */
  #beginAfter(said: string): void {
    const { greeting } = this.#settings;
    if (said !== '' && greeting === '') {
      this.#giveNotice();
      void this.#answer(said);
      return;
    }
    if (said !== '') this.#greeted(said, greeting);
    this.#greet();
  }

  /** The greeting is the answer to what was said. */
  #greeted(said: string, greeting: string): void {
    this.#spokenTurn(said);
    this.#recall('user', said, `said-${randomUUID()}`);
    this.#messages.replyText(this.#messages.turn, greeting, true);
  }

  /** Tells the caller that the call is recorded. */
  #giveNotice(): void {
    const { notice = null } = this.#settings.recording ?? {};
    if (!this.#options.recorder || notice === '') return;
    this.#say(notice ?? this.#language.phrases.recorded);
  }

  /** Connects the tools during the greeting. */
  #join(servers: readonly string[]): void {
    this.#haveJoined = false;
    this.#joining = this.#tools
      .connect(servers)
      .then((tools) => tools.length > 0 && this.#offerOfServers(tools))
      .catch((error: unknown) => this.#logFailure('tools', error))
      .then(() => {
        this.#haveJoined = true;
      });
  }

  #instruct(): void {
    this.#do('instructions', () =>
      this.#agent.updateInstructions(withLanguage(this.#instructions, this.#language.told)),
    );
  }

  #listWords(): void {
    const { lang } = this.#language;
    void this.#options.words?.(lang).then((words) => this.#vocabulary.list(words));
  }

  /** Switches the agent to the caller's language. The caller's words follow. */
  #follow(lang: string): void {
    if (this.#language.speak(lang)) {
      this.#listWords();
      this.#instruct();
    }
    if (this.#settings.languageChanges) this.#tell({ type: 'language', lang_code: lang });
  }

  #offerOfServers(tools: readonly llm.FunctionTool[]): void {
    this.#offered.servers = tools;
    this.#updateTools();
  }

  /** The model is asked only after the tools have joined. Without them it would answer that it cannot help. */
  async #toolsJoined(): Promise<void> {
    if (this.#haveJoined) return;
    const slow = setTimeout(() => this.#sayFiller(), SLOW_TOOLS_MS);
    await this.#joining;
    clearTimeout(slow);
  }

  /** Unless the agent is already speaking. */
  #sayFiller(filler = this.#tools.filler()): void {
    if (this.#session.agentState !== 'speaking') this.#say(filler);
  }

  /** Listens from the moment at which the session accepts speech. What it hears earlier would be lost. */
  #listenInRoom(): void {
    const { room, callerIdentity } = this.#options;
    const hearing = this.#hearing;
    if (!room || !hearing || this.#isClosing) return;
    this.#roomAudio = new RoomCallerAudio({
      room,
      callerIdentity,
      hear: (samples) => this.pushAudio(samples),
    });
  }

  #speechBegins(speech: Speech): void {
    this.#speeches.add(speech);
    const { handle } = speech;
    const { direction } = this.#options;
    if (!direction) return;
    handle.addDoneCallback(() => {
      // A discarded speculative answer was never spoken.
      if (handle.scheduled) direction.observer.spoken(speech, handle.interrupted);
    });
  }

  #stepOver(calls: readonly string[]): void {
    const count = this.#offered.countOfClient(calls);
    if (count > 0) this.#options.direction?.observer.callsAnnounced(count);
  }

  #updateTools(): void {
    this.#do('tools', () => this.#agent.updateTools([...this.#offered.all]));
  }

  /**
   * Applies changes that the client or a tool server requested, one at a time. The framework replaces a history or
   * tools as a whole, so of two concurrent changes one would be lost. Failures come from the framework and are logged.
   */
  #do(part: string, work: () => Promise<void>): void {
    this.#changing = this.#changing
      .then(() => (this.#isClosing ? undefined : work()))
      .catch((error: unknown) => this.#logFailure(part, error));
  }

  /** Speaks a fixed phrase without the model. */
  #say(text: string, options: { readonly allowInterruptions?: boolean } = {}): voice.SpeechHandle | null {
    if (this.#isClosing) return null;
    this.#hearing?.agentSaid(text);
    return this.#session.say(text, options);
  }

  /** Stops the agent's speech. */
  #silence(): void {
    this.#session
      .interrupt({ force: true })
      .await.catch((error: unknown) => this.#logFailure('interruption', error));
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
      this.#messages.userTurn(text);
      this.#awayTimer.callerActive();
      this.#record.typedTurn(text);
      await this.#toolsJoined();
      if (!this.#isClosing) this.#session.generateReply({ userInput: text });
    } catch (error) {
      this.#logFailure('turn', error);
    }
  }

  /**
   * Answers a caller who keeps talking. The answer cannot be interrupted, and the caller's speech so far is the turn.
   */
  #interruptCaller(text: string): void {
    if (this.#isClosing) return;
    this.#session.clearUserTurn();
    this.#spokenTurn(text);
    this.#session.generateReply({ userInput: text, allowInterruptions: false });
  }

  #spokenTurn(text: string, confidence: number | null = null): void {
    const isTold = this.#settings.turnDetails || this.#options.direction !== undefined;
    this.#messages.userTurn(text, isTold ? confidence : undefined);
    this.#awayTimer.callerActive();
    this.#record.spokenTurn(text, this.#settings.follows ? this.#language.lang : undefined);
  }

  #audible(audible: boolean, leftMs: number): void {
    if (audible) this.#messages.agentAudible();
    this.#record.agentSpeaks(audible);
    this.#hearing?.agentSpeaks(audible, leftMs);
    this.#awayTimer.agentSpeaks(audible);
  }

  #hearingObserver(): HearingObserver {
    return {
      noticed: (mark) => this.#record.mark(mark),
      speechBegan: (atMs) => {
        this.#record.speechBegan(atMs);
        this.#awayTimer.callerActive();
      },
      speechConfirmed: () => {
        this.#messages.interruption();
        this.#options.direction?.observer.speechStarted(this.#record.lastSpeechAtMs);
      },
      languageFound: (lang) => this.#follow(lang),
      recognised: () => undefined,
      ...(this.#isFollowed() && { partial: (partial) => this.#partial(partial) }),
      dismissed: () => {
        this.#record.speechDismissed();
        this.#options.direction?.observer.speechDismissed();
      },
      failed: (reason) => {
        this.#deps.log.warn({ reason }, 'speech of a caller could not be recognised');
        this.#say(this.#language.phrases.sayAgain);
      },
    };
  }

  /**
   * Whether anybody receives partial transcripts: a room, a client that asked for them, or a client that directs the
   * conversation.
   */
  #isFollowed(): boolean {
    const { room, direction } = this.#options;
    return room !== undefined || direction !== undefined || (this.#settings.partialTranscripts ?? false);
  }

  #partial({ text, stable }: PartialTranscript): void {
    this.#options.direction?.observer.partial(stable);
    if (this.#settings.partialTranscripts)
      this.#tell({ type: 'partial_transcript', text, stable_text: stable });
  }

  #llmObserver(): LlmObserver {
    return {
      firstToken: (waitedMs) =>
        this.#record.mark({
          kind: 'first_token',
          atMs: Date.now(),
          askedMs: Date.now() - Math.round(waitedMs),
        }),
      tokens: (prompt, completion) => this.#record.usage.tokens(prompt, completion),
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
    this.#opening?.close();
    this.#output.close();
    this.#hearing?.close();
    await Promise.race([
      this.#session.close().catch((error: unknown) => this.#logFailure('closing', error)),
      new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
    ]);
    await this.#roomIO?.close().catch((error: unknown) => this.#logFailure('leaving', error));
    this.#messages.finish();
    this.#roomAudio?.close();
    await this.#tools.close();
    this.#record.end(reason);
    this.#end(reason);
  }
}
