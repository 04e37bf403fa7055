import type { llm } from '@livekit/agents';
import { CallControlError, type Door } from '../door.ts';
import type { AnswerForm } from '../hearing/endpointing/answer-forms.ts';
import type { HandoffTarget } from '../tools/call-settings.ts';
import { Conversation } from './conversation.ts';
import type { ConversationDeps, ConversationOptions, Takeover } from './conversation-options.ts';
import type { ClientTool, DirectedConversation, HistoryRole } from './direction.ts';
import type { ConversationSettings, ConversationUsage, EndReason } from './types.ts';
import { NO_USAGE, sumOf } from './usage.ts';

/** Limit of passes between agents in one call: agents must not pass a caller around forever. */
const MAX_HANDOFFS = 10;
/** Limit of the caller's audio that is kept while no agent listens: 10 s at 16 kHz. */
const MAX_KEPT_SAMPLES = 160_000;

export interface RelayOptions extends ConversationOptions {
  /**
   * Returns the settings of the agent that takes over.
   * @param lang the language that is spoken
   * @throws CallControlError if the caller cannot be passed on
   */
  readonly planHandoff: (
    target: HandoffTarget,
    before: ConversationSettings,
    lang: string,
  ) => Promise<ConversationSettings>;
  /** The caller is being passed on. @param usage of the call so far */
  readonly onHandoff: (target: HandoffTarget, usage: ConversationUsage) => void;
}

/**
 * A call whose caller may be passed on from one agent to another. Each agent has a conversation of its own, which knows
 * what was said before; the door and the reports see one conversation.
 */
export class ConversationRelay implements DirectedConversation {
  readonly #door: Door;
  readonly #deps: ConversationDeps;
  readonly #options: RelayOptions;
  #settings: ConversationSettings;
  /** Null while the caller is passed on. */
  #current: Conversation | null = null;
  #handoffs = 0;
  #usage: ConversationUsage = NO_USAGE;
  #isReported = false;
  #waiting: Int16Array[] = [];
  #typed: string[] = [];
  /** Reason to end the conversation, given while the caller was being passed on. */
  #closing: EndReason | null = null;
  #end: (reason: EndReason) => void = () => undefined;
  readonly ended: Promise<EndReason>;

  private constructor(
    settings: ConversationSettings,
    door: Door,
    deps: ConversationDeps,
    options: RelayOptions,
  ) {
    this.#settings = settings;
    this.#door = door;
    this.#deps = deps;
    this.#options = options;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** @throws EngineError 422 when voice and language do not fit */
  static async open(
    settings: ConversationSettings,
    door: Door,
    deps: ConversationDeps,
    options: RelayOptions,
  ): Promise<ConversationRelay> {
    const relay = new ConversationRelay(settings, door, deps, options);
    await relay.#begin(null);
    return relay;
  }

  get isClosing(): boolean {
    return this.#current?.isClosing ?? this.#closing !== null;
  }

  pushAudio(samples: Int16Array): void {
    if (this.#current) this.#current.pushAudio(samples);
    else this.#keep(samples);
  }

  type(text: string): void {
    if (this.#current) this.#current.type(text);
    else this.#typed.push(text);
  }

  instruct(instructions: string): void {
    this.#current?.instruct(instructions);
  }

  offer(tools: readonly ClientTool[]): void {
    this.#current?.offer(tools);
  }

  expect(names: readonly string[], form: AnswerForm | null): void {
    this.#current?.expect(names, form);
  }

  remember(role: HistoryRole, text: string, id: string): void {
    this.#current?.remember(role, text, id);
  }

  forget(id: string): void {
    this.#current?.forget(id);
  }

  reply(instructions: string | null, toolChoice?: llm.ToolChoice): void {
    this.#current?.reply(instructions, toolChoice);
  }

  interrupt(): void {
    this.#current?.interrupt();
  }

  clearInput(): void {
    this.#current?.clearInput();
  }

  async close(reason: EndReason): Promise<void> {
    this.#closing ??= reason;
    await this.#current?.close(reason);
    await this.ended;
  }

  #keep(samples: Int16Array): void {
    this.#waiting.push(samples);
    const kept = () => this.#waiting.reduce((sum, { length }) => sum + length, 0);
    while (kept() > MAX_KEPT_SAMPLES) this.#waiting.shift();
  }

  /** The next agent's conversation begins. */
  async #begin(takeover: Takeover | null): Promise<void> {
    let conversation: Conversation | null = null;
    const isPassedOn = (): boolean => conversation !== null && conversation !== this.#current;
    conversation = await Conversation.open(this.#settings, this.#door, this.#deps, {
      ...this.#options,
      ...(takeover && { takeover }),
      handOff: (target) => this.#handOff(target),
      onEnd: (usage, reason) => {
        this.#usage = sumOf(this.#usage, usage);
        if (!isPassedOn()) this.#report(reason);
      },
    });
    this.#current = conversation;
    void conversation.ended.then((reason) => {
      if (!isPassedOn()) this.#end(reason);
    });
  }

  /** @throws CallControlError when the caller cannot be passed on */
  async #handOff(target: HandoffTarget): Promise<void> {
    const before = this.#current;
    if (!before || before.isClosing) throw new CallControlError('the call is over');
    if (this.#handoffs >= MAX_HANDOFFS) throw new CallControlError('the caller was passed on too often');
    const settings = await this.#options.planHandoff(target, this.#settings, before.lang);
    if (before.isClosing) throw new CallControlError('the call is over');
    this.#handoffs++;
    void this.#passOn(before, target, settings);
  }

  async #passOn(before: Conversation, target: HandoffTarget, settings: ConversationSettings): Promise<void> {
    const { name, agentId, introduction } = target;
    this.#current = null;
    await before.close('transferred');
    this.#options.onHandoff(target, this.#usage);
    if (settings.turnDetails) this.#door.message({ type: 'handoff', agent_id: agentId, agent: name });
    this.#settings = settings;
    try {
      if (this.#closing === null) await this.#begin({ introduction, history: before.history });
    } catch (error) {
      const kind = error instanceof Error ? error.name : typeof error;
      this.#deps.log.error({ error: kind }, 'an agent could not take over a conversation');
      this.#closing ??= 'failed';
    }
    if (this.#current === null) return this.#over(this.#closing ?? 'failed');
    for (const samples of this.#waiting.splice(0)) this.pushAudio(samples);
    for (const text of this.#typed.splice(0)) this.type(text);
    if (this.#closing !== null) await this.close(this.#closing);
  }

  /** The call ends between two agents. */
  #over(reason: EndReason): void {
    this.#report(reason);
    this.#end(reason);
  }

  /** The first reason counts. */
  #report(reason: EndReason): void {
    if (!this.#isReported) this.#options.onEnd?.(this.#usage, reason);
    this.#isReported = true;
  }
}
